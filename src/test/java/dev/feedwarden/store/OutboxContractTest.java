package dev.feedwarden.store;

import static dev.feedwarden.store.Fixtures.NOW;
import static dev.feedwarden.store.Fixtures.claim;
import static dev.feedwarden.store.Fixtures.entry;
import static dev.feedwarden.store.Fixtures.feed;
import static dev.feedwarden.store.Fixtures.fresh;
import static dev.feedwarden.store.Fixtures.poll;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Blame;
import dev.feedwarden.model.Cause;
import dev.feedwarden.model.Claim;
import dev.feedwarden.model.ErrorType;
import dev.feedwarden.model.Happening;
import dev.feedwarden.model.Happening.Subject;
import dev.feedwarden.model.Health;
import dev.feedwarden.model.Health.LastError;
import dev.feedwarden.model.Health.Outage;
import dev.feedwarden.model.Health.Streak;
import dev.feedwarden.model.Incident;
import dev.feedwarden.model.NextPoll;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.Poll;
import dev.feedwarden.model.PollError;
import dev.feedwarden.model.Progress;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.Standing;
import dev.feedwarden.model.Transition;
import dev.feedwarden.model.Transition.Alarm;
import dev.feedwarden.store.Deliveries.Buried;
import dev.feedwarden.store.Deliveries.Episode;
import dev.feedwarden.store.Deliveries.Item;
import dev.feedwarden.store.Deliveries.Passage;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
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
final class OutboxContractTest {
  private static final Instant UNTIL = NOW.plus(Duration.ofDays(2));
  private static final LastError BROKEN =
      new LastError(ErrorType.NOT_FOUND, "HTTP 404", new Outage(NOW, null));
  private static final Outcome FAILED =
      new Outcome.Failed(
          new PollError(ErrorType.NOT_FOUND, Cause.STATUS, 404, "https://example.org/a"),
          null,
          Blame.FEED);

  @Parameter TestEngine engine;
  @TempDir Path folder;
  private Database database;
  private Deliveries deliveries;
  private SourceId id;
  private Subject subject;
  private Instant clock = NOW;

  @BeforeEach
  void open() {
    database = engine.fresh(folder);
    deliveries = new Deliveries(database);
    id = register("https://example.org/a");
    subject = new Subject(id, "a feed", "https://example.org/a", List.of());
  }

  @AfterEach
  void close() {
    database.close();
  }

  private SourceId register(String url) {
    return switch (new Registry(database).add(feed(url), NOW)) {
      case Registry.Added.New(var added) -> added;
      case Registry.Added.Known(var known) -> known;
    };
  }

  private OutboxPlace begin() {
    deliveries.register("slack", null, NOW);
    return deliveries.look("slack").orElseThrow().place();
  }

  private List<Happening> told(OutboxPlace after) {
    return deliveries.page(after, 1_000).stream().map(item -> item.event().what()).toList();
  }

  // Nobody gives the host back here: each claim waits until the lease before has run out.
  private Claim claimed() {
    clock = clock.plus(Duration.ofMinutes(10));
    return claim(database, id, clock);
  }

  private void commit(Poll poll) {
    new Commits(database).commit(List.of(poll));
  }

  private static Transition transition(Standing standing, Alarm alarm, LastError last) {
    return new Transition(
        new Health(3, 3, new Streak(ErrorType.NOT_FOUND, 3, 3), 2, last),
        standing,
        new NextPoll(UNTIL, NextPoll.Reason.COOLDOWN),
        alarm);
  }

  private Poll failed(Standing standing, Alarm alarm) {
    return new Poll(
        claimed(),
        FAILED,
        transition(standing, alarm, BROKEN),
        new Poll.Visit(NOW, Duration.ZERO, 0, 404, 0));
  }

  @Test
  void a_poll_tells_of_its_articles_in_one_row_and_says_which_they_are() {
    var begin = begin();

    commit(poll(claimed(), fresh(entry("1", "One"), entry("2", "Two"))));

    assertThat(told(begin)).containsExactly(new Happening.NewArticles(subject, true, 2, 0, 1, 2));
    assertThat(new Articles(database).newest(id, 1, 2, 5))
        .extracting(article -> article.version().content().title())
        .containsExactly("One", "Two");
  }

  @Test
  void only_the_first_sight_is_the_initial_one() {
    var begin = begin();
    commit(poll(claimed(), fresh(entry("1", "One"))));
    commit(poll(claimed(), Fixtures.seen(database, id, entry("1", "One"))));
    commit(poll(claimed(), Fixtures.seen(database, id, entry("1", "Other"), entry("2", "Two"))));

    assertThat(told(begin))
        .containsExactly(
            new Happening.NewArticles(subject, true, 1, 0, 1, 1),
            new Happening.NewArticles(subject, false, 1, 1, 2, 2));
  }

  @Test
  void articles_are_not_told_where_nobody_listens() {
    commit(poll(claimed(), fresh(entry("1", "One"))));

    assertThat(
            database.<Long, RuntimeException>read(
                h -> h.createQuery("SELECT count(*) FROM outbox").mapTo(Long.class).one()))
        .isZero();
  }

  @Test
  void a_disable_and_its_end_are_told_and_a_renewal_is_not() {
    var begin = begin();
    var cooling = new Standing.Cooling(ErrorType.NOT_FOUND, NOW, UNTIL, "policy");

    commit(failed(cooling, Alarm.NONE));
    var later = UNTIL.plusSeconds(1);
    commit(failed(new Standing.Cooling(ErrorType.NOT_FOUND, NOW, later, "policy"), Alarm.NONE));
    commit(poll(claimed(), fresh()));

    assertThat(told(begin))
        .containsExactly(
            new Happening.FeedDisabled(subject, "not_found", "policy", "HTTP 404", UNTIL),
            new Happening.FeedEnabled(subject, "policy"));
  }

  @Test
  void an_alarm_and_its_end_are_told() {
    var begin = begin();

    commit(failed(Standing.ACTIVE, Alarm.RAISED));
    commit(
        new Poll(
            claimed(),
            fresh(),
            new Transition(
                Health.FINE,
                Standing.ACTIVE,
                new NextPoll(UNTIL, NextPoll.Reason.INTERVAL),
                Alarm.CLEARED),
            new Poll.Visit(NOW, Duration.ZERO, 0, 200, 0)));

    assertThat(told(begin))
        .containsExactly(
            new Happening.FeedFailing(subject, ErrorType.NOT_FOUND, "HTTP 404"),
            new Happening.FeedRecovered(subject));
  }

  @Test
  void what_people_do_is_told() {
    var begin = begin();
    var hands = new Interventions(database);

    hands.disable(id, new Standing.Stopped(NOW, "eve", "noisy"), "eve", NOW);
    hands.enable(id, "adam", NOW);
    hands.remove(id);

    assertThat(told(begin))
        .containsExactly(
            new Happening.FeedDisabled(subject, "manual", "eve", "noisy", null),
            new Happening.FeedEnabled(subject, "adam"),
            new Happening.SourceRemoved(subject));
  }

  @Test
  void a_destination_hears_of_what_comes_after_it_was_named() {
    new Incidents(database).open(Incident.Kind.HOST, "before", "why", NOW);
    var begin = begin();
    new Incidents(database).open(Incident.Kind.HOST, "after", "why", NOW);

    assertThat(told(begin))
        .containsExactly(new Happening.IncidentOpened(Incident.Kind.HOST, "after", "why"));
  }

  @Test
  void a_destination_that_nobody_serves_is_told_nothing_and_forgotten_after_a_month() {
    var begin = begin();
    clock = NOW.plus(Duration.ofDays(29));
    new Commits(database).commit(List.of(late("1")));
    clock = NOW.plus(Duration.ofDays(31));
    new Commits(database).commit(List.of(late("2")));

    assertThat(told(begin)).hasSize(1);
    assertThat(deliveries.forgetLost(NOW.plus(Duration.ofDays(29)))).isZero();
    assertThat(deliveries.forgetLost(NOW.plus(Duration.ofDays(31)))).isEqualTo(1);
    assertThat(deliveries.look("slack")).isEmpty();
  }

  private Poll late(String key) {
    return new Poll(
        claimed(),
        fresh(entry(key, key)),
        new Transition(Health.FINE, Standing.ACTIVE, new NextPoll(UNTIL, NextPoll.Reason.INTERVAL)),
        new Poll.Visit(clock, Duration.ZERO, 0, 200, 0));
  }

  @Test
  void events_restored_into_a_younger_cluster_are_told_from_where_each_destination_was() {
    if (engine == TestEngine.SQLITE) {
      return; // it has no turns
    }
    var incidents = new Incidents(database);
    begin();
    for (var host : List.of("a", "b", "c")) {
      incidents.open(Incident.Kind.HOST, host, "why", NOW);
    }
    database.useWrite(
        h -> {
          h.execute("UPDATE outbox SET tx = CAST(CAST(1000000000000 + id AS TEXT) AS xid8)");
          h.execute(
              "UPDATE destinations SET at_turn = 1000000000000 + o.id, at_id = o.id"
                  + " FROM (SELECT min(id) AS id FROM outbox) o");
        });
    assertThat(told(deliveries.look("slack").orElseThrow().place())).isEmpty();

    database.engine().alone(_ -> {});
    incidents.open(Incident.Kind.HOST, "d", "why", NOW);

    assertThat(deliveries.page(deliveries.look("slack").orElseThrow().place(), 9))
        .extracting(OutboxContractTest::scope)
        .containsExactly("b", "c", "d");
  }

  @Test
  void a_step_on_writes_all_that_it_means() {
    begin();
    new Incidents(database).open(Incident.Kind.HOST, "a", "why", NOW);
    var seen = deliveries.hold("slack", NOW).orElseThrow();
    var item = deliveries.page(seen.place(), 1).getFirst();
    var progress = new Progress(0, 3, NOW.plusSeconds(9), "status 404");

    deliveries.pass(
        "slack",
        new Passage(
            item.place(), progress, 1, false, List.of(new Episode("k", "t", "ts")), Set.of()),
        new Buried("event-1", "incident_opened", "t", "{}", "status 404"),
        NOW);

    var after = deliveries.look("slack").orElseThrow();
    assertThat(after.place()).isEqualTo(item.place());
    assertThat(after.progress()).isEqualTo(progress);
    assertThat(deliveries.episodes("slack")).containsValue(new Episode("k", "t", "ts"));
    assertThat(new DeadLetters(database).list("slack", Long.MAX_VALUE, 9))
        .extracting(dead -> dead.letter().letterId())
        .containsExactly("event-1");
    assertThat(new Backlogs(database).all().getFirst().totals())
        .isEqualTo(new Backlogs.Totals(1, 1, 0));
    assertThat(deliveries.page(after.place(), 9)).isEmpty();
  }

  @Test
  void who_lost_a_destination_writes_nothing() {
    begin();
    new Incidents(database).open(Incident.Kind.HOST, "a", "why", NOW);
    var seen = deliveries.hold("slack", NOW).orElseThrow();
    var item = deliveries.page(seen.place(), 1).getFirst();
    database.useWrite(h -> h.execute("UPDATE destinations SET owner = 'somebody else'"));

    var passed =
        deliveries.pass(
            "slack",
            new Passage(item.place(), Progress.FRESH, 1, false, List.of(), Set.of()),
            null,
            NOW);

    assertThat(passed).isFalse();
    assertThat(deliveries.look("slack").orElseThrow().place()).isEqualTo(seen.place());
  }

  @Test
  void what_all_have_passed_is_swept_and_the_rest_when_it_is_old() {
    begin();
    deliveries.register("mail", null, NOW);
    var incidents = new Incidents(database);
    incidents.open(Incident.Kind.HOST, "a", "why", NOW);
    incidents.open(Incident.Kind.HOST, "b", "why", NOW.plusSeconds(9));
    var backlogs = new Backlogs(database);
    var items = deliveries.page(deliveries.look("slack").orElseThrow().place(), 9);
    deliveries.hold("slack", NOW);
    deliveries.pass(
        "slack",
        new Passage(items.get(0).place(), Progress.FRESH, 1, false, List.of(), Set.of()),
        null,
        NOW);

    assertThat(backlogs.sweep(NOW)).isZero();
    assertThat(backlogs.all()).extracting(Backlogs.Backlog::waiting).containsExactly(2L, 1L);
    assertThat(backlogs.bound("mail", NOW, 1)).isEqualTo(1);
    assertThat(backlogs.sweep(NOW)).isEqualTo(1);
    assertThat(backlogs.sweep(NOW.plusSeconds(10))).isEqualTo(1);
    incidents.close(Incident.Kind.HOST, "a", NOW);
    assertThat(backlogs.all())
        .as("ids go on after a sweep")
        .extracting(Backlogs.Backlog::waiting)
        .containsExactly(1L, 1L);
  }

  @Test
  void no_event_of_eight_writers_is_skipped_or_seen_twice() throws Exception {
    var place = begin();
    int each = 150;
    var done = new CountDownLatch(8);
    var seen = new ArrayList<String>();
    try (var writers = Executors.newFixedThreadPool(8)) {
      for (int w = 0; w < 8; w++) {
        var writer = w;
        writers.execute(
            () -> {
              try {
                for (int i = 0; i < each; i++) {
                  write(writer, i);
                }
              } finally {
                done.countDown();
              }
            });
      }
      while (true) {
        var over = done.getCount() == 0;
        var page = deliveries.page(place, 37);
        page.forEach(item -> seen.add(scope(item)));
        place = page.isEmpty() ? place : page.getLast().place();
        if (over && page.isEmpty()) {
          break;
        }
      }
    }

    assertThat(seen).hasSize(8 * each);
    assertThat(new TreeSet<>(seen)).hasSize(8 * each);
  }

  // The longer a transaction is open after its rows have ids, the more others overtake it.
  private void write(int writer, int number) {
    database.useWrite(
        h -> {
          Outbox.add(
              h,
              NOW,
              new Happening.IncidentOpened(Incident.Kind.HOST, writer + "-" + number, "why"));
          if (engine == TestEngine.POSTGRESQL && number % 3 == 0) {
            h.execute("SELECT pg_sleep(0.002)");
          }
        });
  }

  private static String scope(Item item) {
    return item.event().what() instanceof Happening.IncidentOpened(_, var scope, _) ? scope : "?";
  }
}
