package dev.feedwarden.store;

import dev.feedwarden.model.Blame;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.Poll;
import dev.feedwarden.model.Poll.Receipt;
import dev.feedwarden.model.Poll.Receipt.Stored;
import dev.feedwarden.model.SourceId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** What happened, for people: one row a poll, one row a change of standing. */
final class History {
  private History() {}

  private static final String COLUMNS =
      """
      INSERT INTO polls (source_id, ended_at, duration_ms, outcome, error_type, cause, status_code,
                         retry_count, bytes, inserted, updated, skipped, absent,
                         next_poll_at, next_poll_reason, blame, retry_after_ms, own_interval_ms,
                         learned_gap_ms, newest_item_at, hint_between_ms, skip_hours, skip_days,
                         fresh_for_ms, at_most_ms, lag_ms, dns_ms, connect_ms, tls_ms, first_byte_ms,
                         remarks)
      """;

  private static final String VALUES =
      """
      :id, :ended, :took, :outcome, :type, :cause, :status, :retries, :bytes, :inserted, :updated,
      :skipped, :absent, :next, :reason, :blame, :retry_after, :own_interval, :learned_gap,
      :newest_item, :between, :skip_hours, :skip_days, :fresh_for, :at_most, :lag, :dns, :connect,
      :tls, :first_byte, :remarks
      """;

  private static final String POLL = COLUMNS + Batch.row(VALUES);

  // What every poll has, and most of them nothing else.
  private static final String NOTHING_NEW =
      """
      INSERT INTO polls (source_id, ended_at, duration_ms, outcome, status_code, retry_count, bytes,
                         inserted, updated, skipped, next_poll_at, next_poll_reason, lag_ms, dns_ms,
                         connect_ms, tls_ms, first_byte_ms)
      """
          + Batch.row(
              """
              :id, :ended, :took, 'not_modified', :status, :retries, :bytes, 0, 0, :skipped, :next,
              :reason, :lag, :dns, :connect, :tls, :first_byte
              """);

  // The source may have been deleted while it was polled.
  private static final String LATE =
      COLUMNS
          + "SELECT "
          + VALUES
          + Batch.ROWS
          + " WHERE EXISTS (SELECT 1 FROM sources s WHERE s.id = :id)";

  /** Polls that counted. */
  static void polled(Handle h, List<Commits.Written> written) {
    var none = written.stream().filter(History::hasNothingNew).toList();
    if (!none.isEmpty()) {
      try (var batch = Batch.of(h, NOTHING_NEW)) {
        none.forEach(
            one ->
                bindVisit(batch, one.poll()).bind("skipped", one.kept().stored().skipped()).add());
        batch.execute();
      }
    }
    var news = written.stream().filter(one -> !hasNothingNew(one)).toList();
    if (!news.isEmpty()) {
      withNews(h, news);
    }
  }

  private static boolean hasNothingNew(Commits.Written one) {
    return one.poll().outcome() instanceof Outcome.NotModified && one.poll().remarks().isEmpty();
  }

  private static void withNews(Handle h, List<Commits.Written> news) {
    try (var batch = Batch.of(h, POLL)) {
      for (var one : news) {
        var outcome = one.poll().outcome();
        var absent = outcome instanceof Outcome.Fresh(var changes, _) ? changes.absent() : 0;
        bind(batch, one.poll(), outcome(outcome), one.kept().stored(), absent).add();
      }
      batch.execute();
    }
  }

  /** Polls that came too late to count. */
  static void superseded(Handle h, List<Poll> late) {
    if (late.isEmpty()) {
      return;
    }
    try (var batch = Batch.of(h, LATE)) {
      late.forEach(poll -> bind(batch, poll, "superseded", new Stored(0, 0, 0), 0).add());
      batch.execute();
    }
  }

  // A feed's polls never overlap: the end of one is its own.
  private static final String RECEIPT =
      """
      SELECT outcome, inserted, updated, skipped FROM polls
      WHERE source_id = :id AND ended_at = :ended
      """;

  /** What became of a poll, if it was written. */
  static Optional<Receipt> receipt(Handle h, Poll poll) {
    return h.createQuery(RECEIPT)
        .bind("id", poll.claim().source().id().value())
        .bind("ended", poll.visit().endedAt().toEpochMilli())
        .map((row, _) -> receipt(row))
        .findFirst();
  }

  private static Receipt receipt(ResultSet row) throws SQLException {
    return row.getString("outcome").equals("superseded")
        ? new Receipt.Superseded()
        : new Stored(row.getInt("inserted"), row.getInt("updated"), row.getInt("skipped"));
  }

  private static String outcome(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Fresh _ -> "fresh";
      case Outcome.NotModified _ -> "not_modified";
      case Outcome.Failed _ -> "failed";
      case Outcome.Deferred _ -> throw new IllegalArgumentException("a deferral has no history");
    };
  }

  private static Batch bind(Batch row, Poll poll, String outcome, Stored stored, int absent) {
    var failed = poll.outcome() instanceof Outcome.Failed f ? f : null;
    var error = failed == null ? null : failed.error();
    return bindVisit(BasisColumns.bind(row, poll), poll)
        .bind("outcome", outcome)
        .bind("type", error == null ? null : error.type().wire())
        .bind("cause", error == null ? null : error.cause().wire())
        .bind("inserted", stored.inserted())
        .bind("updated", stored.updated())
        .bind("skipped", stored.skipped())
        .bind("absent", absent)
        .bind("blame", failed == null ? null : failed.blame().wire())
        .bind("remarks", RemarkText.write(poll.remarks()));
  }

  private static Batch bindVisit(Batch row, Poll poll) {
    var visit = poll.visit();
    return row.bind("id", poll.claim().source().id().value())
        .bind("ended", visit.endedAt().toEpochMilli())
        .bind("took", visit.took().toMillis())
        .bind("status", visit.statusCode())
        .bind("retries", visit.retryCount())
        .bind("bytes", visit.bytes())
        .bind("lag", poll.lag().map(Duration::toMillis).orElse(null))
        .bind("dns", (int) visit.phases().dns().toMillis())
        .bind("connect", (int) visit.phases().connect().toMillis())
        .bind("tls", (int) visit.phases().tls().toMillis())
        .bind("first_byte", (int) visit.phases().firstByte().toMillis())
        .bind("next", Rows.millis(poll.transition().next().at()))
        .bind("reason", poll.transition().next().reason().wire());
  }

  private static final String SETTLED =
      """
      UPDATE polls SET blame = :blame, next_poll_at = CAST(:next AS BIGINT), next_poll_reason = :reason
      WHERE source_id = :id AND ended_at = :ended AND blame = 'pending'
      """;

  /** A pending failure was not ours, and this is what follows from it. */
  static void settled(Handle h, Poll poll) {
    var next = poll.transition().next();
    var blame = poll.outcome() instanceof Outcome.Failed failed ? failed.blame() : Blame.FEED;
    h.createUpdate(SETTLED)
        .bind("blame", blame.wire())
        .bind("id", poll.claim().source().id().value())
        .bind("ended", poll.visit().endedAt().toEpochMilli())
        .bind("next", Rows.millis(next.at()))
        .bind("reason", next.reason().wire())
        .execute();
  }

  private static final String FORGIVEN =
      """
      UPDATE polls SET blame = 'us'
      WHERE source_id = :id AND ended_at = :ended AND blame = 'pending'
      """;

  /** A pending failure was ours. */
  static void forgiven(Handle h, Poll poll) {
    h.createUpdate(FORGIVEN)
        .bind("id", poll.claim().source().id().value())
        .bind("ended", poll.visit().endedAt().toEpochMilli())
        .execute();
  }

  private static final String CHANGE =
      """
      INSERT INTO transitions (source_id, at, kind, reason, done_by, evidence)
      VALUES (:id, :at, :kind, :reason, :by, :evidence)
      """;

  static void changed(Handle h, Poll poll, String kind, StandingColumns columns) {
    var last = poll.transition().health().lastError();
    intervened(
        h,
        poll.claim().source().id(),
        poll.visit().endedAt(),
        kind,
        columns.reason(),
        columns.by() == null ? "policy" : columns.by(),
        last == null ? "a poll succeeded" : last.message());
  }

  static void intervened(
      Handle h,
      SourceId id,
      Instant at,
      String kind,
      @Nullable String reason,
      String by,
      String evidence) {
    h.createUpdate(CHANGE)
        .bind("id", id.value())
        .bind("at", at.toEpochMilli())
        .bind("kind", kind)
        .bind("reason", reason)
        .bind("by", by)
        .bind("evidence", evidence)
        .execute();
  }

  /** All of a source that is about to go. */
  static void forget(Handle h, SourceId id) {
    h.createUpdate("DELETE FROM polls WHERE source_id = :id").bind("id", id.value()).execute();
  }
}
