package dev.feedwarden.store;

import static dev.feedwarden.store.Fixtures.NOW;
import static dev.feedwarden.store.Fixtures.feed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.ErrorType;
import dev.feedwarden.model.Lease;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.Standing;
import dev.feedwarden.store.Turns.Return;
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

/**
 * what becomes of hosts that nobody gave back, and of times that cannot be right.
 */
@ParameterizedClass
@EnumSource(TestEngine.class)
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class QuarantineContractTest {
  private static final Instant LATER = NOW.plus(Leases.LENGTH);
  private static final Instant MUCH_LATER = LATER.plus(Leases.LENGTH);

  @Parameter TestEngine engine;
  @TempDir Path folder;
  private Database database;
  private Registry registry;

  @BeforeEach
  void open() {
    database = engine.fresh(folder);
    registry = new Registry(database);
  }

  @AfterEach
  void close() {
    database.close();
  }

  private SourceId add(String url) {
    return registry.add(feed(url), NOW).id();
  }

  private Standing standing(SourceId id) {
    return registry.find(id).orElseThrow().source().standing();
  }

  private static List<String> hosts(List<Lease> leases) {
    return leases.stream().map(lease -> lease.host().value()).toList();
  }

  /** What a process that was just started takes. */
  private List<Lease> afterAStart(Instant now) {
    return new HostQueue(database).turn(List.of(), 9, now);
  }

  @Test
  void of_hosts_that_were_never_given_back_one_is_taken_at_a_time_beside_all_others() {
    add("http://a.example/");
    add("http://b.example/");
    afterAStart(NOW);
    add("http://c.example/");
    var queue = new HostQueue(database);

    var first = queue.turn(List.of(), 9, LATER);
    var second = queue.turn(List.of(), 9, LATER);
    var third = queue.turn(List.of(new Return(first.getFirst(), LATER)), 9, LATER.plusSeconds(9));

    assertThat(hosts(first)).hasSize(2).contains("c.example");
    assertThat(second).isEmpty();
    assertThat(hosts(third))
        .hasSize(2)
        .contains(first.getFirst().host().value())
        .doesNotContain("c.example");
  }

  @Test
  void the_second_loss_at_one_feed_leaves_it_alone_for_a_day() {
    var poison = add("http://a.example/1");
    var other = add("http://a.example/2");
    afterAStart(NOW);

    afterAStart(LATER);
    assertThat(standing(poison)).isEqualTo(Standing.ACTIVE);

    var queue = new HostQueue(database);
    var lease = queue.turn(List.of(), 9, MUCH_LATER).getFirst();
    assertThat(standing(poison))
        .isEqualTo(
            new Standing.Cooling(
                ErrorType.UNEXPECTED, MUCH_LATER, MUCH_LATER.plus(Quarantine.LENGTH), "policy"));
    assertThat(queue.claim(lease).map(claim -> claim.source().id())).hasValue(other);
    queue.turn(List.of(new Return(lease, MUCH_LATER)), 0, MUCH_LATER);
    assertThat(told()).containsExactly("feed_disabled");
  }

  @Test
  void two_losses_at_two_feeds_are_held_against_neither() {
    var first = add("http://a.example/1");
    var second = add("http://a.example/2");
    afterAStart(NOW);
    afterAStart(LATER);
    new Interventions(database)
        .disable(first, new Standing.Stopped(LATER, "ann", ""), "ann", LATER);

    afterAStart(MUCH_LATER);

    assertThat(standing(second)).isEqualTo(Standing.ACTIVE);
  }

  private List<String> told() {
    return database.read(
        h -> h.createQuery("SELECT kind FROM outbox ORDER BY id").mapTo(String.class).list());
  }

  @Test
  void who_would_wait_for_a_time_that_no_rule_writes_is_due_when_the_clock_is_right() {
    add("http://a.example/");
    var wrong = NOW.plus(Duration.ofDays(3_650));
    var queue = new HostQueue(database);
    var lease = queue.turn(List.of(), 9, wrong).getFirst();
    var claim = queue.claim(lease).orElseThrow();
    new Commits(database).commit(List.of(Fixtures.poll(claim, Fixtures.fresh())));
    database.useWrite(h -> h.execute("UPDATE feed_state SET next_poll_at = " + millis(wrong)));
    queue.turn(List.of(new Return(lease, wrong)), 0, wrong);

    assertThat(hosts(queue.turn(List.of(), 9, NOW))).containsExactly("a.example");
  }

  @Test
  void so_is_who_was_asked_while_the_clock_was_set_right() {
    add("http://a.example/");
    var wrong = NOW.plus(Duration.ofDays(3_650));
    var queue = new HostQueue(database);
    var lease = queue.turn(List.of(), 9, wrong).getFirst();
    queue.turn(List.of(), 9, NOW);
    database.useWrite(h -> h.execute("UPDATE feed_state SET next_poll_at = " + millis(wrong)));
    queue.turn(List.of(new Return(lease, wrong)), 0, NOW);

    assertThat(hosts(queue.turn(List.of(), 9, NOW))).containsExactly("a.example");
  }

  @Test
  void what_a_server_asked_for_is_waited_for_whenever_one_looks() {
    add("http://a.example/");
    var month = NOW.plus(Duration.ofDays(31));
    database.useWrite(
        h -> {
          h.execute(
              "UPDATE feed_state SET next_poll_reason = 'retry_after', next_poll_at = "
                  + millis(month));
          h.execute("UPDATE host_queue SET due_at = " + millis(month));
        });

    assertThat(afterAStart(NOW)).isEmpty();
    assertThat(hosts(afterAStart(month))).containsExactly("a.example");
  }

  private static String millis(Instant at) {
    return String.valueOf(at.toEpochMilli());
  }
}
