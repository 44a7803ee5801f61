package dev.feedwarden.store;

import dev.feedwarden.model.DisableBudget.Answer.Refused;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.Poll;
import dev.feedwarden.model.Poll.Receipt;
import dev.feedwarden.model.Poll.Settlement;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.Standing;
import dev.feedwarden.model.Transition;
import dev.feedwarden.store.Leases.Parted;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.HandleCallback;

/**
 * The end of every poll: articles, validators, counters, schedule, standing and history, in one
 * transaction.
 */
public final class Commits {
  private final Database database;

  public Commits(Database database) {
    this.database = database;
  }

  /** How many transactions it makes sense to have under way at once. */
  public int writers() {
    return database.engine().writers();
  }

  /**
   * Writes a group of polls of different sources, all or none; the receipts are in the order of the
   * polls. A deferral is not for here: it leaves no trace.
   */
  public List<Receipt> commit(List<Poll> polls) {
    return commitReady(polls.stream().map(ReadyPoll::of).toList());
  }

  /** The same, of polls that were made ready before. */
  public List<Receipt> commitReady(List<ReadyPoll> ready) {
    HandleCallback<List<Receipt>, RuntimeException> work = h -> commit(h, ready);
    return ready.stream().map(ReadyPoll::poll).allMatch(Commits::isNoLoss)
        ? database.writeLightly(work)
        : database.write(work);
  }

  // When the power fails, the last of these are as if they had never been: the feed is due, and is
  // asked again. Nobody has heard of them, and nothing came of them.
  private static boolean isNoLoss(Poll poll) {
    return poll.outcome() instanceof Outcome.NotModified
        && poll.transition().standing().equals(poll.claim().source().standing())
        && poll.transition().alarm() == Transition.Alarm.NONE;
  }

  /**
   * Writes a poll of a group that failed, unless it is there: the answer to the group's COMMIT may
   * have been lost.
   */
  public Receipt repeat(ReadyPoll ready) {
    return database.write(
        h -> {
          isOurs(h, List.of(ready.poll())); // waits for the group, should it not have ended yet
          return History.receipt(h, ready.poll())
              .orElseGet(() -> commit(h, List.of(ready)).getFirst());
        });
  }

  private List<Receipt> commit(Handle h, List<ReadyPoll> ready) {
    var polls = ready.stream().map(ReadyPoll::poll).toList();
    var ours = isOurs(h, polls);
    var late = polls.stream().filter(poll -> !ours.contains(id(poll))).toList();
    var written =
        inOrder(ready).stream()
            .filter(one -> ours.contains(id(one.poll())))
            .map(one -> decided(h, one.poll(), ArticleRows.store(h, one, database.engine())))
            .toList();
    write(h, written);
    PageRows.submit(h, written);
    History.polled(h, written);
    History.superseded(h, late);
    var receipts = new HashMap<SourceId, Receipt>();
    late.forEach(poll -> receipts.put(id(poll), new Receipt.Superseded()));
    for (var one : written) {
      Exhibits.write(h, one.poll());
      Gaps.write(h, one.poll());
      Heartbeats.write(h, one.poll());
      Telling.polled(h, one.poll(), one.receipt());
      Telling.stored(h, one.poll(), one.kept());
      receipts.put(id(one.poll()), one.receipt());
    }
    Leases.part(h, parted(ready, written));
    return polls.stream().map(poll -> receipts.get(id(poll))).toList();
  }

  private static List<Parted> parted(List<ReadyPoll> ready, List<Written> written) {
    var polls =
        written.stream()
            .collect(Collectors.toMap(one -> id(one.poll()), Written::poll, (a, _) -> a));
    return ready.stream()
        .flatMap(
            one ->
                Stream.ofNullable(one.back())
                    .map(back -> new Parted(back, polls.get(id(one.poll())))))
        .toList();
  }

  private static SourceId id(Poll poll) {
    return poll.claim().source().id();
  }

  // Rows are locked in the order of their keys, so that two groups never wait for each other.
  private static final Comparator<Poll> BY_KEYS =
      Comparator.comparing((Poll p) -> p.claim().lease().host())
          .thenComparing(p -> p.claim().source().id());

  private static List<ReadyPoll> inOrder(List<ReadyPoll> ready) {
    return ready.stream().sorted(Comparator.comparing(ReadyPoll::poll, BY_KEYS)).toList();
  }

  /** A poll as it is to be written at last. */
  record Written(Poll poll, ArticleRows.Kept kept, Receipt receipt) {}

  private Written decided(Handle h, Poll poll, ArticleRows.Kept kept) {
    if (isRationed(poll)
        && BudgetRow.ask(h, poll.visit().endedAt(), database.engine().locking())
            instanceof Refused(_, var first)) {
      History.changed(h, poll.held(), "held", StandingColumns.of(poll.transition().standing()));
      return new Written(poll.held(), kept, new Receipt.Held(kept.stored(), first));
    }
    return new Written(poll, kept, kept.stored());
  }

  private static void write(Handle h, List<Written> written) {
    FeedStates.write(h, written.stream().map(Written::poll).toList());
    written.forEach(one -> writeStanding(h, one.poll()));
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
          counted.stream().sorted(BY_KEYS).forEach(p -> settled.put(id(p), settle(h, p, now)));
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
    var written = decided(h, poll, ArticleRows.Kept.nothing(0));
    write(h, List.of(written));
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
            pending.stream()
                .sorted(BY_KEYS)
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
  // Who changes a source holds its host's row, as we do from here on: the sources need no lock.
  private static final String EPOCHS =
      "SELECT key, epoch FROM host_queue WHERE key %s ORDER BY key ";

  private static final String REVISIONS = "SELECT id, revision FROM sources WHERE id %s";

  private Map<String, Long> numbers(Handle h, String select, Stream<String> keys) {
    var many = database.engine().many();
    return many.bind(h.createQuery(select.formatted(many.among())), keys.distinct().toList())
        .map((row, _) -> Map.entry(row.getString(1), row.getLong(2)))
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  private Set<SourceId> isOurs(Handle h, List<Poll> polls) {
    var own = polls.stream().map(poll -> poll.claim().lease().host().value());
    var hosts = Stream.concat(own, PageRows.hosts(h, polls));
    var epochs = numbers(h, EPOCHS + database.engine().locking(), hosts);
    var revisions = numbers(h, REVISIONS, polls.stream().map(poll -> id(poll).value()));
    return polls.stream()
        .map(Poll::claim)
        .filter(
            claim ->
                Objects.equals(epochs.get(claim.lease().host().value()), claim.lease().epoch())
                    && Objects.equals(
                        revisions.get(claim.source().id().value()), claim.source().revision()))
        .map(claim -> claim.source().id())
        .collect(Collectors.toSet());
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
    RegistryReports.add(h, poll);
  }

  private static String kind(Standing before, Standing after) {
    return switch (after) {
      case Standing.Active _ -> "enabled";
      case Standing.Cooling _, Standing.Stopped _ ->
          before instanceof Standing.Active ? "disabled" : "renewed";
    };
  }

  /** Writes only when a feed is due again, after a fault of our own; a lost lease is left alone. */
  public void postpone(Poll poll) {
    database.useWrite(
        h -> {
          if (isOurs(h, List.of(poll)).contains(poll.claim().source().id())) {
            FeedStates.postpone(h, poll);
          }
        });
  }
}
