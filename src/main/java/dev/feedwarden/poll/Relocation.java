package dev.feedwarden.poll;

import dev.feedwarden.model.Repair.State;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.store.Database;
import dev.feedwarden.store.MoveLog.Ground;
import dev.feedwarden.store.Moving;
import dev.feedwarden.store.Moving.Moved;
import dev.feedwarden.store.Moving.Undone;
import dev.feedwarden.store.Registry;
import dev.feedwarden.store.Repairs;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A person's word on where a feed is, with the lines that the log has of it. */
public final class Relocation {
  private static final Logger LOG = LoggerFactory.getLogger(Relocation.class);

  private final Database database;
  private final Moving moving;
  private final String who;

  public Relocation(Database database, String who) {
    this.database = database;
    this.moving = new Moving(database);
    this.who = who;
  }

  /** Follows the candidate that a source has, however little is proved; nothing if it has none. */
  public Optional<Moved> follow(SourceId id) {
    return new Registry(database)
        .find(id)
        .map(found -> found.state().move())
        .map(
            move -> {
              var ground = new Ground(move.how().wire(), move.evidence(), who);
              var moved = moving.to(id, move.to(), ground, database.now());
              if (moved instanceof Moved.To || moved instanceof Moved.Merged) {
                LOG.atInfo()
                    .addKeyValue("source_id", id.value())
                    .addKeyValue("moved_to", move.to().masked())
                    .addKeyValue("by", who)
                    .log("feed moved");
              }
              return moved;
            });
  }

  /** What came of a word on a repair. */
  public sealed interface Decided {
    record Done() implements Decided {}

    record Unknown() implements Decided {}

    /** Somebody was faster. */
    record Before(State state) implements Decided {}

    /** It cannot be done, and why. */
    record Refused(String why) implements Decided {}
  }

  /** Gives a feed the address that a repair has found. */
  public Decided accept(long repair) {
    var found = new Repairs(database).find(repair).orElse(null);
    if (found == null) {
      return new Decided.Unknown();
    }
    if (found.state() != State.PROPOSED) {
      return new Decided.Before(found.state());
    }
    return switch (moving.repair(found, who, database.now())) {
      case Moved.To _, Moved.Merged _ -> {
        LOG.atInfo()
            .addKeyValue("source_id", found.source().value())
            .addKeyValue("moved_to", found.to().masked())
            .addKeyValue("by", who)
            .log("feed moved");
        yield new Decided.Done();
      }
      case Moved.Distrusted _ ->
          new Decided.Refused("The source that has this feed is not polled.");
      case Moved.Unchanged _ -> new Decided.Refused("The feed is there already.");
      case Moved.Stale _ -> new Decided.Refused("The source was changed meanwhile.");
    };
  }

  /** Leaves a feed where it is; this address is not proposed again. */
  public Decided reject(long repair) {
    var repairs = new Repairs(database);
    return repairs
        .find(repair)
        .map(
            found ->
                repairs.reject(repair, who, database.now())
                    ? new Decided.Done()
                    : new Decided.Before(found.state()))
        .orElse(new Decided.Unknown());
  }

  /** Takes a source's last move back. */
  public Undone undo(SourceId id) {
    var undone = moving.undo(id, who, database.now());
    if (undone instanceof Undone.Back(var to)) {
      LOG.atInfo()
          .addKeyValue("source_id", id.value())
          .addKeyValue("feed_url", to.masked())
          .addKeyValue("by", who)
          .log("move undone");
    }
    return undone;
  }
}
