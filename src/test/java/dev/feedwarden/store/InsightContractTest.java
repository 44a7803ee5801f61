package dev.feedwarden.store;

import static dev.feedwarden.store.Fixtures.claim;
import static dev.feedwarden.store.Fixtures.entry;
import static dev.feedwarden.store.Fixtures.feed;
import static dev.feedwarden.store.Fixtures.fresh;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Article;
import dev.feedwarden.model.Blame;
import dev.feedwarden.model.Cause;
import dev.feedwarden.model.ErrorType;
import dev.feedwarden.model.Health;
import dev.feedwarden.model.NextPoll;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.Poll;
import dev.feedwarden.model.PollError;
import dev.feedwarden.model.SourceFilter;
import dev.feedwarden.model.SourceFilter.Notice;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.Standing;
import dev.feedwarden.model.TextQuery;
import dev.feedwarden.model.Transition;
import dev.feedwarden.store.Activity.FailingHost;
import dev.feedwarden.store.ArticleSearch.Sameness;
import dev.feedwarden.store.Audit.Change;
import dev.feedwarden.store.ErrorGroups.Group;
import dev.feedwarden.store.PollHistory.Day;
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

/** What the dashboard asks that nobody else does. */
@ParameterizedClass
@EnumSource(TestEngine.class)
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class InsightContractTest {
  private static final PollError GONE =
      new PollError(ErrorType.GONE, Cause.STATUS, 410, "https://a.example/");

  @Parameter TestEngine engine;
  @TempDir Path folder;
  private Database database;
  private Instant now;
  private SourceId well;
  private SourceId ill;

  @BeforeEach
  void open() {
    database = engine.fresh(folder);
    now = database.now().truncatedTo(ChronoUnit.MILLIS);
    well = new Registry(database).add(feed("https://a.example/feed"), now).id();
    ill = new Registry(database).add(feed("https://b.example/feed"), now).id();
  }

  @AfterEach
  void close() {
    database.close();
  }

  private void poll(SourceId source, Outcome outcome, Health health, Standing standing) {
    var claim = claim(database, source, now);
    var next = new NextPoll(now.plusSeconds(3_600), NextPoll.Reason.INTERVAL);
    new Commits(database)
        .commit(
            List.of(
                new Poll(
                    claim,
                    outcome,
                    new Transition(health, standing, next),
                    new Poll.Visit(now, Duration.ofMillis(20), 0, 200, 1_000))));
    new BatchQueue(database).release(claim.lease(), now);
  }

  private void wellAndIll() {
    poll(well, fresh(entry("a", "Apples"), entry("b", "Bees")), Health.FINE, Standing.ACTIVE);
    poll(
        ill,
        new Outcome.Failed(GONE, null, Blame.FEED),
        new Health(
            1,
            1,
            new Health.Streak(ErrorType.GONE, 1, 1),
            0,
            new Health.LastError(ErrorType.GONE, "gone", new Health.Outage(now, null))),
        new Standing.Cooling(ErrorType.GONE, now, now.plusSeconds(99), "policy"));
  }

  private List<Long> polls() {
    var hours = new Activity(database).polls();
    return List.of(
        hours.stream().mapToLong(Activity.Hour::fresh).sum(),
        hours.stream().mapToLong(Activity.Hour::failed).sum(),
        hours.stream().mapToLong(Activity.Hour::all).sum());
  }

  @Test
  void polls_of_the_last_day_are_counted_once_whether_or_not_they_are_added_up() {
    wellAndIll();

    var before = polls();
    while (new PollHours(database).turn(now.plusSeconds(600))) {}

    assertThat(before).containsExactly(1L, 1L, 2L);
    assertThat(polls()).containsExactly(1L, 1L, 2L);
    assertThat(new Activity(database).polls()).hasSize(24);
  }

  @Test
  void articles_and_their_duplicates_are_counted_by_the_hour() {
    wellAndIll();
    poll(ill, fresh(entry("c", "Apples")), Health.FINE, Standing.ACTIVE);

    var hours = new Activity(database).arrivals();

    assertThat(hours.stream().mapToLong(Activity.Arrivals::articles).sum()).isEqualTo(3);
    assertThat(hours.stream().mapToLong(Activity.Arrivals::duplicates).sum()).isEqualTo(1);
  }

  @Test
  void what_fails_is_grouped_by_host_and_type() {
    wellAndIll();

    assertThat(new Activity(database).failing())
        .containsExactly(new FailingHost("b.example", 1, now, ErrorType.GONE, false));
    assertThat(new ErrorGroups(database).largest())
        .containsExactly(new Group(ErrorType.GONE, "b.example", 1, 1, now, "gone"));
  }

  @Test
  void who_deserves_a_look_is_counted_and_found() {
    wellAndIll();
    new Interventions(database)
        .disable(well, new Standing.Stopped(now, "ann", "tired of it"), "ann", now);

    var notices = new Overview(database).fleet().notices();
    var found =
        new SourceLists(database)
            .after(SourceFilter.of(Notice.PERSON), null, 9, now).stream()
                .map(one -> one.source().id())
                .toList();

    assertThat(notices)
        .containsEntry(Notice.PERSON, 1L)
        .containsEntry(Notice.OFF, 1L)
        .containsEntry(Notice.FAILING, 0L)
        .containsEntry(Notice.QUIET, 0L);
    assertThat(found).containsExactly(ill);
  }

  @Test
  void hosts_that_wait_are_late_from_when_they_could_be_asked() {
    var late = new Activity(database).lateness(now.plusSeconds(60));

    assertThat(late)
        .isEqualTo(new Activity.Lateness(2, Duration.ofSeconds(60), Duration.ofSeconds(60)));
  }

  @Test
  void changes_of_standing_are_told_with_who_and_why() {
    wellAndIll();
    new Interventions(database)
        .disable(well, new Standing.Stopped(now, "ann", "tired of it"), "ann", now);

    assertThat(new Audit(database).latest(well, 9))
        .containsExactly(new Change(now, "disabled", "manual", "ann", "by hand tired of it"));
    assertThat(new Audit(database).latest(ill, 9))
        .containsExactly(new Change(now, "disabled", "gone", "policy", "gone"));
  }

  @Test
  void a_history_is_found_by_source_by_day_and_by_number() {
    wellAndIll();
    var history = new PollHistory(database);

    var latest = history.latest(List.of(well, ill), 30);
    var one = latest.getOrDefault(well, List.of()).getFirst();

    assertThat(latest.get(ill)).hasSize(1);
    assertThat(history.find(well, one.place().id())).contains(one);
    assertThat(history.find(ill, one.place().id())).isEmpty();
    assertThat(history.days(well, now.minusSeconds(99)))
        .containsExactly(new Day(now.toEpochMilli() / 86_400_000, 2));
  }

  @Test
  void words_are_found_the_newest_first_and_duplicates_know_why() {
    wellAndIll();
    poll(ill, fresh(entry("c", "Apples")), Health.FINE, Standing.ACTIVE);
    while (new ArticleIndex(database).turn()) {}
    var search = new ArticleSearch(database);
    var query = TextQuery.parse("apples").orElseThrow();

    var found = search.latest(query, Long.MAX_VALUE, 9);
    var duplicate = found.getFirst();

    assertThat(found).extracting(Article::sourceId).containsExactly(ill, well);
    assertThat(search.latest(query, duplicate.id(), 9)).containsExactly(found.getLast());
    assertThat(search.sameness(duplicate.id())).contains(new Sameness(false, true));
    assertThat(search.sameness(found.getLast().id())).isEmpty();
  }

  @Test
  void workers_are_who_holds_hosts() {
    claim(database, well, now);

    var workers = new Workers(database);

    assertThat(workers.holding(now)).extracting(Workers.Worker::hosts).containsExactly(1L);
    assertThat(workers.place().engine())
        .isEqualTo(engine == TestEngine.SQLITE ? "SQLite" : "PostgreSQL");
  }
}
