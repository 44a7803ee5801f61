package dev.feedwarden.store;

import static dev.feedwarden.store.Fixtures.NOW;
import static dev.feedwarden.store.Fixtures.claim;
import static dev.feedwarden.store.Fixtures.entry;
import static dev.feedwarden.store.Fixtures.feed;
import static dev.feedwarden.store.Fixtures.fresh;
import static dev.feedwarden.store.Fixtures.poll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.feedwarden.model.Cause;
import dev.feedwarden.model.Changes;
import dev.feedwarden.model.Entry;
import dev.feedwarden.model.ErrorType;
import dev.feedwarden.model.FeedState;
import dev.feedwarden.model.FeedState.Reliability;
import dev.feedwarden.model.FeedState.Snapshot;
import dev.feedwarden.model.FeedState.Visits;
import dev.feedwarden.model.Health;
import dev.feedwarden.model.NextPoll;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.Poll;
import dev.feedwarden.model.Poll.Receipt.Stored;
import dev.feedwarden.model.Poll.Receipt.Superseded;
import dev.feedwarden.model.PollError;
import dev.feedwarden.model.Rhythm;
import dev.feedwarden.model.Source;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.Standing;
import dev.feedwarden.model.Transition;
import dev.feedwarden.model.Validators;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(TestEngine.class)
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class CommitContractTest {
  private static final PollError NOT_FOUND =
      new PollError(ErrorType.NOT_FOUND, Cause.STATUS, 404, "http://a.example/");
  private static final Health FAILED_ONCE =
      new Health(
          1,
          1,
          new Health.Streak(ErrorType.NOT_FOUND, 1, 1),
          0,
          new Health.LastError(
              ErrorType.NOT_FOUND, NOT_FOUND.message(), new Health.Outage(NOW, null)));
  private static final Instant LATER = NOW.plusSeconds(90);

  @Parameter TestEngine engine;
  @TempDir Path folder;
  private Database database;
  private Registry registry;
  private Commits commits;
  private SourceId source;

  @BeforeEach
  void open() {
    database = engine.fresh(folder);
    registry = new Registry(database);
    commits = new Commits(database);
    source = registry.add(feed("http://a.example/feed"), NOW).id();
  }

  @AfterEach
  void close() {
    database.close();
  }

  private Poll.Receipt commit(Poll poll) {
    var receipt = commits.commit(List.of(poll)).getFirst();
    new BatchQueue(database).release(poll.claim().lease(), NOW);
    return receipt;
  }

  private Poll.Receipt seen(Entry... entries) {
    return commit(poll(claim(database, source), Fixtures.seen(database, source, entries)));
  }

  private static Poll ending(Instant at, Poll poll) {
    var visit = new Poll.Visit(at, Duration.ofMillis(20), 1, 200, 1_000);
    return new Poll(poll.claim(), poll.outcome(), poll.transition(), visit);
  }

  private Registered registered() {
    return registry.find(source).orElseThrow();
  }

  private Instant stateUpdatedAt() {
    return Instant.ofEpochMilli(
        database.read(
            h -> h.createQuery("SELECT updated_at FROM feed_state").mapTo(Long.class).one()));
  }

  private long count(String table) {
    return database.read(
        h -> h.createQuery("SELECT count(*) FROM " + table).mapTo(Long.class).one());
  }

  @Test
  void a_success_stores_validators_and_moves_both_visits() {
    var snapshot =
        new Snapshot(new Validators("\"v1\"", "Sun, 01 Mar 2026 11:00:00 GMT"), "hash", 1);
    var fresh = new Outcome.Fresh(fresh(entry("k1", "one")).changes(), snapshot);

    commit(ending(LATER, poll(claim(database, source), fresh)));

    assertThat(registered().state().snapshot()).isEqualTo(snapshot);
    assertThat(registered().state().visits()).isEqualTo(new Visits(LATER, LATER));
    assertThat(stateUpdatedAt()).isEqualTo(LATER);
  }

  @Test
  void a_validator_that_the_server_stopped_sending_is_dropped() {
    seen(entry("k1", "one"));

    commit(
        poll(
            claim(database, source),
            new Outcome.Fresh(Changes.NONE, new Snapshot(Validators.NONE, "hash", 1))));

    assertThat(registered().state().snapshot().validators()).isEqualTo(Validators.NONE);
  }

  @Test
  void a_304_is_a_success_that_keeps_the_document() {
    seen(entry("k1", "one"));

    assertThat(
            commit(
                poll(
                    claim(database, source),
                    new Outcome.NotModified(new Validators("\"v2\"", null), Rhythm.NONE))))
        .isEqualTo(new Stored(0, 0, 1));

    assertThat(registered().state().snapshot())
        .isEqualTo(
            new Snapshot(
                new Validators("\"v2\"", null),
                "hash",
                1,
                Reliability.UNKNOWN.unmodified(NOW),
                Rhythm.NONE));
  }

  @Test
  void a_failure_keeps_validators_and_the_last_success_and_records_the_error() {
    seen(entry("k1", "one"));

    commit(
        ending(
            LATER,
            poll(
                claim(database, source),
                new Outcome.Failed(NOT_FOUND, null),
                FAILED_ONCE,
                Standing.ACTIVE)));

    var state = registered().state();
    assertThat(state.health()).isEqualTo(FAILED_ONCE);
    assertThat(state.snapshot().validators().etag()).isEqualTo("\"v1\"");
    assertThat(state.visits()).isEqualTo(new Visits(LATER, NOW));
    assertThat(stateUpdatedAt()).isEqualTo(LATER);
  }

  @Test
  void a_success_after_a_failure_leaves_nothing_of_it_but_the_count_of_all() {
    var failed = new Outcome.Failed(NOT_FOUND, null);
    var recovered = new Health(0, 1, Health.Streak.NONE, 0, null);
    commit(poll(claim(database, source), failed, FAILED_ONCE, Standing.ACTIVE));

    commit(poll(claim(database, source), fresh(), recovered, Standing.ACTIVE));

    assertThat(registered().state().health()).isEqualTo(recovered);
  }

  @Test
  void a_poll_that_is_put_off_changes_only_the_schedule_and_the_last_visit() {
    seen(entry("k1", "one"));
    var before = registered();
    var next = new NextPoll(LATER.plusSeconds(600), NextPoll.Reason.BACKOFF);
    var cooling = new Standing.Cooling(ErrorType.NOT_FOUND, NOW, LATER, "policy");
    var deferred = poll(claim(database, source), new Outcome.Deferred(NOW));
    var transition = new Transition(FAILED_ONCE, cooling, next);

    commits.postpone(
        ending(
            LATER, new Poll(deferred.claim(), deferred.outcome(), transition, deferred.visit())));

    assertThat(registered())
        .isEqualTo(
            new Registered(
                before.source(),
                new FeedState(
                    before.state().snapshot(), Health.FINE, new Visits(LATER, NOW), next)));
    assertThat(stateUpdatedAt()).isEqualTo(LATER);
    assertThat(count("polls")).isEqualTo(1);
    assertThat(count("transitions")).isZero();
  }

  @Test
  void a_poll_leaves_one_row_of_history() {
    var claim = claim(database, source);
    var poll = poll(claim, new Outcome.Failed(NOT_FOUND, null));
    var visit = new Poll.Visit(NOW, Duration.ofMillis(1_500), 2, 404, 0);

    commit(new Poll(claim, poll.outcome(), poll.transition(), visit));

    var row =
        database.read(
            h ->
                h.createQuery(
                        "SELECT outcome, error_type, cause, status_code, retry_count, duration_ms,"
                            + " next_poll_reason, absent FROM polls")
                    .map(
                        (r, _) ->
                            List.of(
                                r.getString(1),
                                r.getString(2),
                                r.getString(3),
                                r.getInt(4),
                                r.getInt(5),
                                r.getInt(6),
                                r.getString(7),
                                r.getInt(8)))
                    .one());
    assertThat(row)
        .isEqualTo(List.of("failed", "not_found", "status", 404, 2, 1_500, "interval", 0));
  }

  @Test
  void history_knows_how_many_entries_were_no_longer_there() {
    var changes = new Changes(fresh(entry("k1", "one")).changes().all(), 7);

    commit(
        poll(
            claim(database, source),
            new Outcome.Fresh(changes, new Snapshot(Validators.NONE, "hash", 1))));

    var row =
        database.read(h -> h.createQuery("SELECT absent FROM polls").mapTo(Integer.class).one());
    assertThat(row).isEqualTo(7);
  }

  @Test
  void a_change_of_standing_is_written_with_its_audit_and_raises_the_revision() {
    var cooling =
        new Standing.Cooling(ErrorType.NOT_FOUND, NOW, NOW.plus(Duration.ofDays(2)), "policy");

    var failed = new Outcome.Failed(NOT_FOUND, null);
    var settings = registered().source().settings();

    commit(ending(LATER, poll(claim(database, source), failed, Health.FINE, cooling)));

    assertThat(registered().source())
        .isEqualTo(new Source(source, settings, cooling, 2, new Source.Stamps(NOW, LATER)));
    assertThat(count("transitions")).isEqualTo(1);

    var muchLater = LATER.plusSeconds(90);
    commit(ending(muchLater, poll(claim(database, source), fresh())));

    assertThat(registered().source())
        .isEqualTo(
            new Source(source, settings, Standing.ACTIVE, 3, new Source.Stamps(NOW, muchLater)));
    assertThat(count("transitions")).isEqualTo(2);
  }

  @Test
  void a_success_of_an_active_feed_does_not_touch_its_registration() {
    var before = registered().source();

    seen(entry("k1", "one"));

    assertThat(registered().source()).isEqualTo(before);
  }

  @Test
  void R_03_a_poll_whose_lease_was_taken_over_writes_only_history() {
    var stale = claim(database, source);
    var later = NOW.plus(Leases.LENGTH);
    claim(database, source, later);

    assertThat(commits.commit(List.of(poll(stale, fresh(entry("k1", "one"))))))
        .containsExactly(new Superseded());
    assertThat(count("articles")).isZero();
    assertThat(count("polls")).isEqualTo(1);
    assertThat(registered().state().visits().lastPolledAt()).isNull();
  }

  @Test
  void a_poll_of_a_source_that_a_person_changed_meanwhile_writes_only_history() {
    var claim = claim(database, source);
    database.useWrite(h -> h.execute("UPDATE sources SET revision = revision + 1"));

    assertThat(commit(poll(claim, fresh(entry("k1", "one"))))).isEqualTo(new Superseded());
    assertThat(count("articles")).isZero();
  }

  @Test
  void a_poll_of_a_source_that_was_deleted_meanwhile_leaves_nothing() {
    var claim = claim(database, source);
    database.useWrite(h -> h.execute("DELETE FROM sources"));

    assertThat(commit(poll(claim, fresh(entry("k1", "one"))))).isEqualTo(new Superseded());
    assertThat(count("polls")).isZero();
  }

  @Test
  void a_group_is_written_as_a_whole_or_not_at_all() {
    var other = registry.add(feed("http://b.example/feed"), NOW).id();
    var good = poll(claim(database, source), fresh(entry("k1", "one")));
    var claim = claim(database, other);
    var bad =
        new Poll(
            claim,
            new Outcome.Deferred(NOW),
            good.transition(),
            new Poll.Visit(NOW, Duration.ZERO, 1, 0, 0));

    assertThatThrownBy(() -> commits.commit(List.of(good, bad)))
        .isInstanceOf(IllegalArgumentException.class);

    assertThat(count("articles")).isZero();
    assertThat(registered().state().snapshot()).isEqualTo(Snapshot.NONE);
  }

  @Test
  void R_09_what_a_group_wrote_is_not_written_again_by_who_was_not_told() {
    var other = registry.add(feed("http://b.example/feed"), NOW).id();
    var cooling = new Standing.Cooling(ErrorType.NOT_FOUND, NOW, LATER, "policy");
    var good = poll(claim(database, source), fresh(entry("k1", "one")));
    var failed = new Outcome.Failed(NOT_FOUND, null);
    var bad = poll(claim(database, other), failed, FAILED_ONCE, cooling);
    var told = commits.commit(List.of(good, bad));
    var events = count("outbox");

    var again = List.of(commits.repeat(ReadyPoll.of(good)), commits.repeat(ReadyPoll.of(bad)));

    assertThat(again).isEqualTo(told);
    assertThat(count("polls")).isEqualTo(2);
    assertThat(count("transitions")).isEqualTo(1);
    assertThat(count("outbox")).isEqualTo(events);
  }

  @Test
  void what_a_group_did_not_write_is_written_by_who_repeats_it() {
    var poll = poll(claim(database, source), fresh(entry("k1", "one")));

    assertThat(commits.repeat(ReadyPoll.of(poll))).isEqualTo(new Stored(1, 0, 0));
    assertThat(count("polls")).isEqualTo(1);
  }
}
