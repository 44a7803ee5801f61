package dev.feedwarden.store;

import dev.feedwarden.model.FeedState.Reliability;
import dev.feedwarden.model.FeedState.Snapshot;
import dev.feedwarden.model.FeedState.Unmodified;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.Poll;
import dev.feedwarden.model.Validators;
import dev.feedwarden.model.WebUrl;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** What a poll leaves of a feed: validators, counters, the last error, when it is due again. */
final class FeedStates {
  private FeedStates() {}

  // Who asked after the poll began wants another one.
  private static final String NEXT =
      """
      next_poll_at = CASE WHEN next_poll_reason = 'asked' AND next_poll_at > :taken
                          THEN next_poll_at ELSE CAST(:next AS BIGINT) END,
      next_poll_reason = CASE WHEN next_poll_reason = 'asked' AND next_poll_at > :taken
                              THEN next_poll_reason ELSE :reason END
      """;

  private static Batch bindNext(Batch row, Poll poll) {
    var next = poll.transition().next();
    return row.bind("taken", poll.claim().lease().takenAt().toEpochMilli())
        .bind("next", Rows.millis(next.at()))
        .bind("reason", next.reason().wire());
  }

  // What every visit writes.
  private static final String VISITED =
      """
      UPDATE feed_state
      SET last_etag = :etag, last_modified = :modified, whole_at = :whole,
          unmodified_count = :unmodified, unmodified_at = :unmodified_at,
          last_polled_at = :now, last_success_at = coalesce(CAST(:success AS BIGINT), last_success_at),
          updated_at = :now,
      """
          + NEXT;

  private static final String OF_SOURCE = Batch.ROWS + " WHERE source_id = :id";

  private static final String VISIT = VISITED + OF_SOURCE;

  private static final String STATE =
      VISITED
          + """
          , body_hash = :hash,
          last_item_count = :items, whole_from = :from, etag_churn = :churn,
          validators_lied_at = :lied, validators_lie = :lie,
          consecutive_errors = :consecutive, error_count = :errors,
          streak_type = :streak, same_type_streak = :same_type, any_type_streak = :any_type,
          error_repeats = :repeats, last_error = :error, last_error_type = :error_type,
          last_error_blame = :blame,
          failing_since = :failing_since, told_at = :told, moved_to = :moved_to,
          moved_how = :moved_how, moved_sightings = :sightings, moved_since = :moved_since,
          moved_common = :moved_common, moved_of = :moved_of,
          """
          + RhythmColumns.ASSIGNED
          + ", "
          + WatchColumns.ASSIGNED
          + OF_SOURCE;

  /** Writes the states of different feeds; most polls find that nothing is new. */
  static void write(Handle h, List<Poll> polls) {
    var news = new ArrayList<Poll>();
    var none = new ArrayList<Poll>();
    polls.forEach(poll -> (hasNews(poll) ? news : none).add(poll));
    write(h, VISIT, none, FeedStates::bindVisit);
    write(h, STATE, news, FeedStates::bindState);
  }

  private static void write(
      Handle h, String statement, List<Poll> polls, BiConsumer<Batch, Poll> bind) {
    if (polls.isEmpty()) {
      return;
    }
    try (var batch = Batch.of(h, statement)) {
      for (var poll : polls) {
        bind.accept(batch, poll);
        batch.add();
      }
      batch.execute();
    }
  }

  /** Whether anything is other than it was, but for what every visit writes. */
  private static boolean hasNews(Poll poll) {
    var before = poll.claim().state();
    return !Objects.equals(before.move(), poll.visit().move())
        || !before.health().equals(poll.transition().health())
        || !lasting(before.snapshot()).equals(lasting(snapshot(poll)));
  }

  private static Snapshot lasting(Snapshot snapshot) {
    var known = snapshot.reliability();
    return new Snapshot(
        Validators.NONE,
        snapshot.bodyHash(),
        snapshot.itemCount(),
        new Reliability(null, known.wholeFrom(), known.churn(), known.lie(), Unmodified.NEVER),
        snapshot.rhythm(),
        snapshot.watch());
  }

  private static void bindVisit(Batch row, Poll poll) {
    var snapshot = snapshot(poll);
    var unmodified = snapshot.reliability().unmodified();
    var now = poll.visit().endedAt().toEpochMilli();
    bindNext(row, poll)
        .bind("id", poll.claim().source().id().value())
        .bind("etag", snapshot.validators().etag())
        .bind("modified", snapshot.validators().lastModified())
        .bind("whole", Rows.millis(snapshot.reliability().wholeAt()))
        .bind("unmodified", unmodified.count())
        .bind("unmodified_at", Rows.millis(unmodified.lastAt()))
        .bind("success", poll.outcome() instanceof Outcome.Failed ? null : (Long) now)
        .bind("now", now);
  }

  private static void bindState(Batch row, Poll poll) {
    bindVisit(row, poll);
    var snapshot = snapshot(poll);
    var lie = snapshot.reliability().lie();
    var health = poll.transition().health();
    var streak = health.streak();
    var last = health.lastError();
    var move = poll.visit().move();
    var watched = WatchColumns.bind(row, snapshot.watch());
    RhythmColumns.bind(watched, snapshot.rhythm())
        .bind("hash", snapshot.bodyHash())
        .bind("items", snapshot.itemCount())
        .bind("from", text(snapshot.reliability().wholeFrom()))
        .bind("churn", snapshot.reliability().churn())
        .bind("lied", lie == null ? null : Rows.millis(lie.at()))
        .bind("lie", lie == null ? null : lie.kind().wire())
        .bind("consecutive", health.consecutiveErrors())
        .bind("errors", health.errorCount())
        .bind("streak", streak.type() == null ? null : streak.type().wire())
        .bind("same_type", streak.sameType())
        .bind("any_type", streak.anyType())
        .bind("repeats", health.repeats())
        .bind("error", last == null ? null : last.message())
        .bind("error_type", last == null ? null : last.type().wire())
        .bind("blame", last == null ? null : last.blame().wire())
        .bind("failing_since", last == null ? null : Rows.millis(last.outage().since()))
        .bind("told", last == null ? null : Rows.millis(last.outage().toldAt()))
        .bind("moved_to", move == null ? null : move.to().text())
        .bind("moved_how", move == null ? null : move.how().wire())
        .bind("moved_common", move == null ? 0 : move.overlap().common())
        .bind("moved_of", move == null ? 0 : move.overlap().of())
        .bind("sightings", move == null ? 0 : move.sightings())
        .bind("moved_since", move == null ? null : Rows.millis(move.since()));
  }

  private static @Nullable String text(@Nullable WebUrl url) {
    return url == null ? null : url.text();
  }

  /** What is remembered of a feed's document after a poll. */
  static Snapshot snapshot(Poll poll) {
    var old = poll.claim().state().snapshot();
    return switch (poll.outcome()) {
      case Outcome.Fresh(_, var snapshot) -> snapshot;
      case Outcome.NotModified(var validators, var rhythm) ->
          old.confirmed(validators, rhythm, poll.visit().endedAt());
      case Outcome.Failed _, Outcome.Deferred _ -> old;
    };
  }

  private static final String POSTPONE =
      "UPDATE feed_state SET last_polled_at = :now, updated_at = :now, " + NEXT + OF_SOURCE;

  /** Writes only when a feed is due again. */
  static void postpone(Handle h, Poll poll) {
    try (var batch = Batch.of(h, POSTPONE)) {
      bindNext(batch, poll)
          .bind("id", poll.claim().source().id().value())
          .bind("now", poll.visit().endedAt().toEpochMilli())
          .add();
      batch.execute();
    }
  }
}
