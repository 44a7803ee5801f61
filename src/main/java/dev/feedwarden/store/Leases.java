package dev.feedwarden.store;

import dev.feedwarden.model.HostKey;
import dev.feedwarden.model.HostMemory;
import dev.feedwarden.model.Incident;
import dev.feedwarden.model.Lease;
import dev.feedwarden.model.Poll;
import dev.feedwarden.model.Trouble;
import dev.feedwarden.store.Turns.Return;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Who may ask which host: taken by one statement, voided by time or by the owner's end, never by a
 * reaper.
 */
final class Leases {
  /** How long a host is ours unless we give it back. */
  static final Duration LENGTH = Turns.LEASE;

  private Leases() {}

  /** What came of asking for a host. */
  sealed interface Taken {
    record Ours(Lease lease) implements Taken {}

    /** Somebody else has it. */
    record Busy(String owner, long epoch) implements Taken {}

    /** Free, but it was asked a moment ago. */
    record NotReady(Instant readyAt) implements Taken {}
  }

  // Taking over what its owner never gave back is a loss, and counted as one.
  private static final String TAKE =
      """
      UPDATE host_queue
      SET epoch = epoch + 1, leased_until = :until, owner = :owner,
          lost = CASE WHEN owner IS NULL THEN lost ELSE lost + 1 END
      WHERE key = :key AND leased_until <= :now AND ready_at <= :now
      RETURNING epoch, ready_at, changes,
      """
          + MemoryColumns.NAMES;

  private static final String LOOK =
      "SELECT owner, epoch, leased_until, ready_at FROM host_queue WHERE key = :key";

  static Taken take(Handle h, HostKey host, String owner, Instant now) {
    var until = now.plus(LENGTH);
    var lease =
        h.createQuery(TAKE)
            .bind("key", host.value())
            .bind("owner", owner)
            .bind("now", now.toEpochMilli())
            .bind("until", until.toEpochMilli())
            .map(
                (row, _) ->
                    new Lease(
                        host,
                        row.getLong("epoch"),
                        now,
                        until,
                        MemoryColumns.read(row),
                        row.getLong("changes")))
            .findOne();
    return lease.<Taken>map(Taken.Ours::new).orElseGet(() -> refusal(h, host, now));
  }

  private static Taken refusal(Handle h, HostKey host, Instant now) {
    return h.createQuery(LOOK)
        .bind("key", host.value())
        .map(
            (row, _) ->
                row.getLong("leased_until") > now.toEpochMilli()
                    ? new Taken.Busy(row.getString("owner"), row.getLong("epoch"))
                    : new Taken.NotReady(Instant.ofEpochMilli(row.getLong("ready_at"))))
        .one();
  }

  /** Ends the lease of an owner that is known to be gone; the next taker counts the loss. */
  static void voidLease(Handle h, HostKey host, long epoch) {
    h.createUpdate("UPDATE host_queue SET leased_until = 0 WHERE key = :key AND epoch = :epoch")
        .bind("key", host.value())
        .bind("epoch", epoch)
        .execute();
  }

  /**
   * Holds a host's row until the transaction ends, in order to change its feeds: who has leased it
   * must not believe any longer that he knows when they are due.
   */
  static void lock(Handle h, String host) {
    h.createUpdate("UPDATE host_queue SET changes = changes + 1 WHERE key = :key")
        .bind("key", host)
        .execute();
  }

  private static final String OF_FEEDS =
      "(SELECT min(f.next_poll_at) FROM feed_state f WHERE f.host_key = :key AND f.enabled)";

  private static final String OF_PAGES =
      """
      (SELECT p.next_attempt_at FROM pages p
       WHERE p.host_key = :key AND p.next_attempt_at IS NOT NULL
       ORDER BY p.next_attempt_at LIMIT 1)
      """;

  private static String due(String ofFeeds) {
    return "due_at = (SELECT min(due.at) FROM (SELECT "
        + ofFeeds
        + " AS at UNION ALL SELECT "
        + OF_PAGES
        + ") due)";
  }

  /** Computes when a host is due from its feeds and pages; who calls has locked its row. */
  static void dueAnew(Handle h, HostKey host) {
    h.createUpdate(
            "UPDATE host_queue SET changes = changes + 1, " + due(OF_FEEDS) + " WHERE key = :key")
        .bind("key", host.value())
        .execute();
  }

  // Nobody but the holder of the lease has changed the host's feeds since it was taken, if their
  // changes are as many as then: what he found of the others afterwards still holds.
  private static final String IF_UNCHANGED =
      "CASE WHEN host_queue.changes = :changes THEN CAST(:due AS BIGINT) ELSE " + OF_FEEDS + " END";

  private static String release(String memory) {
    return "UPDATE host_queue SET leased_until = 0, owner = NULL, lost = 0, ready_at = :ready, "
        + memory
        + ", "
        + due(IF_UNCHANGED)
        + Batch.ROWS
        + " WHERE host_queue.key = :key AND host_queue.epoch = :epoch";
  }

  private static final String RELEASE = release(MemoryColumns.ASSIGNED);
  private static final String PACED = release(MemoryColumns.PACE);

  /**
   * A host on its way back.
   *
   * @param polled what was written of the one feed that was polled, if it was one
   */
  record Parted(Return back, @Nullable Poll polled) {
    // Nobody ever counts so many.
    private static final long UNKNOWN = -1;

    // A time beyond it is rare, and may be a wrong clock's: it is read again.
    private static final Duration LONGEST = Duration.ofDays(1);

    long changes() {
      return due() == null ? UNKNOWN : back.lease().changes();
    }

    /** When the host is due, if that can be told without looking. */
    @Nullable Long due() {
      var others = polled == null ? null : polled.claim().others();
      if (polled == null || others == null) {
        return null;
      }
      var latest = polled.visit().endedAt().plus(LONGEST);
      return Stream.of(
              Optional.ofNullable(others.next()),
              Optional.ofNullable(polled.transition().next().at()))
          .flatMap(Optional::stream)
          .min(Comparator.naturalOrder())
          .filter(due -> !due.isAfter(latest))
          .map(Instant::toEpochMilli)
          .orElse(null);
    }

    private boolean isPaced() {
      return MemoryColumns.isPace(back.lease().memory()) && MemoryColumns.isPace(back.memory());
    }

    private boolean tells() {
      return (back.lease().memory().trouble() == null) != (back.memory().trouble() == null);
    }
  }

  /**
   * Gives hosts back, not to be asked again before an instant each; a lease that was lost is left
   * alone.
   */
  static void release(Handle h, List<Return> back, Database.Engine engine) {
    if (back.isEmpty()) {
      return;
    }
    if (!engine.locking().isEmpty()) { // what a row's due_at is made of must not move
      var keys = back.stream().map(one -> one.lease().host().value()).distinct().toList();
      var among = "SELECT key FROM host_queue WHERE key " + engine.many().among();
      var lock = h.createQuery(among + " ORDER BY key " + engine.locking());
      engine.many().bind(lock, keys).mapTo(String.class).list();
    }
    part(h, back.stream().map(one -> new Parted(one, null)).toList());
  }

  /** The same of hosts whose rows are locked. */
  static void part(Handle h, List<Parted> hosts) {
    write(h, PACED, hosts.stream().filter(Parted::isPaced).toList(), MemoryColumns::bindPace);
    for (var one : hosts) {
      if (!one.isPaced()
          && write(h, RELEASE, List.of(one), MemoryColumns::bind) > 0
          && one.tells()) {
        tell(h, one.back());
      }
    }
  }

  private static int write(
      Handle h, String release, List<Parted> hosts, BiFunction<Batch, HostMemory, Batch> bind) {
    if (hosts.isEmpty()) {
      return 0;
    }
    try (var batch = Batch.of(h, release)) {
      for (var one : hosts) {
        var back = one.back();
        bind.apply(batch, back.memory())
            .bind("key", back.lease().host().value())
            .bind("epoch", back.lease().epoch())
            .bind("ready", back.readyAt().toEpochMilli())
            .bind("changes", one.changes())
            .bind("due", one.due())
            .add();
      }
      return batch.execute();
    }
  }

  // Nobody but the holder of the lease says whether a host is in trouble: the incident follows it.
  private static void tell(Handle h, Return back) {
    var host = back.lease().host().value();
    var before = back.lease().memory().trouble();
    var now = back.memory().trouble();
    if (before == null && now != null) {
      Incidents.open(h, Incident.Kind.HOST, host, now.evidence(), now.since(), null);
    }
    if (before != null && now == null) {
      Incidents.close(h, Incident.Kind.HOST, host, back.lease().takenAt());
    }
  }

  private static final String TROUBLED =
      """
      UPDATE host_queue
      SET trouble_since = :since, trouble_probes = :probes, trouble_evidence = :evidence,
          ready_at = CASE WHEN ready_at > :ready THEN ready_at ELSE :ready END
      WHERE key = :key AND owner IS NULL AND trouble_since IS NULL
      """;

  /** Says of a host that nobody is at that it is in trouble. */
  static boolean troubled(Handle h, HostKey host, Trouble trouble, Instant readyAt) {
    var said =
        h.createUpdate(TROUBLED)
                .bind("key", host.value())
                .bind("since", trouble.since().toEpochMilli())
                .bind("probes", trouble.probes())
                .bind("evidence", trouble.evidence())
                .bind("ready", readyAt.toEpochMilli())
                .execute()
            > 0;
    return said
        && Incidents.open(
            h, Incident.Kind.HOST, host.value(), trouble.evidence(), trouble.since(), null);
  }
}
