package dev.feedwarden.run;

import static dev.feedwarden.run.Publisher.rss;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.lab.Answers;
import dev.feedwarden.lab.Behaviour;
import dev.feedwarden.lab.Mischief;
import dev.feedwarden.lab.Seen;
import dev.feedwarden.lab.Upstream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Two thousand feeds on two hundred hosts, every fifth of them failing: what the hosts see, and
 * what the operator reads.
 */
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class FleetTest {
  private static final int HOSTS = 200;
  private static final int FEEDS = 10;
  private static final Duration GAP = Duration.ofMillis(500);

  /** A server notices that somebody has hung up a little after they did. */
  private static final Duration LATE = Duration.ofMillis(50);

  /**
   * Every way to fail; two feeds of each host have the next of them. Not the same two everywhere:
   * when the third feed of every host fails at once, our own line is rightly suspected.
   */
  private static final List<Behaviour> FAILURES =
      List.of(
          Answers.status(403),
          Answers.status(404),
          Answers.status(410),
          Answers.status(429).with("Retry-After", "30"),
          Answers.status(500),
          Answers.status(503).with("Retry-After", "1"),
          Answers.status(418),
          Answers.redirect(302, "/round-and-round"),
          Answers.ok("<html><body>Hello</body></html>", "text/html"),
          Answers.ok("", "application/rss+xml"),
          Mischief.hangUp(),
          Mischief.reset(),
          Mischief.silence(),
          Mischief.truncated("<rss version=\"2.0\"><channel>"),
          Mischief.dribble(Duration.ofMillis(100)));

  /** Those that only a person can make sense of: the strange status, the endless redirect. */
  private static final Set<Integer> PUZZLES = Set.of(6, 7);

  @TempDir Path folder;
  private final List<Upstream> hosts = new ArrayList<>();
  private final List<String> urls = new ArrayList<>();
  private int puzzles;

  @Test
  @Tag("slow")
  void a_fleet_is_polled_politely_for_a_minute() {
    runs(Duration.ofMinutes(1));
  }

  @Test
  @Tag("long")
  void a_fleet_is_polled_politely_for_ten_minutes() {
    runs(Duration.ofMinutes(10));
  }

  private void runs(Duration time) {
    try {
      open();
      var program =
          new Program(folder)
              .with("HOST_MIN_GAP", GAP.toMillis() + "ms")
              .with("DEFAULT_INTERVAL", "1m")
              .with("RETRY_MAX_ATTEMPTS", "2")
              .with("START_RATE", "200")
              .with("WORKERS", "100");
      program.register(urls);

      var serve = program.start("serve");
      LockSupport.parkNanos(time.toNanos());
      var alive = serve.isAlive();
      var ended = serve.terminate();

      assertThat(alive).as(ended.err()).isTrue();
      assertThat(ended.code()).isZero();
      hosts.forEach(FleetTest::wasAskedPolitely);
      onlyPeoplesBusinessIsAnError(ended, program);
    } finally {
      hosts.forEach(Upstream::close);
    }
  }

  private void open() {
    int failing = 0;
    for (int h = 0; h < HOSTS; h++) {
      var host = Upstream.start("127.0.9." + (h + 1));
      host.route("/round-and-round", Answers.redirect(302, "/round-and-round"));
      for (int f = 0; f < FEEDS; f++) {
        if ((f + h) % 5 == 0) {
          var way = failing++ % FAILURES.size();
          puzzles += PUZZLES.contains(way) ? 1 : 0;
          host.route("/" + f + ".xml", FAILURES.get(way));
        } else {
          host.route("/" + f + ".xml", rss("f" + h + "-" + f, 1).etag("\"1\""));
        }
        urls.add(host.url("/" + f + ".xml"));
      }
      hosts.add(host);
    }
  }

  private static void wasAskedPolitely(Upstream host) {
    var seen = host.seen().stream().sorted(Comparator.comparingLong(Seen::startedAt)).toList();
    assertThat(seen.stream().collect(groupingBy(Seen::path)).keySet())
        .as("every feed had its turn")
        .hasSizeGreaterThanOrEqualTo(FEEDS);
    assertThat(host.maxConcurrent()).as("one request at a time").isOne();
    for (int i = 1; i < seen.size(); i++) {
      if (seen.get(i).path().equals("/round-and-round")) {
        continue; // a redirect within one attempt
      }
      assertThat(Duration.ofNanos(seen.get(i).startedAt() - seen.get(i - 1).endedAt()))
          .as("pause before %s", seen.get(i).path())
          .isGreaterThanOrEqualTo(GAP.minus(LATE));
    }
  }

  // What is neither a feed's usual trouble nor ours: a status nobody knows, a redirect without end.
  private void onlyPeoplesBusinessIsAnError(Program.Result ended, Program program) {
    var errors = ended.err().lines().filter(line -> line.contains("\"level\":\"ERROR\"")).toList();
    var puzzling =
        program.sources().values().stream()
            .filter(s -> s.path("last_error_type").asString("").equals("unexpected"))
            .map(s -> s.path("id").asString())
            .toList();

    assertThat(errors)
        .filteredOn(line -> puzzling.stream().noneMatch(line::contains))
        .as("errors that are nobody's business")
        .isEmpty();
    assertThat(ended.logged("feed poll failed"))
        .filteredOn(line -> line.path("level").asString().equals("ERROR"))
        .extracting((JsonNode line) -> line.path("source_id").asString())
        .containsExactlyInAnyOrderElementsOf(puzzling);
    assertThat(errors).hasSameSizeAs(puzzling);
    assertThat(puzzling).hasSize(puzzles);
  }
}
