package dev.feedwarden.store;

import dev.feedwarden.model.NextPoll.Reason;
import dev.feedwarden.store.Turns.Return;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jdbi.v3.core.statement.SqlStatements;
import org.jspecify.annotations.Nullable;

/**
 * Times that no rule of ours writes, as the clock was wrong when they were written. Who waits for
 * one of them might wait for years: it is made due instead, now that the clock says otherwise.
 */
final class WrongTimes {
  /** A day, and its jitter. */
  private static final Duration LONGEST_INTERVAL = Duration.ofHours(27);

  /** A month of Retry-After or of a cooldown, and its jitter. */
  private static final Duration LONGEST_WAIT = Duration.ofDays(35);

  private static final Duration LONGEST_LEASE = Leases.LENGTH.multipliedBy(2);

  /** What the clock and the time that has passed may differ by. */
  private static final Duration A_LITTLE = Duration.ofMinutes(1);

  private static final List<String> ORDINARY =
      List.of(
          Reason.FIRST.wire(),
          Reason.ASKED.wire(),
          Reason.INTERVAL.wire(),
          Reason.LEARNED.wire(),
          Reason.HINT.wire());

  private static final String WRONG =
      """
      next_poll_at > :wait OR (next_poll_at > :interval AND next_poll_reason IN (<ordinary>))
      """;

  // Hosts before their feeds and in the order of their keys, as a commit locks them.
  private static String hold(String locking) {
    return "WITH hosts AS MATERIALIZED (SELECT key FROM host_queue"
        + " WHERE key IN (SELECT host_key FROM feed_state WHERE "
        + WRONG
        + ") ORDER BY key "
        + locking
        + ") UPDATE host_queue SET changes = changes + 1 WHERE key IN (SELECT key FROM hosts)";
  }

  private static final List<String> MEND =
      List.of(
          "UPDATE feed_state SET next_poll_at = :now WHERE " + WRONG,
          "UPDATE feed_state SET last_polled_at = :now WHERE last_polled_at > :interval",
          "UPDATE sources SET feed_disabled_until = :now WHERE feed_disabled_until > :wait",
          "UPDATE host_queue SET ready_at = :now WHERE ready_at > :wait",
          """
          UPDATE host_queue SET leased_until = 0 WHERE leased_until > :lease AND owner <> :owner
          """,
          """
          UPDATE host_queue
          SET due_at = (SELECT min(f.next_poll_at) FROM feed_state f WHERE f.host_key = host_queue.key)
          WHERE due_at > :interval
          """,
          "UPDATE destinations SET not_before = :now WHERE not_before > :interval",
          """
          UPDATE destinations SET leased_until = 0 WHERE leased_until > :lease AND owner <> :owner
          """);

  private final Database database;
  private @Nullable Seen seen;

  private record Seen(Instant at, long nanos) {}

  WrongTimes(Database database) {
    this.database = database;
  }

  /** Looks for them, if this is the first time, or the clock was set since the last. */
  void look(Instant now, long nanos) {
    if (seen == null || isSet(seen, now, nanos)) {
      mend(now);
    }
    seen = new Seen(now, nanos);
  }

  /**
   * Looks for them again if somebody comes back who set out under a later clock: he wrote what that
   * one said.
   */
  void look(List<Return> back, Instant now) {
    var latest = now.plus(A_LITTLE);
    if (back.stream().anyMatch(one -> one.lease().takenAt().isAfter(latest))) {
      mend(now);
    }
  }

  private static boolean isSet(Seen last, Instant now, long nanos) {
    var passed = Duration.ofNanos(nanos - last.nanos());
    return Duration.between(last.at(), now).minus(passed).abs().compareTo(A_LITTLE) > 0;
  }

  private void mend(Instant now) {
    database.useWrite(
        h -> {
          var hold = hold(database.engine().locking());
          for (var update : Stream.concat(Stream.of(hold), MEND.stream()).toList()) {
            h.createUpdate(update)
                .configure(SqlStatements.class, each -> each.setUnusedBindingAllowed(true))
                .bind("now", now.toEpochMilli())
                .bind("interval", now.plus(LONGEST_INTERVAL).toEpochMilli())
                .bind("wait", now.plus(LONGEST_WAIT).toEpochMilli())
                .bind("lease", now.plus(LONGEST_LEASE).toEpochMilli())
                .bind("owner", database.engine().owner())
                .bindList("ordinary", ORDINARY)
                .execute();
          }
        });
  }
}
