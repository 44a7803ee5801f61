package dev.feedwarden.store;

import dev.feedwarden.model.Happening;
import dev.feedwarden.model.Happening.Subject;
import dev.feedwarden.model.MoveCandidate;
import dev.feedwarden.model.Repair;
import dev.feedwarden.model.Repair.State;
import dev.feedwarden.model.Source;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.Standing;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.store.MoveLog.Ground;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Gives feeds their new addresses, each in one transaction that holds both hosts; where another
 * source has the feed already, the two are merged.
 */
public final class Moving {
  private static final String POLICY = "policy";

  private final Database database;

  public Moving(Database database) {
    this.database = database;
  }

  /** What came of it. */
  public sealed interface Moved {
    /** The feed has another address. */
    record To(WebUrl to) implements Moved {}

    /** Another source had that feed already. */
    record Merged(SourceId into) implements Moved {}

    /**
     * It is not to go there: it was there before, somebody took it back from there, what is there
     * is not this feed, or the source that has it is not polled.
     */
    record Distrusted() implements Moved {}

    /** It was so already. */
    record Unchanged() implements Moved {}

    /** The source is gone, or was changed meanwhile. */
    record Stale() implements Moved {}
  }

  /** A change to a source that is locked. */
  private interface Work {
    Moved done(Handle h, Registered found);
  }

  /**
   * Follows a redirect that has proved itself. Validators, counters and schedule are kept: the
   * document is the one that was read there all along.
   *
   * @param seen the source as it was when that was decided
   */
  public Moved adopt(Source seen, MoveCandidate move, Instant now) {
    if (database.registry() != null) {
      return new Moved.Distrusted(); // addresses are the registry's to change
    }
    var ground = new Ground(move.how().wire(), move.evidence(), POLICY);
    return locked(
        seen.id(),
        move.to(),
        (h, found) -> {
          if (found.source().revision() != seen.revision() || found.mergedInto() != null) {
            return new Moved.Stale();
          }
          if (MoveLog.isDistrusted(h, seen.id(), move.to(), now)) {
            return new Moved.Distrusted();
          }
          return move(h, found, move.to(), ground, true, now);
        });
  }

  private static final String IS_DOUBTED =
      """
      SELECT count(*) FROM moves WHERE source_id = :source AND to_key = :key AND state = 'doubted'
      """;

  /** Remembers that a redirect leads to what is not this feed, however often it will be seen. */
  public void doubt(Source seen, MoveCandidate move, Instant now) {
    var ground = new Ground(move.how().wire(), move.evidence(), POLICY);
    database.useWrite(
        h -> {
          var known =
              h.createQuery(IS_DOUBTED)
                  .bind("source", seen.id().value())
                  .bind("key", move.to().key())
                  .mapTo(Long.class)
                  .one();
          if (known == 0 && Registry.find(h, seen.id()).isPresent()) {
            MoveLog.add(h, seen.id(), "doubted", seen.feed(), move.to(), null, ground, now);
          }
        });
  }

  /** Gives a feed the address that a person, or a repair, has found: it begins anew there. */
  public Moved to(SourceId id, WebUrl to, Ground ground, Instant now) {
    FollowedRegistry.demandNone(database);
    return locked(
        id,
        to,
        (h, found) ->
            found.mergedInto() == null
                ? move(h, found, to, ground, false, now)
                : new Moved.Stale());
  }

  /** The same for a repair that nobody has decided about yet. */
  public Moved repair(Repair repair, String who, Instant now) {
    FollowedRegistry.demandNone(database);
    var ground = new Ground("repair " + repair.id(), repair.proof().text(), who);
    return locked(
        repair.source(),
        repair.to(),
        (h, found) -> {
          if (found.mergedInto() != null
              || Repairs.find(h, repair.id())
                  .filter(one -> one.state() == State.PROPOSED)
                  .isEmpty()) {
            return new Moved.Stale();
          }
          var moved = move(h, found, repair.to(), ground, false, now);
          if (moved instanceof Moved.To || moved instanceof Moved.Merged) {
            Repairs.decide(h, repair.id(), State.ACCEPTED, who, now);
          }
          return moved;
        });
  }

  static Moved move(
      Handle h, Registered found, WebUrl to, Ground ground, boolean kept, Instant now) {
    var source = found.source();
    var from = source.settings().feedUrl();
    if (from == null || from.key().equals(to.key())) {
      return new Moved.Unchanged();
    }
    var other = Registry.holder(h, to);
    var into = source.id().equals(other) ? null : other;
    if (into != null && !isPolled(h, into)) {
      return new Moved.Distrusted();
    }
    MoveLog.add(h, source.id(), "done", from, to, into, ground, now);
    if (into != null) {
      Merging.merge(h, source, into, now);
    } else if (kept) {
      Readdressing.keeping(h, found, to, now);
    } else {
      Readdressing.anew(h, found, to, now);
    }
    var said = ground.how() + " to " + to.masked() + ": " + ground.evidence();
    History.intervened(
        h, source.id(), now, "adopted", into == null ? null : "merged", ground.by(), said);
    Outbox.add(
        h,
        now,
        new Happening.FeedMoved(
            Subject.of(source), to.masked(), ground.by(), ground.evidence(), into));
    return into == null ? new Moved.To(to) : new Moved.Merged(into);
  }

  // What nobody polls must not take over what somebody does.
  private static boolean isPolled(Handle h, SourceId id) {
    return Registry.find(h, id)
        .filter(
            found ->
                found.source().settings().enabled()
                    && !(found.source().standing() instanceof Standing.Stopped))
        .isPresent();
  }

  /** What came of going back. */
  public sealed interface Undone {
    /** The feed has its old address again. */
    record Back(WebUrl to) implements Undone {}

    /** It has never moved, or is back already. */
    record Nothing() implements Undone {}

    record Unknown() implements Undone {}

    /** Another source has the old address now. */
    record Taken(SourceId by) implements Undone {}
  }

  /** Takes the last move back; that target is not adopted again unless a person says so. */
  public Undone undo(SourceId id, String who, Instant now) {
    FollowedRegistry.demandNone(database);
    var last = database.read(h -> MoveLog.lastDone(h, id)).orElse(null);
    if (last == null) {
      return new Registry(database).find(id).isPresent()
          ? new Undone.Nothing()
          : new Undone.Unknown();
    }
    return database.write(
        h ->
            lock(h, id, last.from())
                .map(found -> undo(h, found, last, who, now))
                .orElse(new Undone.Unknown()));
  }

  private static Undone undo(
      Handle h, Registered found, MoveLog.Entry last, String who, Instant now) {
    var id = found.source().id();
    if (MoveLog.lastDone(h, id).filter(entry -> entry.id() == last.id()).isEmpty()) {
      return new Undone.Nothing();
    }
    var holder = Registry.holder(h, last.from());
    if (holder != null && !holder.equals(id)) {
      return new Undone.Taken(holder);
    }
    MoveLog.undone(h, last.id(), who, now);
    Repairs.undone(h, id, last.to(), who, now);
    if (found.mergedInto() != null) {
      Merging.part(h, found.source(), found.mergedInto(), now);
    } else {
      Readdressing.anew(h, found, last.from(), now);
    }
    var said = "move to " + last.to().masked() + " undone";
    History.intervened(h, id, now, "changed", null, who, said);
    Outbox.add(
        h,
        now,
        new Happening.FeedMoved(Subject.of(found.source()), last.from().masked(), who, said, null));
    return new Undone.Back(last.from());
  }

  private Moved locked(SourceId id, WebUrl to, Work work) {
    return database.write(
        h -> lock(h, id, to).map(found -> work.done(h, found)).orElseGet(Moved.Stale::new));
  }

  // Hosts are locked before sources and in the order of their keys, as a commit does.
  private Optional<Registered> lock(Handle h, SourceId id, WebUrl other) {
    var found = Registry.find(h, id);
    if (found.isEmpty()) {
      return found;
    }
    var hosts = new TreeSet<String>();
    keys(h, found.get().source().settings().feedUrl(), id).forEach(hosts::add);
    keys(h, other, id).forEach(hosts::add);
    var holder = Registry.holder(h, other);
    if (holder != null) {
      keys(h, other, holder).forEach(hosts::add);
    }
    hosts.forEach(host -> Leases.lock(h, host));
    return Registry.find(h, id);
  }

  private static List<String> keys(Handle h, @Nullable WebUrl url, SourceId id) {
    return url == null ? List.of() : List.of(LaneTable.key(h, url, id).value());
  }
}
