package dev.feedwarden.poll;

import dev.feedwarden.model.SourceId;
import dev.feedwarden.store.Database;
import dev.feedwarden.store.MoveLog.Ground;
import dev.feedwarden.store.Moving;
import dev.feedwarden.store.Moving.Moved;
import dev.feedwarden.store.Moving.Undone;
import dev.feedwarden.store.Registry;
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
