package dev.feedwarden.store;

import static dev.feedwarden.store.Fixtures.NOW;
import static dev.feedwarden.store.Fixtures.feed;
import static dev.feedwarden.store.Fixtures.fresh;
import static dev.feedwarden.store.Fixtures.poll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.feedwarden.model.Claim;
import dev.feedwarden.model.Health;
import dev.feedwarden.model.HostKey;
import dev.feedwarden.model.Lease;
import dev.feedwarden.model.NextPoll;
import dev.feedwarden.model.Poll;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.Standing;
import dev.feedwarden.model.Transition;
import dev.feedwarden.store.Turns.Return;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Hosts that go back with the last poll of their lease: none of their feeds is forgotten. */
@ParameterizedClass
@EnumSource(TestEngine.class)
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class GivenBackContractTest {
  private static final Instant SOON = NOW.plusSeconds(60);
  private static final Instant IN_AN_HOUR = NOW.plus(Duration.ofHours(1)); // as a poll decides

  @Parameter TestEngine engine;
  @TempDir Path folder;
  private Database database;
  private Registry registry;
  private Interventions interventions;
  private HostQueue queue;
  private SourceId first;
  private SourceId second;

  @BeforeEach
  void open() {
    database = engine.fresh(folder);
    registry = new Registry(database);
    interventions = new Interventions(database);
    queue = new HostQueue(database);
    first = add("http://a.example/1", NOW);
    second = add("http://a.example/2", SOON);
  }

  @AfterEach
  void close() {
    database.close();
  }

  private SourceId add(String url, Instant at) {
    return registry.add(feed(url), at).id();
  }

  private Claim claimed() {
    return claimed(1).getFirst();
  }

  private List<Claim> claimed(int most) {
    var leases = queue.turn(List.of(), 1, NOW);
    return queue.claims(leases, most).getOrDefault(leases.getFirst().host(), List.of());
  }

  private static Return back(Lease lease) {
    return new Return(lease, NOW);
  }

  private Poll.Receipt giveBack(Claim claim) {
    return giveBack(poll(claim, fresh()));
  }

  private Poll.Receipt giveBack(Poll poll) {
    var ready = ReadyPoll.of(poll, back(poll.claim().lease()));
    return new Commits(database).commitReady(List.of(ready)).getFirst();
  }

  private @Nullable Instant dueAt() {
    return queue.page("", 1).getFirst().dueAt();
  }

  @Test
  void a_host_that_goes_back_with_its_last_poll_is_due_when_the_next_of_its_feeds_is() {
    giveBack(claimed());

    assertThat(dueAt()).isEqualTo(SOON);
    assertThat(queue.turn(List.of(), 1, NOW)).isEmpty();
    assertThat(queue.turn(List.of(), 1, SOON)).hasSize(1);
  }

  @Test
  void the_poll_that_gave_it_back_may_be_the_next_itself() {
    interventions.disable(second, new Standing.Stopped(NOW, "ann", ""), "ann", NOW);

    giveBack(claimed());

    assertThat(dueAt()).isEqualTo(IN_AN_HOUR);
  }

  @Test
  void what_went_back_with_a_poll_is_not_given_back_again() {
    var claim = claimed();
    giveBack(claim);
    var another = new HostQueue(database).turn(List.of(), 1, SOON);

    queue.turn(List.of(back(claim.lease()).given()), 0, SOON);

    assertThat(another).hasSize(1);
    assertThat(queue.look(claim.lease().host()).orElseThrow().leasedUntil())
        .isEqualTo(another.getFirst().until());
  }

  @Test
  void a_poll_that_was_superseded_gives_its_host_back_all_the_same() {
    var claim = claimed();
    interventions.disable(first, new Standing.Stopped(NOW, "ann", ""), "ann", NOW);

    assertThat(giveBack(claim)).isInstanceOf(Poll.Receipt.Superseded.class);
    assertThat(dueAt()).isEqualTo(SOON);
    assertThat(queue.turn(List.of(), 1, SOON)).hasSize(1);
  }

  @Test
  void a_lease_that_was_lost_is_left_alone() {
    var claim = claimed();
    var later = NOW.plus(Leases.LENGTH).plusSeconds(5);
    var other = new HostQueue(database).turn(List.of(), 1, later).getFirst();

    giveBack(claim);

    assertThat(queue.look(other.host()).orElseThrow().leasedUntil()).isEqualTo(other.until());
  }

  @Test
  void a_feed_that_is_added_meanwhile_is_due() {
    var claim = claimed();
    add("http://a.example/3", NOW);

    giveBack(claim);

    assertThat(dueAt()).isEqualTo(NOW);
  }

  @Test
  void a_feed_that_a_person_asks_for_meanwhile_is_due() {
    var claim = claimed();
    interventions.pollNow(second, NOW);

    giveBack(claim);

    assertThat(dueAt()).isEqualTo(NOW);
  }

  @Test
  void a_feed_that_is_asked_for_again_while_it_is_polled_is_due() {
    var claim = claimed();
    interventions.pollNow(first, NOW.plusMillis(1));

    giveBack(claim);

    assertThat(dueAt()).isEqualTo(NOW.plusMillis(1));
  }

  @Test
  void a_feed_that_comes_from_another_host_meanwhile_is_due() {
    var moved = add("http://b.example/", NOW.plus(Duration.ofHours(2)));
    var claim = claimed();
    interventions.change(moved, feed("http://a.example/3"), "ann", NOW);

    giveBack(claim);

    assertThat(dueAt()).isEqualTo(NOW);
  }

  @Test
  void a_feed_that_goes_meanwhile_makes_nothing_due() {
    var claim = claimed();
    interventions.remove(second);

    giveBack(claim);

    assertThat(dueAt()).isEqualTo(IN_AN_HOUR);
  }

  @Test
  void a_wrong_time_that_is_put_right_meanwhile_is_due() {
    var wrong = NOW.plus(Duration.ofDays(1_000)).toEpochMilli();
    var claim = claimedWithWrongTimes(wrong);
    new HostQueue(database).turn(List.of(), 0, NOW);

    giveBack(claim);

    assertThat(dueAt()).isEqualTo(NOW);
  }

  private Claim claimedWithWrongTimes(long wrong) {
    var claim = claimed();
    database.useWrite(
        h ->
            h.execute(
                "UPDATE feed_state SET next_poll_at = ? WHERE source_id = ?",
                wrong,
                second.value()));
    var again =
        queue.claims(List.of(claim.lease()), 1).getOrDefault(claim.lease().host(), List.of());
    return again.getFirst();
  }

  @Test
  void a_feed_whose_failure_is_settled_meanwhile_is_due_when_that_says() {
    var pending = poll(claimed(), fresh());
    giveBack(pending);
    var lease = queue.turn(List.of(), 1, SOON).getFirst();
    var other = queue.claims(List.of(lease), 1).getOrDefault(lease.host(), List.of()).getFirst();
    var soonest = new NextPoll(NOW.plusSeconds(900), NextPoll.Reason.INTERVAL);
    var settled = new Transition(Health.FINE, Standing.ACTIVE, soonest);
    var counted = new Poll(pending.claimAfter(), pending.outcome(), settled, pending.visit());

    new Commits(database).settle(List.of(counted));
    giveBack(other);

    assertThat(other.source().id()).isEqualTo(second);
    assertThat(dueAt()).isEqualTo(soonest.at());
  }

  @Test
  void of_several_feeds_under_one_lease_those_that_were_not_polled_are_still_due() {
    interventions.pollNow(second, NOW);
    var claims = claimed(8);

    giveBack(claims.getFirst());

    assertThat(claims).hasSize(2);
    assertThat(dueAt()).isEqualTo(NOW);
  }

  @Test
  void of_several_feeds_under_one_lease_each_counts_once_it_is_polled() {
    interventions.pollNow(second, NOW);
    var claims = claimed(8);

    new Commits(database).commit(List.of(poll(claims.getFirst(), fresh())));
    giveBack(claims.getLast());

    assertThat(dueAt()).isEqualTo(IN_AN_HOUR);
  }

  @Test
  void who_changes_a_feed_while_its_host_goes_back_is_heard() throws Exception {
    assumeTrue(engine == TestEngine.POSTGRESQL, "SQLite has one writer at a time");
    var claim = claimed();

    try (var other = Executors.newSingleThreadExecutor()) {
      var given =
          database.write(
              h -> {
                Leases.lock(h, "a.example");
                h.execute(
                    "UPDATE feed_state SET next_poll_at = ? WHERE source_id = ?",
                    NOW.toEpochMilli(),
                    second.value());
                var giving = other.submit(() -> giveBack(claim));
                HostQueueContractTest.awaitWaiter(database);
                return giving;
              });
      given.get();
    }

    assertThat(dueAt()).isEqualTo(NOW);
  }

  // Whatever people do and in whichever order: nobody waits for a feed whose host is not due.
  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void no_host_is_due_later_than_the_first_of_its_feeds(long seed) {
    var dice = new Random(seed);
    var ids = new ArrayList<>(List.of(first, second));
    var held = new ArrayList<Claim>();
    for (int step = 0; step < 150; step++) {
      var now = NOW.plus(Duration.ofMinutes(step));
      var any = ids.get(dice.nextInt(ids.size()));
      switch (dice.nextInt(9)) {
        case 0 -> ids.add(add(url(dice), now));
        case 1 -> interventions.pollNow(any, now);
        case 2 -> interventions.disable(any, new Standing.Stopped(now, "ann", ""), "ann", now);
        case 3 -> interventions.enable(any, "ann", now);
        case 4 -> interventions.change(any, feed(url(dice)), "ann", now);
        case 5, 6 -> {
          var leases = queue.turn(List.of(), 2, now);
          queue.claims(leases, 1 + dice.nextInt(2)).values().forEach(held::addAll);
          leases.stream()
              .filter(lease -> held.stream().noneMatch(claim -> claim.lease().equals(lease)))
              .forEach(lease -> queue.turn(List.of(back(lease)), 0, now));
        }
        default -> {
          if (!held.isEmpty()) {
            giveBack(held.remove(dice.nextInt(held.size())));
          }
        }
      }
      assertThat(late()).as("after step %s", step).isEmpty();
    }
  }

  private static String url(Random dice) {
    return "http://" + "ab".charAt(dice.nextInt(2)) + ".example/" + dice.nextInt(1_000);
  }

  private List<HostKey> late() {
    return database.read(
        h ->
            h.createQuery(
                    """
                    SELECT q.key FROM host_queue q
                    WHERE q.owner IS NULL AND (q.due_at IS NULL OR q.due_at >
                      (SELECT min(f.next_poll_at) FROM feed_state f
                       WHERE f.host_key = q.key AND f.enabled))
                      AND EXISTS (SELECT 1 FROM feed_state f WHERE f.host_key = q.key AND f.enabled
                                  AND f.next_poll_at IS NOT NULL)
                    """)
                .map((row, _) -> new HostKey(row.getString("key")))
                .list());
  }
}
