package dev.feedwarden.store;

import dev.feedwarden.model.Claim;
import dev.feedwarden.model.HostKey;
import dev.feedwarden.model.Lease;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.store.Turns.Return;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/** What one batch run may visit, in fair order, and the right to visit it. */
public final class BatchQueue {
  private final Database database;

  public BatchQueue(Database database) {
    this.database = database;
  }

  /** Which sources a run is for. */
  public record Selection(
      @Nullable SourceId onlySource,
      @Nullable WebUrl onlyFeed,
      Duration minInterval,
      boolean force) {}

  /** A source in a run's plan, as it was when the plan was made. */
  public record Planned(SourceId id, HostKey host, @Nullable Instant lastPolledAt) {}

  /** What came of asking for a planned source. */
  public sealed interface Take {
    record Taken(Claim claim) implements Take {}

    /** Another process is at this host. */
    record Busy() implements Take {}

    record NotReady(Instant readyAt) implements Take {}

    /** Another run visited it meanwhile, or a person took it out. */
    record NoLonger() implements Take {}
  }

  // A wait that is only rhythm may be cut short by a person's run; one that a server or a rule
  // imposed may not.
  private static final String ELIGIBLE =
      """
       FROM sources s JOIN feed_state f ON f.source_id = s.id
      WHERE s.feed_url IS NOT NULL AND s.enabled
        AND (s.feed_disable_reason IS NULL OR s.feed_disable_reason <> 'manual')
        AND (:force
             OR ((f.last_polled_at IS NULL OR f.last_polled_at <= :polled_before)
                 AND (f.next_poll_at <= :now
                      OR f.next_poll_reason IN ('first', 'interval', 'learned', 'hint'))))
        AND (CAST(:only_id AS TEXT) IS NULL OR s.id = :only_id)
        AND (CAST(:only_feed AS TEXT) IS NULL OR s.feed_url_key = :only_feed)
      """;

  private static final String PLAN =
      "SELECT s.id, s.host_key, f.last_polled_at"
          + ELIGIBLE
          + """
           ORDER BY (SELECT q.owner IS NOT NULL FROM host_queue q WHERE q.key = s.host_key),
                   f.last_polled_at NULLS FIRST, s.id
          LIMIT :limit
          """;

  /**
   * The sources whose turn it is: never visited first, then the least recently visited, then by id.
   * Hosts that somebody is at come last, and so does one whose visitor never came back: what may
   * have killed a run must not keep the next one from the others.
   */
  public List<Planned> plan(Selection selection, int limit, Instant now) {
    return database.read(
        h ->
            bound(h.createQuery(PLAN), selection, now)
                .bind("limit", limit)
                .map(
                    (row, _) ->
                        new Planned(
                            new SourceId(row.getString("id")),
                            new HostKey(row.getString("host_key")),
                            Rows.maybeTime(row, "last_polled_at")))
                .list());
  }

  private static final String CLAIM =
      "SELECT "
          + Rows.REGISTERED
          + ELIGIBLE
          + " AND s.id = :id AND f.last_polled_at IS NOT DISTINCT FROM CAST(:seen AS BIGINT)";

  /** Leases the host of a planned source and reads the source again, in one transaction. */
  public Take take(Planned planned, Selection selection, Instant now) {
    return database.doubtful().settled(now, taken -> take(planned, selection, now, taken));
  }

  private Take take(Planned planned, Selection selection, Instant now, List<Lease> taken) {
    var first = database.writeLightly(h -> take(h, planned, selection, now, taken));
    if (!(first instanceof Attempt.Held(var owner, var epoch))
        || !database.engine().isGone(owner)) {
      return first.result();
    }
    return database
        .write(
            h -> {
              Leases.voidLease(h, planned.host(), epoch);
              return take(h, planned, selection, now, taken);
            })
        .result();
  }

  /** A take that may have met a holder. */
  private sealed interface Attempt {
    Take result();

    record Done(Take result) implements Attempt {}

    record Held(String owner, long epoch) implements Attempt {
      @Override
      public Take result() {
        return new Take.Busy();
      }
    }
  }

  private Attempt take(
      Handle h, Planned planned, Selection selection, Instant now, List<Lease> taken) {
    return switch (Leases.take(h, planned.host(), database.engine().owner(), now)) {
      case Leases.Taken.Ours(var lease) -> {
        taken.add(lease);
        yield new Attempt.Done(claim(h, lease, planned, selection, now));
      }
      case Leases.Taken.Busy(var owner, var epoch) -> new Attempt.Held(owner, epoch);
      case Leases.Taken.NotReady(var at) -> new Attempt.Done(new Take.NotReady(at));
    };
  }

  private Take claim(Handle h, Lease lease, Planned planned, Selection selection, Instant now) {
    var found =
        bound(h.createQuery(CLAIM), selection, now)
            .bind("id", planned.id().value())
            .bind("seen", Rows.millis(planned.lastPolledAt()))
            .map((row, _) -> Rows.registered(row))
            .findOne();
    if (found.isEmpty()) {
      Leases.release(h, List.of(new Return(lease, now)), database.engine());
      return new Take.NoLonger();
    }
    return new Take.Taken(new Claim(lease, found.get().source(), found.get().state()));
  }

  /** Gives a host back that taught us nothing. */
  void release(Lease lease, Instant readyAt) {
    release(new Return(lease, readyAt));
  }

  /** Gives a host back. */
  public void release(Return back) {
    database.writeLightly(
        h -> {
          Leases.release(h, List.of(back), database.engine());
          return true;
        });
  }

  private static Query bound(Query query, Selection selection, Instant now) {
    var feed = selection.onlyFeed();
    return query
        .bind("force", selection.force())
        .bind("now", now.toEpochMilli())
        .bind("polled_before", now.minus(selection.minInterval()).toEpochMilli())
        .bind("only_id", selection.onlySource() == null ? null : selection.onlySource().value())
        .bind("only_feed", feed == null ? null : feed.key());
  }
}
