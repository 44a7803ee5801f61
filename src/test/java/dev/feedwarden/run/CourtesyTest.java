package dev.feedwarden.run;

import static dev.feedwarden.run.Publisher.rss;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.lab.Answers;
import dev.feedwarden.lab.Seen;
import dev.feedwarden.lab.Upstream;
import dev.feedwarden.model.Courtesy;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.policy.CourtesyCheck.Grade;
import dev.feedwarden.policy.CourtesyCheck.Verdict;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Our own fetcher, judged by what a server saw of it and by what we wrote down ourselves. */
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class CourtesyTest {
  private static final Duration GAP = Duration.ofSeconds(1);

  @TempDir Path folder;
  private Upstream server;

  @BeforeEach
  void open() {
    server = Upstream.start("127.0.23.1").otherwise(Answers.status(404));
  }

  @AfterEach
  void close() {
    server.close();
  }

  private static List<Verdict> verdicts(List<Grade> grades) {
    return grades.stream().map(Grade::verdict).toList();
  }

  @Test
  void we_keep_every_rule_that_we_publish_and_our_books_agree_with_the_servers()
      throws InterruptedException {
    try (var station = new Station(folder, Map.of("HOST_MIN_GAP", "1s"))) {
      server.route("/a", rss("a", 3).etag("\"a\""));
      server.route("/b", rss("b", 3).lastModified("Sun, 01 Feb 2026 00:00:00 GMT"));
      server.route("/old", Answers.redirect(302, server.url("/a")));
      var sources = Stream.of("/a", "/b").map(path -> station.add(server.url(path))).toList();

      for (int round = 0; round < 2; round++) {
        for (var source : sources) {
          station.poll(source);
        }
      }

      var report = station.courtesy(server);
      var seen = server.seen();
      var conditional = seen.stream().filter(CourtesyTest::isConditional).count();
      assertThat(seen).hasSize(4);
      assertThat(report.total().requests().count()).isEqualTo(seen.size());
      assertThat(report.total().requests().conditional()).isEqualTo(conditional).isEqualTo(2);
      assertThat(report.total().answers().notModified()).isEqualTo(2);
      assertThat(server.maxConcurrent()).isOne();
      assertThat(seen)
          .allSatisfy(one -> assertThat(one.headers().get("user-agent")).contains("+https://"));
      assertThat(gaps(seen)).allMatch(gap -> gap.compareTo(GAP) >= 0);
      assertThat(verdicts(report.grades()))
          .containsExactly(
              Verdict.KEPT, Verdict.KEPT, Verdict.KEPT, Verdict.KEPT, Verdict.OPEN, Verdict.KEPT);
    }
  }

  private static boolean isConditional(Seen seen) {
    return seen.headers().containsKey("if-none-match")
        || seen.headers().containsKey("if-modified-since");
  }

  private static List<Duration> gaps(List<Seen> seen) {
    return IntStream.range(1, seen.size())
        .mapToObj(i -> Duration.ofNanos(seen.get(i).startedAt() - seen.get(i - 1).endedAt()))
        .toList();
  }

  @Test
  void errors_refusals_redirects_and_bytes_are_counted() throws InterruptedException {
    try (var station = new Station(folder, Map.of())) {
      server.route("/fine", Answers.ok("x".repeat(500), "text/html"));
      server.route("/moved", Answers.redirect(302, server.url("/fine")));
      server.route("/busy", Answers.status(503));
      for (var path : List.of("/missing", "/moved", "/busy")) {
        station.poll(station.add(server.url(path)));
      }

      var total = station.courtesy(server).total();

      assertThat(total.requests().count()).isEqualTo(server.seen().size()).isEqualTo(4);
      assertThat(total.answers()).isEqualTo(new Courtesy.Answers(0, 500, 1, 1, 0));
    }
  }

  @Test
  void a_retry_after_that_is_kept_is_told_from_one_that_is_not() throws InterruptedException {
    try (var station = new Station(folder, Map.of())) {
      server.route("/now", Answers.status(429).with("Retry-After", "0"));
      server.route("/later", Answers.status(429).with("Retry-After", "600"));
      var now = station.add(server.url("/now"));
      var later = station.add(server.url("/later"));
      poll(station, now);
      poll(station, now);
      poll(station, later);

      var kept = station.courtesy(server);
      poll(station, later); // as nobody but this test would
      var broken = station.courtesy(server);

      assertThat(kept.total().waits()).isEqualTo(new Courtesy.Waits(3, 1, 0));
      assertThat(verdicts(kept.grades()).get(4)).isEqualTo(Verdict.KEPT);
      assertThat(broken.total().waits()).isEqualTo(new Courtesy.Waits(4, 1, 1));
      assertThat(verdicts(broken.grades()).get(4)).isEqualTo(Verdict.BROKEN);
    }
  }

  private static void poll(Station station, SourceId source) throws InterruptedException {
    station.sql("UPDATE host_queue SET ready_at = 0");
    station.poll(source);
  }
}
