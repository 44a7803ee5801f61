package dev.feedwarden.store;

import static dev.feedwarden.store.Fixtures.ANY;
import static dev.feedwarden.store.Fixtures.NOW;
import static dev.feedwarden.store.Fixtures.claim;
import static dev.feedwarden.store.Fixtures.feed;
import static dev.feedwarden.store.Fixtures.fresh;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.HostKey;
import dev.feedwarden.model.NextPoll;
import dev.feedwarden.model.Poll;
import dev.feedwarden.model.Source.Settings;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.Standing;
import dev.feedwarden.model.Transition;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.store.BatchQueue.Planned;
import dev.feedwarden.store.BatchQueue.Selection;
import dev.feedwarden.store.BatchQueue.Take;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(TestEngine.class)
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class BatchQueueContractTest {
  private static final Selection FORCE = new Selection(null, null, ANY.minInterval(), true);

  @Parameter TestEngine engine;
  @TempDir Path folder;
  private Database database;
  private Registry registry;
  private BatchQueue queue;

  @BeforeEach
  void open() {
    database = engine.fresh(folder);
    registry = new Registry(database);
    queue = new BatchQueue(database);
  }

  @AfterEach
  void close() {
    database.close();
  }

  private SourceId add(String url) {
    return registry.add(feed(url), NOW).id();
  }

  private void visited(SourceId id, Instant at, NextPoll next) {
    var claim = claim(database, id);
    var visit = new Poll.Visit(at, Duration.ZERO, 1, 200, 0);
    var transition = new Transition(claim.state().health(), Standing.ACTIVE, next);
    new Commits(database).commit(List.of(new Poll(claim, fresh(), transition, visit)));
    queue.release(claim.lease(), NOW);
  }

  private void visited(SourceId id, Instant at) {
    visited(id, at, new NextPoll(at.plus(Duration.ofHours(1)), NextPoll.Reason.INTERVAL));
  }

  private Stream<SourceId> planned(Selection selection, int limit) {
    return queue.plan(selection, limit, NOW).stream().map(Planned::id);
  }

  @Test
  void never_visited_come_first_then_the_least_recently_visited_then_by_id() {
    var a = add("http://a.example/");
    var b = add("http://b.example/");
    var c = add("http://c.example/");
    var d = add("http://d.example/");
    var e = add("http://e.example/");
    visited(a, NOW.minusSeconds(100));
    visited(b, NOW.minusSeconds(300));
    visited(d, NOW.minusSeconds(100));

    assertThat(planned(ANY, 10)).containsExactly(c, e, b, a, d);
    assertThat(planned(ANY, 2)).containsExactly(c, e);
  }

  @Test
  void R_13_a_host_whose_visitor_never_came_back_comes_last() {
    var poison = add("http://a.example/");
    var fine = add("http://b.example/");
    queue.take(queue.plan(ANY, 1, NOW).getFirst(), ANY, NOW);

    assertThat(planned(ANY, 10)).containsExactly(fine, poison);
  }

  @Test
  void a_visit_younger_than_the_least_interval_keeps_a_source_out_unless_forced() {
    var a = add("http://a.example/");
    visited(a, NOW.minusSeconds(59));

    assertThat(planned(ANY, 10)).isEmpty();
    assertThat(planned(FORCE, 10)).containsExactly(a);
  }

  @ParameterizedTest
  @EnumSource(NextPoll.Reason.class)
  void only_a_wait_that_is_rhythm_may_be_cut_short(NextPoll.Reason reason) {
    var a = add("http://a.example/");
    visited(a, NOW.minusSeconds(600), new NextPoll(NOW.plusSeconds(600), reason));

    var rhythm =
        switch (reason) {
          case FIRST, INTERVAL, LEARNED, HINT -> true;
          case ASKED, RETRY_AFTER, BACKOFF, COOLDOWN, HELD, STOPPED -> false;
        };

    assertThat(planned(ANY, 10).toList()).isEqualTo(rhythm ? List.of(a) : List.of());
    assertThat(planned(FORCE, 10)).containsExactly(a);
  }

  @Test
  void a_cooldown_that_is_over_keeps_nobody_out() {
    var over = add("http://a.example/");
    var lasting = add("http://b.example/");
    visited(over, NOW.minusSeconds(600), new NextPoll(NOW, NextPoll.Reason.COOLDOWN));
    visited(
        lasting, NOW.minusSeconds(600), new NextPoll(NOW.plusMillis(1), NextPoll.Reason.COOLDOWN));

    assertThat(planned(ANY, 10)).containsExactly(over);
  }

  @Test
  void what_has_no_feed_or_was_switched_off_or_stopped_by_hand_is_not_planned_even_by_force() {
    registry.add(new Settings("no feed", null, true, null), NOW);
    registry.add(new Settings("off", WebUrl.of("http://a.example/"), false, null), NOW);
    var stopped = add("http://b.example/");
    new Interventions(database)
        .disable(stopped, new Standing.Stopped(NOW, "ann", "moved"), "ann", NOW);
    var good = add("http://c.example/");

    assertThat(planned(ANY, 10)).containsExactly(good);
    assertThat(planned(FORCE, 10)).containsExactly(good);
  }

  @Test
  void one_source_or_one_feed_can_be_asked_for() {
    var a = add("http://a.example/");
    var b = add("http://b.example/");
    var url = feed("http://b.example:80/#x").feedUrl();

    assertThat(planned(new Selection(a, null, Duration.ZERO, false), 10)).containsExactly(a);
    assertThat(planned(new Selection(null, url, Duration.ZERO, false), 10)).containsExactly(b);
  }

  @Test
  void a_host_is_given_to_one_taker_only_until_it_is_released() {
    add("http://a.example/1");
    add("http://a.example/2");
    var plan = queue.plan(ANY, 10, NOW);

    assertThat(queue.take(plan.get(0), ANY, NOW)).isInstanceOf(Take.Taken.class);
    assertThat(queue.take(plan.get(1), ANY, NOW)).isEqualTo(new Take.Busy());
  }

  @Test
  void a_lease_that_ran_out_is_taken_over_with_a_higher_epoch_and_counted_as_lost() {
    add("http://a.example/1");
    var planned = queue.plan(ANY, 1, NOW).getFirst();
    var first = (Take.Taken) queue.take(planned, ANY, NOW);

    var later = NOW.plus(Leases.LENGTH);
    var second = (Take.Taken) queue.take(planned, ANY, later);

    assertThat(second.claim().lease().epoch()).isEqualTo(first.claim().lease().epoch() + 1);
    assertThat(lost("a.example")).isEqualTo(1);
  }

  @Test
  void a_host_is_not_ready_before_its_gap_is_over() {
    add("http://a.example/1");
    var planned = queue.plan(ANY, 1, NOW).getFirst();
    var taken = (Take.Taken) queue.take(planned, ANY, NOW);
    queue.release(taken.claim().lease(), NOW.plusSeconds(1));

    assertThat(queue.take(planned, ANY, NOW)).isEqualTo(new Take.NotReady(NOW.plusSeconds(1)));
    assertThat(queue.take(planned, ANY, NOW.plusSeconds(1))).isInstanceOf(Take.Taken.class);
    assertThat(lost("a.example")).isZero();
  }

  @Test
  void a_source_that_another_run_visited_meanwhile_is_not_taken_even_by_force() {
    var a = add("http://a.example/1");
    var planned = queue.plan(FORCE, 1, NOW).getFirst();
    visited(a, NOW.minusSeconds(1));

    assertThat(queue.take(planned, FORCE, NOW)).isEqualTo(new Take.NoLonger());
    assertThat(queue.take(queue.plan(FORCE, 1, NOW).getFirst(), FORCE, NOW))
        .isInstanceOf(Take.Taken.class);
  }

  @Test
  void a_late_release_does_not_touch_the_next_holders_lease() {
    add("http://a.example/1");
    var planned = queue.plan(ANY, 1, NOW).getFirst();
    var first = (Take.Taken) queue.take(planned, ANY, NOW);
    var later = NOW.plus(Leases.LENGTH);
    queue.take(planned, ANY, later);

    queue.release(first.claim().lease(), later);

    assertThat(queue.take(planned, ANY, later)).isEqualTo(new Take.Busy());
  }

  private int lost(String host) {
    return database.read(
        h ->
            h.createQuery("SELECT lost FROM host_queue WHERE key = :key")
                .bind("key", new HostKey(host).value())
                .mapTo(Integer.class)
                .one());
  }
}
