package dev.feedwarden.store;

import static dev.feedwarden.store.Fixtures.NOW;
import static dev.feedwarden.store.Fixtures.feed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.HostKey;
import dev.feedwarden.model.HostMemory;
import dev.feedwarden.model.HostState;
import dev.feedwarden.model.Lanes;
import dev.feedwarden.model.Lease;
import dev.feedwarden.model.Pace;
import dev.feedwarden.model.Poll.Receipt.Stored;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.store.Turns.Return;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A host that may be asked for several feeds at once. */
@ParameterizedClass
@EnumSource(TestEngine.class)
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class LaneTableContractTest {
  private static final HostKey GIANT = new HostKey("giant.example");
  private static final Lanes TWO = new Lanes(Map.of(GIANT, 2));

  @Parameter TestEngine engine;
  @TempDir Path folder;
  private Database database;
  private LaneTable lanes;
  private HostQueue queue;

  @BeforeEach
  void open() {
    database = engine.fresh(folder);
    lanes = new LaneTable(database);
    queue = new HostQueue(database);
  }

  @AfterEach
  void close() {
    database.close();
  }

  private List<SourceId> add(int from, int to) {
    return IntStream.range(from, to)
        .mapToObj(i -> new Registry(database).add(feed("http://giant.example/" + i), NOW).id())
        .toList();
  }

  private List<String> taken(Instant now) {
    return queue.turn(List.of(), 9, now).stream()
        .map(lease -> lease.host().value())
        .sorted()
        .toList();
  }

  private List<HostKey> hosts(List<SourceId> sources) {
    return sources.stream()
        .map(source -> queue.look(source).map(HostState::host).orElseThrow())
        .toList();
  }

  private static List<HostKey> keys(Lanes of, List<SourceId> sources) {
    return sources.stream().map(source -> of.key(GIANT, source)).toList();
  }

  @Test
  void the_feeds_of_a_host_are_moved_into_its_lanes_and_back() {
    var old = add(0, 12);
    new Registry(database).add(feed("http://other.example/"), NOW);

    assertThat(lanes.change(TWO)).containsExactly(GIANT);
    var sources = Stream.concat(old.stream(), add(12, 20).stream()).toList();

    assertThat(hosts(sources)).isEqualTo(keys(TWO, sources));
    assertThat(taken(NOW)).containsExactly("giant.example#0", "giant.example#1", "other.example");

    assertThat(lanes.change(TWO)).isEmpty();
    assertThat(lanes.change(Lanes.NONE)).containsExactly(GIANT);
    assertThat(hosts(sources)).isEqualTo(keys(Lanes.NONE, sources));
  }

  @Test
  void every_lane_keeps_what_its_host_has_taught_us() {
    add(0, 12);
    var memory = new HostMemory(new Pace(Duration.ofSeconds(7), 0, null, null), null);
    queue.turn(List.of(new Return(one(), NOW.plusSeconds(5), memory)), 0, NOW);

    lanes.change(TWO);

    assertThat(taken(NOW.plusMillis(4_999))).isEmpty();
    assertThat(queue.turn(List.of(), 9, NOW.plusSeconds(5)))
        .hasSize(2)
        .allSatisfy(lease -> assertThat(lease.memory()).isEqualTo(memory));
  }

  @Test
  void no_lane_is_taken_while_somebody_may_be_asking_the_host() {
    add(0, 12);
    var held = one();

    lanes.change(TWO);

    assertThat(taken(held.until().minusMillis(1))).isEmpty();
    assertThat(taken(held.until())).containsExactly("giant.example#0", "giant.example#1");
  }

  @Test
  void a_poll_that_was_under_way_is_committed_and_its_host_given_back() {
    add(0, 2);
    var held = one();
    var claim = queue.claim(held).orElseThrow();
    lanes.change(TWO);

    var receipt = new Commits(database).commit(List.of(Fixtures.poll(claim, Fixtures.fresh())));
    queue.turn(List.of(new Return(held, NOW)), 0, NOW);

    assertThat(receipt.getFirst()).isEqualTo(new Stored(0, 0, 0));
    assertThat(taken(held.until().plus(Duration.ofHours(9)))).doesNotContain("giant.example");
  }

  private Lease one() {
    return queue.turn(List.of(), 1, NOW).getFirst();
  }
}
