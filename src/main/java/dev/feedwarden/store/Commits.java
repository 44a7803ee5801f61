package dev.feedwarden.store;

import dev.feedwarden.model.DisableBudget.Answer.Refused;
import dev.feedwarden.model.FeedState;
import dev.feedwarden.model.FeedState.Snapshot;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.Poll;
import dev.feedwarden.model.Poll.Receipt;
import dev.feedwarden.model.Poll.Receipt.Stored;
import dev.feedwarden.model.Poll.Settlement;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.Standing;
import dev.feedwarden.model.WebUrl;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.SqlStatement;
import org.jspecify.annotations.Nullable;

/**
 * The end of every poll: articles, validators, counters, schedule, standing and history, in one
 * transaction.
 */
public final class Commits {
  private final Database database;

  public Commits(Database database) {
    this.database = database;
  }

  /**
   * Writes a group of polls of different sources, all or none; the receipts are in the order of the
   * polls. A deferral is not for here: it leaves no trace.
   */
  public List<Receipt> commit(List<Poll> polls) {
    return database.write(
        h -> {
          var receipts = new HashMap<SourceId, Receipt>();
          inOrder(polls).forEach(poll -> receipts.put(poll.claim().source().id(), commit(h, poll)));
          return polls.stream().map(poll -> receipts.get(poll.claim().source().id())).toList();
        });
  }

  // Rows are locked in the order of their keys, so that two groups never wait for each other.
  private static List<Poll> inOrder(List<Poll> polls) {
    return polls.stream()
        .sorted(
            Comparator.comparing((Poll p) -> p.claim().lease().host())
                .thenComparing(p -> p.claim().source().id()))
        .toList();
  }

  private Receipt commit(Handle h, Poll poll) {
    if (!isOurs(h, poll)) {
      History.superseded(h, poll);
      return new Receipt.Superseded();
    }
    var kept = ArticleRows.store(h, poll);
    var written = write(h, poll, kept.stored());
    History.polled(h, written.poll(), kept.stored());
    Exhibits.write(h, poll);
    Telling.polled(h, written.poll(), written.receipt());
    Telling.stored(h, poll, kept);
    return written.receipt();
  }

  /** A poll as it was written at last. */
  private record Written(Poll poll, Receipt receipt) {}

  private Written write(Handle h, Poll poll, Stored stored) {
    if (isRationed(poll)
        && BudgetRow.ask(h, poll.visit().endedAt(), database.engine().locking())
            instanceof Refused(_, var first)) {
      var held = poll.held();
      writeState(h, held);
      History.changed(h, held, "held", StandingColumns.of(poll.transition().standing()));
      return new Written(held, new Receipt.Held(stored, first));
    }
    writeState(h, poll);
    writeStanding(h, poll);
    return new Written(poll, stored);
  }

  /**
   * Counts failures that were written as pending, all or none; the settlements are in the order of
   * the polls. A feed that was polled or changed since is left alone.
   *
   * @param counted the polls with what follows from them now
   */
  public List<Settlement> settle(List<Poll> counted) {
    var now = database.now().toEpochMilli();
    return database.write(
        h -> {
          var settled = new HashMap<SourceId, Settlement>();
          inOrder(counted).forEach(p -> settled.put(p.claim().source().id(), settle(h, p, now)));
          return counted.stream().map(poll -> settled.get(poll.claim().source().id())).toList();
        });
  }

  private static final String STILL =
      """
      SELECT q.leased_until FROM host_queue q, sources s, feed_state f
      WHERE q.key = :host AND s.id = :id AND s.revision = :revision
        AND f.source_id = s.id AND f.last_polled_at = :ended
      """;

  private Settlement settle(Handle h, Poll poll, long now) {
    var leasedUntil =
        h.createQuery(STILL + database.engine().locking())
            .bind("host", poll.claim().lease().host().value())
            .bind("id", poll.claim().source().id().value())
            .bind("revision", poll.claim().source().revision())
            .bind("ended", poll.visit().endedAt().toEpochMilli())
            .mapTo(Long.class)
            .findOne();
    if (leasedUntil.isEmpty()) {
      return new Settlement.Done(new Receipt.Superseded());
    }
    if (leasedUntil.get() > now) {
      return new Settlement.NotYet();
    }
    var written = write(h, poll, new Stored(0, 0, 0));
    History.settled(h, written.poll());
    Telling.polled(h, written.poll(), written.receipt());
    Leases.dueAnew(h, poll.claim().lease().host());
    return new Settlement.Done(written.receipt());
  }

  private static final String FORGIVE =
      """
      UPDATE feed_state SET last_error_blame = 'us'
      WHERE source_id = :id AND last_polled_at = :ended AND last_error_blame = 'pending'
      """;

  /** Says of failures that were written as pending that they were our own. */
  public void forgive(List<Poll> pending) {
    database.useWrite(
        h ->
            inOrder(pending)
                .forEach(
                    poll -> {
                      History.forgiven(h, poll);
                      h.createUpdate(FORGIVE)
                          .bind("id", poll.claim().source().id().value())
                          .bind("ended", poll.visit().endedAt().toEpochMilli())
                          .execute();
                    }));
  }

  // A feed that never worked is no loss, and a renewed cooldown is no new one.
  private static boolean isRationed(Poll poll) {
    return poll.claim().source().standing() instanceof Standing.Active
        && poll.transition().standing() instanceof Standing.Cooling
        && poll.claim().state().visits().lastSuccessAt() != null;
  }

  // The two fences: the lease must still be ours, and nobody may have changed the source meanwhile.
  private static final String FENCE =
      """
      SELECT 1 FROM host_queue q, sources s
      WHERE q.key = :host AND q.epoch = :epoch AND s.id = :id AND s.revision = :revision
      """;

  private boolean isOurs(Handle h, Poll poll) {
    var claim = poll.claim();
    return h.createQuery(FENCE + database.engine().locking())
        .bind("host", claim.lease().host().value())
        .bind("epoch", claim.lease().epoch())
        .bind("id", claim.source().id().value())
        .bind("revision", claim.source().revision())
        .mapTo(Integer.class)
        .findOne()
        .isPresent();
  }

  // Who asked after the poll began wants another one.
  private static final String NEXT =
      """
      next_poll_at = CASE WHEN next_poll_reason = 'asked' AND next_poll_at > :taken
                          THEN next_poll_at ELSE CAST(:next AS BIGINT) END,
      next_poll_reason = CASE WHEN next_poll_reason = 'asked' AND next_poll_at > :taken
                              THEN next_poll_reason ELSE :reason END
      """;

  private static <S extends SqlStatement<S>> S bindNext(S statement, Poll poll) {
    var next = poll.transition().next();
    return statement
        .bind("taken", poll.claim().lease().takenAt().toEpochMilli())
        .bind("next", Rows.millis(next.at()))
        .bind("reason", next.reason().wire());
  }

  private static final String STATE =
      """
      UPDATE feed_state
      SET last_etag = :etag, last_modified = :modified, body_hash = :hash,
          last_item_count = :items, whole_at = :whole, whole_from = :from, etag_churn = :churn,
          validators_lied_at = :lied, consecutive_errors = :consecutive, error_count = :errors,
          streak_type = :streak, same_type_streak = :same_type, any_type_streak = :any_type,
          error_repeats = :repeats, last_error = :error, last_error_type = :error_type,
          last_error_blame = :blame,
          last_polled_at = :now, last_success_at = coalesce(CAST(:success AS BIGINT), last_success_at),
          failing_since = :failing_since, told_at = :told, moved_to = :moved_to,
          moved_sightings = :sightings, moved_since = :moved_since, updated_at = :now,
      """
          + NEXT
          + ", "
          + RhythmColumns.ASSIGNED
          + " WHERE source_id = :id";

  private static void writeState(Handle h, Poll poll) {
    var snapshot = snapshot(poll.claim().state(), poll.outcome());
    var health = poll.transition().health();
    var streak = health.streak();
    var last = health.lastError();
    var move = poll.visit().move();
    var now = poll.visit().endedAt().toEpochMilli();
    RhythmColumns.bind(bindNext(h.createUpdate(STATE), poll), snapshot.rhythm())
        .bind("id", poll.claim().source().id().value())
        .bind("etag", snapshot.validators().etag())
        .bind("modified", snapshot.validators().lastModified())
        .bind("hash", snapshot.bodyHash())
        .bind("items", snapshot.itemCount())
        .bind("whole", Rows.millis(snapshot.reliability().wholeAt()))
        .bind("from", text(snapshot.reliability().wholeFrom()))
        .bind("churn", snapshot.reliability().churn())
        .bind("lied", Rows.millis(snapshot.reliability().liedAt()))
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
        .bind("success", poll.outcome() instanceof Outcome.Failed ? null : (Long) now)
        .bind("now", now)
        .bind("moved_to", move == null ? null : move.to().text())
        .bind("sightings", move == null ? 0 : move.sightings())
        .bind("moved_since", move == null ? null : Rows.millis(move.since()))
        .execute();
  }

  private static @Nullable String text(@Nullable WebUrl url) {
    return url == null ? null : url.text();
  }

  private static Snapshot snapshot(FeedState before, Outcome outcome) {
    var old = before.snapshot();
    return switch (outcome) {
      case Outcome.Fresh(_, var snapshot) -> snapshot;
      case Outcome.NotModified(var validators, var rhythm) -> old.confirmed(validators, rhythm);
      case Outcome.Failed _, Outcome.Deferred _ -> old;
    };
  }

  private static final String STANDING =
      """
      UPDATE sources
      SET feed_disabled_at = :since, feed_disabled_until = :until, feed_disable_reason = :reason,
          feed_disabled_by = :by, feed_disable_note = :note, revision = revision + 1,
          updated_at = :now
      WHERE id = :id
      """;

  private static void writeStanding(Handle h, Poll poll) {
    var before = poll.claim().source().standing();
    var after = poll.transition().standing();
    if (before.equals(after)) {
      return;
    }
    var columns = StandingColumns.of(after);
    h.createUpdate(STANDING)
        .bind("id", poll.claim().source().id().value())
        .bind("since", Rows.millis(columns.since()))
        .bind("until", Rows.millis(columns.until()))
        .bind("reason", columns.reason())
        .bind("by", columns.by())
        .bind("note", columns.note())
        .bind("now", poll.visit().endedAt().toEpochMilli())
        .execute();
    History.changed(h, poll, kind(before, after), columns);
  }

  private static String kind(Standing before, Standing after) {
    return switch (after) {
      case Standing.Active _ -> "enabled";
      case Standing.Cooling _, Standing.Stopped _ ->
          before instanceof Standing.Active ? "disabled" : "renewed";
    };
  }

  private static final String POSTPONE =
      "UPDATE feed_state SET last_polled_at = :now, updated_at = :now, "
          + NEXT
          + " WHERE source_id = :id";

  /** Writes only when a feed is due again, after a fault of our own; a lost lease is left alone. */
  public void postpone(Poll poll) {
    database.useWrite(
        h -> {
          if (isOurs(h, poll)) {
            bindNext(h.createUpdate(POSTPONE), poll)
                .bind("id", poll.claim().source().id().value())
                .bind("now", poll.visit().endedAt().toEpochMilli())
                .execute();
          }
        });
  }
}
