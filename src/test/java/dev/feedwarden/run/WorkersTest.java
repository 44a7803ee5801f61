package dev.feedwarden.run;

import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.feedwarden.lab.Answers;
import dev.feedwarden.lab.Behaviour;
import dev.feedwarden.lab.Feeds;
import dev.feedwarden.lab.Seen;
import dev.feedwarden.lab.Upstream;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three workers on one PostgreSQL, of which one is killed and one sleeps past its leases, while the
 * database dies and a fourth joins them. What the hosts saw is the judge.
 */
@Tag("long")
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class WorkersTest {
  private static final int HOSTS = 40;
  private static final int FEEDS = 5;
  private static final Duration GAP = Duration.ofMillis(500);
  private static final Duration INTERVAL = Duration.ofMinutes(1);
  private static final Duration LEASE = Duration.ofMinutes(3);
  private static final Duration SLACK = Duration.ofMinutes(1);

  /** A server notices that somebody has hung up a little after they did. */
  private static final Duration LATE = Duration.ofMillis(50);

  private static final Duration BRISK = Duration.ofMillis(300);

  /** Longer than it takes to fall asleep, so that answers are on their way then. */
  private static final Duration SLOW = Duration.ofSeconds(5);

  private static final Duration A_NEW_ITEM = Duration.ofSeconds(20);

  @TempDir Path folder;
  private final List<Upstream> hosts = new ArrayList<>();
  private final List<String> urls = new ArrayList<>();
  private final long begun = System.nanoTime();
  private volatile long frozen = Long.MAX_VALUE;
  private volatile Duration delay = BRISK;

  @Test
  void nobody_is_asked_by_two_and_every_article_is_stored_once() throws Exception {
    var data = Files.createDirectory(folder.resolve("postgresql"));
    var postgres =
        EmbeddedPostgres.builder().setDataDirectory(data).setCleanDataDirectory(false).start();
    var port = postgres.getPort();
    var again = Optional.<Process>empty();
    try {
      for (int h = 0; h < HOSTS; h++) {
        hosts.add(host(h));
      }
      var registrar = program("registrar", port);
      registrar.register(urls);
      number(registrar, "UPDATE sources SET feed_poll_interval_minutes = 1"); // else learned
      var first = worker("first", port);
      var second = worker("second", port);
      var third = worker("third", port);
      pass(Duration.ofSeconds(45));

      first.kill();
      pass(Duration.ofSeconds(10));
      delay = SLOW;
      pass(SLOW.minusSeconds(1));
      second.signal("STOP");
      delay = BRISK;
      var asleep = System.nanoTime();
      pass(Duration.ofSeconds(20));
      var command = killed(data);
      pass(Duration.ofSeconds(5));
      again = Optional.of(started(command));
      var fourth = worker("fourth", port);
      pass(LEASE.plusSeconds(20).minusNanos(System.nanoTime() - asleep));
      second.signal("CONT");
      pass(INTERVAL);

      frozen = System.nanoTime();
      var since = asked();
      await()
          .atMost(INTERVAL.plus(LEASE).plus(SLACK))
          .pollInterval(Duration.ofSeconds(1))
          .until(() -> everyFeedWasAskedSince(since));
      for (var one : List.of(second, third, fourth)) {
        assertThat(one.terminate().code()).isZero();
      }
      judge(program("judge", port));
    } finally {
      hosts.forEach(Upstream::close);
      again.ifPresent(Process::destroy);
      postgres.close();
    }
  }

  private void judge(Program program) throws Exception {
    for (var host : hosts) {
      var seen = host.seen().stream().sorted(Comparator.comparingLong(Seen::startedAt)).toList();
      for (int i = 1; i < seen.size(); i++) {
        var pause = Duration.ofNanos(seen.get(i).startedAt() - seen.get(i - 1).endedAt());
        assertThat(pause).as("after request %d", i).isGreaterThan(GAP.minus(LATE));
      }
      seen.stream().collect(groupingBy(Seen::path)).values().forEach(WorkersTest::assertFreshness);
    }
    var offered = IntStream.range(0, HOSTS * FEEDS).boxed().flatMap(this::guids).sorted().toList();
    assertThat(program.articles()).isEqualTo(offered);
    var refused = program.run("sources", "list", "--json").succeeded().json();
    assertThat(refused).allMatch(source -> source.path("status").asString().equals("active"));
    System.out.printf(
        "%d requests, %d articles, %d late writes refused%n",
        asked(), offered.size(), superseded(program));
    assertThat(superseded(program)).isPositive();
  }

  private static void assertFreshness(List<Seen> ofOneFeed) {
    for (int i = 1; i < ofOneFeed.size(); i++) {
      var stale = Duration.ofNanos(ofOneFeed.get(i).startedAt() - ofOneFeed.get(i - 1).startedAt());
      assertThat(stale).as(ofOneFeed.get(i).path()).isLessThan(INTERVAL.plus(LEASE).plus(SLACK));
    }
  }

  private static long superseded(Program program) throws SQLException {
    return number(program, "SELECT count(*) FROM polls WHERE outcome = 'superseded'");
  }

  /** What a statement tells, or how many rows it changed. */
  private static long number(Program program, String sql) throws SQLException {
    try (var connection = DriverManager.getConnection(program.database());
        var statement = connection.createStatement()) {
      if (!statement.execute(sql)) {
        return statement.getUpdateCount();
      }
      try (var row = statement.getResultSet()) {
        row.next();
        return row.getLong(1);
      }
    }
  }

  /** A host whose feeds offer more and more, and lose nothing; every answer takes a while. */
  private Upstream host(int h) {
    var host = Upstream.start("127.0.11." + (h + 1));
    for (int f = 0; f < FEEDS; f++) {
      var feed = h * FEEDS + f;
      Behaviour growing =
          (request, wire) -> Answers.ok(rss(feed), "application/rss+xml").answer(request, wire);
      host.route(
          "/" + feed + ".xml",
          (request, wire) -> Behaviour.afterDelay(delay, growing).answer(request, wire));
      urls.add(host.url("/" + feed + ".xml"));
    }
    return host;
  }

  private String rss(int feed) {
    var items =
        guids(feed)
            .map(g -> new Feeds.Item(g, g, "http://example.org/" + g, Instant.EPOCH, "<p>x</p>"))
            .toList();
    return Feeds.rss("f" + feed, "http://example.org/", items);
  }

  private Stream<String> guids(int feed) {
    var age = Math.min(System.nanoTime(), frozen) - begun;
    var items = 1 + (int) (age / A_NEW_ITEM.toNanos());
    return IntStream.range(0, items).mapToObj(i -> "%d-%d".formatted(feed, i));
  }

  private int asked() {
    return hosts.stream().mapToInt(host -> host.seen().size()).sum();
  }

  private boolean everyFeedWasAskedSince(int before) {
    return asked() > before
        && hosts.stream()
            .allMatch(
                host ->
                    host.seen().stream()
                            .filter(seen -> seen.startedAt() > frozen)
                            .map(Seen::path)
                            .distinct()
                            .count()
                        == FEEDS);
  }

  private Program program(String name, int port) throws IOException {
    return new Program(Files.createDirectories(folder.resolve(name)))
        .with("DATABASE_URL", "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=postgres")
        .with("DB_POOL_WAIT", "5s")
        .with("HOST_MIN_GAP", GAP.toMillis() + "ms")
        .with("REQUEST_TIMEOUT", "10s")
        .with("START_RATE", "30");
  }

  private Program.Running worker(String name, int port) throws IOException {
    return program(name, port).start("serve", "--role", "worker");
  }

  /** The postmaster and all that it started end at once, as in a power cut; how it was started. */
  private static List<String> killed(Path data) throws IOException {
    var pid = Long.parseLong(Files.readAllLines(data.resolve("postmaster.pid")).getFirst());
    var postmaster = ProcessHandle.of(pid).orElseThrow();
    var command = List.of(Files.readString(Path.of("/proc/" + pid + "/cmdline")).split("\0"));
    var children = postmaster.descendants().toList();
    postmaster.destroyForcibly();
    children.forEach(ProcessHandle::destroyForcibly);
    return command;
  }

  // PostgreSQL does not run as root; who is root outside need not be it inside.
  private Process started(List<String> command) throws IOException {
    var root = System.getProperty("user.name").equals("root");
    var all = new ArrayList<>(root ? List.of("unshare", "-U") : List.<String>of());
    all.addAll(command);
    return new ProcessBuilder(all)
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve("postgresql.log").toFile())
        .start();
  }

  private static void pass(Duration time) {
    for (var end = System.nanoTime() + time.toNanos(); System.nanoTime() < end; ) {
      LockSupport.parkNanos(end - System.nanoTime());
    }
  }
}
