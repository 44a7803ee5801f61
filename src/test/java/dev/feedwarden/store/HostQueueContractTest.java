package dev.feedwarden.store;

import static dev.feedwarden.store.Fixtures.NOW;
import static dev.feedwarden.store.Fixtures.feed;
import static dev.feedwarden.store.Fixtures.fresh;
import static dev.feedwarden.store.Fixtures.poll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.feedwarden.model.Claim;
import dev.feedwarden.model.HostKey;
import dev.feedwarden.model.HostMemory;
import dev.feedwarden.model.HostState;
import dev.feedwarden.model.Incident;
import dev.feedwarden.model.Incident.Kind;
import dev.feedwarden.model.Lease;
import dev.feedwarden.model.Pace;
import dev.feedwarden.model.Source.Settings;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.Standing;
import dev.feedwarden.model.Trouble;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.store.Turns.Return;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
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
final class HostQueueContractTest {
  @Parameter TestEngine engine;
  @TempDir Path folder;
  private Database database;
  private Registry registry;
  private HostQueue queue;

  @BeforeEach
  void open() {
    database = engine.fresh(folder);
    registry = new Registry(database);
    queue = new HostQueue(database);
  }

  @AfterEach
  void close() {
    database.close();
  }

  private SourceId add(String url, Instant at) {
    return registry.add(feed(url), at).id();
  }

  private List<String> take(int most, Instant now) {
    return queue.turn(List.of(), most, now).stream().map(lease -> lease.host().value()).toList();
  }

  private Lease taken(Instant now) {
    return queue.turn(List.of(), 1, now).getFirst();
  }

  private SourceId claimed(Lease lease) {
    return queue.claim(lease).map(claim -> claim.source().id()).orElseThrow();
  }

  private void giveBack(Lease lease, Instant readyAt) {
    queue.turn(List.of(new Return(lease, readyAt)), 0, NOW);
  }

  @Test
  void hosts_are_taken_once_the_longest_due_first() {
    add("http://b.example/", NOW.minusSeconds(1));
    add("http://a.example/", NOW);
    add("http://c.example/", NOW.minusSeconds(2));
    add("http://later.example/", NOW.plusSeconds(1));

    assertThat(take(2, NOW)).containsExactlyInAnyOrder("c.example", "b.example");
    assertThat(take(9, NOW)).containsExactly("a.example");
    assertThat(take(9, NOW)).isEmpty();
  }

  @Test
  void a_host_that_was_given_back_is_not_taken_before_it_is_ready() {
    add("http://a.example/", NOW);
    giveBack(taken(NOW), NOW.plusMillis(1_000));

    assertThat(take(1, NOW.plusMillis(999))).isEmpty();
    assertThat(take(1, NOW.plusMillis(1_000))).containsExactly("a.example");
  }

  @Test
  void a_lease_that_was_never_given_back_runs_out_and_counts_as_lost() {
    add("http://a.example/", NOW);
    var first = taken(NOW);

    assertThat(take(1, NOW.plus(Leases.LENGTH).minusMillis(1))).isEmpty();
    var later = NOW.plus(Leases.LENGTH).plusSeconds(5); // they are looked for now and then
    var second = taken(later);

    assertThat(second.epoch()).isEqualTo(first.epoch() + 1);
    var lost =
        database.read(h -> h.createQuery("SELECT lost FROM host_queue").mapTo(Long.class).one());
    assertThat(lost).isOne();
    giveBack(first, NOW); // of no effect any more
    assertThat(take(1, later)).isEmpty();
  }

  @Test
  void of_a_host_the_least_recently_visited_source_that_is_due_comes_first() {
    var a = add("http://a.example/1", NOW);
    var b = add("http://a.example/2", NOW);

    var first = taken(NOW);
    assertThat(claimed(first)).isEqualTo(a);
    commit(queue.claim(first).orElseThrow());
    giveBack(first, NOW);

    var second = taken(NOW);
    assertThat(claimed(second)).isEqualTo(b);
    commit(queue.claim(second).orElseThrow());
    giveBack(second, NOW);

    assertThat(take(1, NOW)).isEmpty(); // both are due in an hour
    assertThat(take(1, NOW.plus(Duration.ofHours(1)))).containsExactly("a.example");
  }

  @Test
  void several_sources_of_a_host_come_in_the_order_of_their_turns_and_none_that_is_switched_off() {
    var seen = add("http://a.example/1", NOW);
    var off = add("http://a.example/2", NOW);
    var second = add("http://a.example/3", NOW);
    var third = add("http://a.example/4", NOW);
    var other = add("http://b.example/1", NOW);
    var hosts = queue.turn(List.of(), 9, NOW);
    commit(
        hosts.stream()
            .filter(lease -> lease.host().value().equals("a.example"))
            .flatMap(lease -> queue.claim(lease).stream())
            .findFirst()
            .orElseThrow());
    hosts.forEach(lease -> giveBack(lease, NOW));
    var changes = new Interventions(database);
    changes.pollNow(seen, NOW);
    changes.change(off, switchedOff("http://a.example/2"), "me", NOW);

    var claims = queue.claims(queue.turn(List.of(), 9, NOW), 3);

    assertThat(claims.get(new HostKey("a.example")))
        .extracting(claim -> claim.source().id())
        .containsExactly(second, third, seen);
    assertThat(claims.get(new HostKey("b.example")))
        .extracting(claim -> claim.source().id())
        .containsExactly(other);
  }

  private static Settings switchedOff(String url) {
    return new Settings(url, WebUrl.of(url), false, null);
  }

  private void commit(Claim claim) {
    new Commits(database).commit(List.of(poll(claim, fresh())));
  }

  @Test
  void what_a_person_stopped_or_switched_off_is_not_claimed_and_keeps_no_host_due() {
    var id = add("http://a.example/", NOW);
    new Interventions(database).disable(id, new Standing.Stopped(NOW, "ann", ""), "ann", NOW);

    var lease = taken(NOW);

    assertThat(queue.claim(lease)).isEmpty();
    giveBack(lease, NOW);
    assertThat(take(1, NOW.plus(Duration.ofDays(99)))).isEmpty();
  }

  @Test
  void a_new_source_makes_a_leased_host_due_again() {
    add("http://a.example/1", NOW);
    var lease = taken(NOW);
    commit(queue.claim(lease).orElseThrow());
    var second = add("http://a.example/2", NOW);
    giveBack(lease, NOW);

    assertThat(claimed(taken(NOW))).isEqualTo(second);
  }

  @Test
  void many_takers_at_once_never_share_a_host() throws InterruptedException, ExecutionException {
    for (int i = 0; i < 60; i++) {
      add("http://h" + i + ".example/", NOW);
    }
    Callable<List<String>> taker =
        () -> {
          var mine = new ArrayList<String>();
          for (var some = take(3, NOW); !some.isEmpty(); some = take(3, NOW)) {
            mine.addAll(some);
          }
          return mine;
        };

    var all = new ArrayList<String>();
    try (var takers = Executors.newVirtualThreadPerTaskExecutor()) {
      var results = takers.invokeAll(List.of(taker, taker, taker, taker));
      for (var result : results) {
        all.addAll(result.get());
      }
    }

    assertThat(all).hasSize(60).doesNotHaveDuplicates();
  }

  @Test
  void a_host_says_how_it_stands() {
    add("http://a.example/", NOW);
    var lease = taken(NOW);

    assertThat(queue.look(new HostKey("a.example")))
        .hasValue(new HostState(lease.host(), Instant.EPOCH, lease.until(), HostMemory.NONE));
    assertThat(queue.look(new HostKey("b.example"))).isEmpty();
  }

  @Test
  void what_a_host_has_taught_us_is_there_at_the_next_lease() {
    var id = add("http://a.example/", NOW);
    var memory =
        new HostMemory(
            new Pace(
                Duration.ofMillis(1_500),
                7,
                new Pace.Refusal(id, NOW.minusSeconds(5)),
                new Pace.Floor(Duration.ofMillis(1_200), NOW.plusSeconds(86_400))),
            new Trouble(NOW, 3, "2 of 3 feeds fail with not_found"));
    queue.turn(List.of(new Return(taken(NOW), NOW, memory)), 0, NOW);

    assertThat(queue.look(new HostKey("a.example")).map(HostState::memory)).hasValue(memory);
    assertThat(taken(NOW).memory()).isEqualTo(memory);
  }

  @Test
  void an_incident_is_opened_and_closed_with_a_hosts_trouble_and_told_once_each() {
    add("http://a.example/", NOW);
    var trouble = new HostMemory(Pace.UNKNOWN, new Trouble(NOW, 0, "2 of 3 feeds fail with gone"));
    var worse = new HostMemory(Pace.UNKNOWN, new Trouble(NOW, 1, "2 of 3 feeds fail with gone"));
    var lost = taken(NOW);
    var later = NOW.plus(Leases.LENGTH);
    var first = taken(later);

    queue.turn(List.of(new Return(lost, later, trouble)), 0, later); // of no effect any more
    assertThat(incidents()).isEmpty();

    queue.turn(List.of(new Return(first, later, trouble)), 0, later);
    queue.turn(List.of(new Return(taken(later), later, worse)), 0, later);
    assertThat(incidents())
        .containsExactly(
            new Incident(1, Kind.HOST, "a.example", "2 of 3 feeds fail with gone", NOW, null));

    queue.turn(List.of(new Return(taken(later), later, HostMemory.NONE)), 0, later);
    assertThat(incidents())
        .containsExactly(
            new Incident(1, Kind.HOST, "a.example", "2 of 3 feeds fail with gone", NOW, later));
    List<String> told =
        database.read(
            h -> h.createQuery("SELECT kind FROM outbox ORDER BY id").mapTo(String.class).list());
    assertThat(told).containsExactly("incident_opened", "incident_closed");
  }

  @Test
  void trouble_that_is_found_out_later_is_written_only_while_nobody_is_there() {
    add("http://a.example/", NOW);
    var feeds = new HostFeeds(database);
    var host = new HostKey("a.example");
    var trouble = new Trouble(NOW, 0, "2 of 3 feeds fail with network");
    var lease = taken(NOW);

    assertThat(feeds.troubled(host, trouble, NOW.plusSeconds(900))).isFalse();
    giveBack(lease, NOW);
    assertThat(feeds.troubled(host, trouble, NOW.plusSeconds(900))).isTrue();
    assertThat(feeds.troubled(host, trouble, NOW.plusSeconds(900))).isFalse();

    assertThat(incidents()).hasSize(1);
    assertThat(take(1, NOW.plusSeconds(900).minusMillis(1))).isEmpty();
    assertThat(taken(NOW.plusSeconds(900)).memory().trouble()).isEqualTo(trouble);
  }

  private List<Incident> incidents() {
    return new Incidents(database).list(false, Long.MAX_VALUE, 9);
  }

  @Test
  void a_batch_finds_what_a_service_learned() {
    var id = add("http://a.example/", NOW);
    var memory = new HostMemory(new Pace(Duration.ofSeconds(9), 0, null, null), null);
    queue.turn(List.of(new Return(taken(NOW), NOW, memory)), 0, NOW);

    assertThat(Fixtures.claim(database, id).lease().memory()).isEqualTo(memory);
  }

  @Test
  void a_feed_at_a_new_address_is_in_its_new_hosts_turn() {
    var id = add("http://a.example/", NOW);
    new Interventions(database).change(id, feed("http://b.example/"), "ann", NOW);

    var leases = queue.turn(List.of(), 9, NOW);

    assertThat(leases).extracting(lease -> lease.host().value()).contains("b.example");
    assertThat(
            leases.stream()
                .filter(lease -> queue.claim(lease).isPresent())
                .map(lease -> lease.host().value()))
        .containsExactly("b.example");
  }

  @Test
  void an_import_and_who_locks_hosts_in_the_order_of_their_keys_never_wait_for_each_other()
      throws Exception {
    assumeTrue(engine == TestEngine.POSTGRESQL, "SQLite has one writer at a time");
    add("http://a.example/1", NOW);
    add("http://b.example/1", NOW);
    var imported = List.of(feed("http://b.example/2"), feed("http://a.example/2"));

    try (var other = Executors.newSingleThreadExecutor()) {
      var added =
          database.write(
              h -> {
                Leases.lock(h, "a.example");
                var importing = other.submit(() -> registry.addAll(imported, NOW));
                awaitWaiter(database);
                Leases.lock(h, "b.example");
                return importing;
              });

      assertThat(added.get()).hasSize(2);
    }
    assertThat(registry.count()).isEqualTo(4);
  }

  /** Returns once a transaction waits for another. */
  static void awaitWaiter(Database database) {
    var waiting =
        "SELECT count(*) FROM pg_stat_activity, pg_sleep(0.01)"
            + " WHERE datname = current_database() AND wait_event_type = 'Lock'";
    var seen = 0L;
    for (int i = 0; seen == 0 && i < 3_000; i++) {
      seen =
          database.read(
              h -> {
                h.execute("SELECT pg_stat_clear_snapshot()"); // a transaction looks only once else
                return h.createQuery(waiting).mapTo(Long.class).one();
              });
    }
    assertThat(seen).as("how many wait").isPositive();
  }
}
