package dev.feedwarden.store;

import static dev.feedwarden.store.Fixtures.claim;
import static dev.feedwarden.store.Fixtures.feed;
import static dev.feedwarden.store.Fixtures.fresh;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Blame;
import dev.feedwarden.model.Cause;
import dev.feedwarden.model.Claim;
import dev.feedwarden.model.ErrorType;
import dev.feedwarden.model.Health;
import dev.feedwarden.model.Health.LastError;
import dev.feedwarden.model.Health.Outage;
import dev.feedwarden.model.Health.Streak;
import dev.feedwarden.model.NextPoll;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.Poll;
import dev.feedwarden.model.Poll.Receipt;
import dev.feedwarden.model.Poll.Settlement;
import dev.feedwarden.model.PollError;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.Standing;
import dev.feedwarden.model.Transition;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A failure that nobody was blamed for, and the word that comes later. */
@ParameterizedClass
@EnumSource(TestEngine.class)
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class SettleContractTest {
  private static final PollError DEAF =
      new PollError(ErrorType.NETWORK, Cause.DNS, 0, "http://a.example/feed");
  private static final Settlement.Done COUNTED = new Settlement.Done(new Receipt.Stored(0, 0, 0));
  private static final Settlement.Done SUPERSEDED = new Settlement.Done(new Receipt.Superseded());

  @Parameter TestEngine engine;
  @TempDir Path folder;
  private Database database;
  private Registry registry;
  private Commits commits;
  private SourceId source;
  private Instant now; // the store's own: whether a host is leased is measured by it

  @BeforeEach
  void open() {
    database = engine.fresh(folder);
    registry = new Registry(database);
    commits = new Commits(database);
    now = database.now().truncatedTo(ChronoUnit.SECONDS);
    source = registry.add(feed("http://a.example/feed"), now).id();
  }

  @AfterEach
  void close() {
    database.close();
  }

  private Health shown(int errors, Blame blame) {
    var streak = errors == 0 ? Streak.NONE : new Streak(ErrorType.NETWORK, errors, errors);
    return new Health(
        errors,
        errors,
        streak,
        0,
        new LastError(ErrorType.NETWORK, DEAF.message(), new Outage(now, null), blame));
  }

  private NextPoll in(int minutes) {
    return new NextPoll(now.plus(Duration.ofMinutes(minutes)), NextPoll.Reason.INTERVAL);
  }

  private Poll failed(Claim claim, Blame blame, Transition next) {
    return new Poll(
        claim,
        new Outcome.Failed(DEAF, null, blame),
        next,
        new Poll.Visit(now, Duration.ofMillis(20), 1, 0, 0));
  }

  /** A pending failure, written, with its host still leased. */
  private Poll pending() {
    var claim = claim(database, source, now);
    var poll =
        failed(
            claim,
            Blame.PENDING,
            new Transition(shown(0, Blame.PENDING), claim.source().standing(), in(60)));
    assertThat(commits.commit(List.of(poll))).containsExactly(new Receipt.Stored(0, 0, 0));
    return poll;
  }

  private void release(Poll poll) {
    new BatchQueue(database).release(poll.claim().lease(), now);
  }

  private Settlement settle(Poll pending, Standing standing, NextPoll next) {
    var transition = new Transition(shown(1, Blame.FEED), standing, next);
    var counted = failed(pending.claimAfter(), Blame.FEED, transition);
    return commits.settle(List.of(counted)).getFirst();
  }

  private Settlement settle(Poll pending) {
    return settle(pending, Standing.ACTIVE, in(15));
  }

  private Registered registered() {
    return registry.find(source).orElseThrow();
  }

  private List<String> history() {
    return database.read(
        h ->
            h.createQuery("SELECT outcome, blame, next_poll_at FROM polls ORDER BY id")
                .map(
                    (row, _) ->
                        row.getString(1)
                            + " "
                            + row.getString(2)
                            + " "
                            + Duration.ofMillis(row.getLong(3) - now.toEpochMilli()).toMinutes())
                .list());
  }

  private Instant due() {
    return Instant.ofEpochMilli(
        database.read(h -> h.createQuery("SELECT due_at FROM host_queue").mapTo(Long.class).one()));
  }

  @Test
  void a_pending_failure_is_shown_and_is_in_history() {
    release(pending());

    assertThat(registered().state().health()).isEqualTo(shown(0, Blame.PENDING));
    assertThat(history()).containsExactly("failed pending 60");
  }

  @Test
  void what_is_settled_is_counted_and_its_host_is_due_when_the_feed_is() {
    var pending = pending();
    release(pending);

    assertThat(settle(pending)).isEqualTo(COUNTED);

    assertThat(registered().state().health()).isEqualTo(shown(1, Blame.FEED));
    assertThat(registered().state().next()).isEqualTo(in(15));
    assertThat(registered().state().visits().lastPolledAt()).isEqualTo(now);
    assertThat(registered().state().visits().lastSuccessAt()).isNull();
    assertThat(history()).containsExactly("failed feed 15");
    assertThat(due()).isEqualTo(in(15).at());
  }

  @Test
  void a_host_that_somebody_is_at_is_left_alone_until_it_is_given_back() {
    var pending = pending();

    assertThat(settle(pending)).isEqualTo(new Settlement.NotYet());
    assertThat(registered().state().health()).isEqualTo(shown(0, Blame.PENDING));
    assertThat(history()).containsExactly("failed pending 60");

    release(pending);
    assertThat(settle(pending)).isEqualTo(COUNTED);
  }

  @Test
  void a_feed_that_was_polled_since_is_left_alone() {
    var pending = pending();
    release(pending);
    var claim = claim(database, source, now.plusSeconds(1));
    commits.commit(
        List.of(
            new Poll(
                claim,
                fresh(),
                new Transition(Health.FINE, Standing.ACTIVE, in(60)),
                new Poll.Visit(now.plusSeconds(1), Duration.ofMillis(20), 1, 200, 9))));
    new BatchQueue(database).release(claim.lease(), now);

    assertThat(settle(pending)).isEqualTo(SUPERSEDED);

    assertThat(registered().state().health()).isEqualTo(Health.FINE);
    assertThat(history()).containsExactly("failed pending 60", "fresh null 60");
  }

  @Test
  void a_source_that_a_person_changed_since_is_left_alone() {
    var pending = pending();
    release(pending);
    database.useWrite(h -> h.execute("UPDATE sources SET revision = revision + 1"));

    assertThat(settle(pending)).isEqualTo(SUPERSEDED);

    assertThat(registered().state().health()).isEqualTo(shown(0, Blame.PENDING));
  }

  @Test
  void a_source_that_was_removed_since_is_nobodys() {
    var pending = pending();
    release(pending);
    database.useWrite(h -> h.execute("DELETE FROM sources"));

    assertThat(settle(pending)).isEqualTo(SUPERSEDED);
  }

  @Test
  void what_is_settled_may_disable_the_feed() {
    var pending = pending();
    release(pending);
    var cooling =
        new Standing.Cooling(ErrorType.NETWORK, now, now.plus(Duration.ofHours(12)), "policy");

    assertThat(settle(pending, cooling, in(720))).isEqualTo(COUNTED);

    assertThat(registered().source().standing()).isEqualTo(cooling);
    assertThat(registered().source().revision()).isEqualTo(2);
  }

  @Test
  void a_probe_that_went_on_cooling_while_it_was_pending_is_settled_all_the_same() {
    var longer =
        new Standing.Cooling(ErrorType.NETWORK, now, now.plus(Duration.ofHours(1)), "policy");
    var claim = claim(database, source, now);
    var pending =
        failed(claim, Blame.PENDING, new Transition(shown(0, Blame.PENDING), longer, in(60)));
    commits.commit(List.of(pending));
    release(pending);
    var renewed =
        new Standing.Cooling(ErrorType.NETWORK, now, now.plus(Duration.ofHours(12)), "policy");

    assertThat(settle(pending, renewed, in(720))).isEqualTo(COUNTED);

    assertThat(registered().source().standing()).isEqualTo(renewed);
    assertThat(registered().source().revision()).isEqualTo(3);
  }

  @Test
  void settlements_come_in_the_order_of_the_polls() {
    var first = pending();
    release(first);
    var b = registry.add(feed("http://0.example/feed"), now).id();
    var second =
        failed(
            claim(database, b, now),
            Blame.PENDING,
            new Transition(shown(0, Blame.PENDING), Standing.ACTIVE, in(60)));
    commits.commit(List.of(second));
    var counted = new Transition(shown(1, Blame.FEED), Standing.ACTIVE, in(15));

    assertThat(
            commits.settle(
                List.of(
                    failed(first.claimAfter(), Blame.FEED, counted),
                    failed(second.claimAfter(), Blame.FEED, counted))))
        .containsExactly(COUNTED, new Settlement.NotYet());
  }

  @Test
  void what_is_forgiven_is_ours_in_history_and_in_what_is_shown() {
    var pending = pending();
    release(pending);

    commits.forgive(List.of(pending));

    assertThat(registered().state().health()).isEqualTo(shown(0, Blame.US));
    assertThat(history()).containsExactly("failed us 60");
    assertThat(registered().state().next()).isEqualTo(in(60));
  }

  @Test
  void what_was_settled_cannot_be_forgiven_after_that() {
    var pending = pending();
    release(pending);
    settle(pending);

    commits.forgive(List.of(pending));

    assertThat(registered().state().health()).isEqualTo(shown(1, Blame.FEED));
    assertThat(history()).containsExactly("failed feed 15");
  }
}
