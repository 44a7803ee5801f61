package dev.feedwarden.store;

import static dev.feedwarden.store.Fixtures.feed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.HostKey;
import dev.feedwarden.model.HostMemory;
import dev.feedwarden.model.Lease;
import dev.feedwarden.model.Pace;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.store.HopQueue.Borrowed;
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

/** Hosts that redirects lead to. */
@ParameterizedClass
@EnumSource(TestEngine.class)
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class HopQueueContractTest {
  private static final HostKey HOST = new HostKey("a.example");

  private static final SourceId SOMEBODY = new SourceId("0195f000-0000-7000-8000-000000000001");

  @Parameter TestEngine engine;
  @TempDir Path folder;
  private Database database;
  private HopQueue hops;
  private HostQueue queue;

  @BeforeEach
  void open() {
    database = engine.fresh(folder);
    hops = new HopQueue(database);
    queue = new HostQueue(database);
  }

  @AfterEach
  void close() {
    database.close();
  }

  private Borrowed borrow(String host) {
    return hops.borrow(WebUrl.of("http://" + host + "/"), SOMEBODY);
  }

  private Lease borrowed() {
    if (borrow("a.example") instanceof Borrowed.Ours(var lease)) {
      return lease;
    }
    throw new AssertionError("not ours");
  }

  @Test
  void a_host_without_feeds_is_lent_to_one_at_a_time_and_is_never_due() {
    var lease = borrowed();

    assertThat(borrow("a.example")).isEqualTo(new Borrowed.NotNow(Duration.ofMillis(500)));
    hops.giveBack(new Return(lease, database.now()));
    assertThat(queue.turn(List.of(), 9, database.now().plusSeconds(9_999))).isEmpty();
    assertThat(borrowed().epoch()).isEqualTo(lease.epoch() + 1);
  }

  @Test
  void a_host_that_was_asked_a_moment_ago_says_when_it_is_ready() {
    var memory = new HostMemory(new Pace(Duration.ofSeconds(60), 0, null, null), null);
    hops.giveBack(new Return(borrowed(), database.now().plusSeconds(60), memory));

    assertThat(borrow("a.example"))
        .isInstanceOfSatisfying(
            Borrowed.NotNow.class,
            not ->
                assertThat(not.delay()).isBetween(Duration.ofSeconds(30), Duration.ofSeconds(60)));
    assertThat(queue.look(HOST).orElseThrow().memory()).isEqualTo(memory);
  }

  @Test
  void a_host_whose_own_feed_is_being_polled_is_not_lent_and_the_other_way_round() {
    new Registry(database).add(feed("http://a.example/"), database.now());
    var taken = queue.turn(List.of(), 9, database.now()).getFirst();

    assertThat(borrow("a.example")).isInstanceOf(Borrowed.NotNow.class);
    queue.turn(List.of(new Return(taken, database.now())), 0, database.now());
    var lent = borrowed();
    assertThat(queue.turn(List.of(), 9, database.now())).isEmpty();
    hops.giveBack(new Return(lent, database.now()));
    assertThat(queue.turn(List.of(), 9, database.now())).hasSize(1);
  }

  @Test
  void what_redirects_led_to_a_week_ago_is_forgotten_unless_it_has_feeds() {
    new Registry(database).add(feed("http://own.example/"), database.now());
    var longAgo = database.now().minus(Duration.ofDays(8));
    giveBack("old.example", longAgo);
    giveBack("recent.example", database.now().minus(Duration.ofDays(6)));
    queue.turn(List.of(), 9, database.now()).forEach(lease -> unscheduled(lease, longAgo));

    borrowed();

    assertThat(hosts()).containsExactly("a.example", "own.example", "recent.example");
  }

  private void giveBack(String host, Instant readyAt) {
    if (borrow(host) instanceof Borrowed.Ours(var lease)) {
      hops.giveBack(new Return(lease, readyAt));
    }
  }

  // As a host is whose feeds a person stopped.
  private void unscheduled(Lease lease, Instant readyAt) {
    database.useWrite(h -> h.execute("UPDATE feed_state SET next_poll_at = NULL"));
    queue.turn(List.of(new Return(lease, readyAt)), 0, database.now());
  }

  private List<String> hosts() {
    return database.read(
        h -> h.createQuery("SELECT key FROM host_queue ORDER BY key").mapTo(String.class).list());
  }
}
