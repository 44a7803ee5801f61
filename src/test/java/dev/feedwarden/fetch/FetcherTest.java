package dev.feedwarden.fetch;

import static dev.feedwarden.fetch.Fetching.SHORT;
import static dev.feedwarden.fetch.Fetching.end;
import static dev.feedwarden.fetch.Fetching.once;
import static dev.feedwarden.fetch.Fetching.patiently;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.feedwarden.lab.Answers;
import dev.feedwarden.lab.Behaviour;
import dev.feedwarden.lab.Mischief;
import dev.feedwarden.lab.Upstream;
import dev.feedwarden.model.FetchResult.Answered;
import dev.feedwarden.model.Validators;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.policy.RetryPolicy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The attempt layer; every number of requests is counted at the server. */
final class FetcherTest {
  private static final FetchLimits HASTY =
      new FetchLimits(Duration.ofSeconds(1), Duration.ofSeconds(6), 3, 1 << 20);

  private final Upstream upstream = Upstream.start();
  private final Fetcher fetcher = Fetching.fetcher(SHORT);

  @AfterEach
  void close() {
    fetcher.close();
    upstream.close();
  }

  @ParameterizedTest(name = "{0} with Retry-After {1} is asked {2} times")
  @CsvSource(
      textBlock =
          """
          401,   , 1
          403,   , 1
          404,   , 1
          410,   , 1
          429,   , 1
          429, 60, 1
          503, 60, 1
          500,   , 3
          599,   , 3
          503,  0, 3
          400,   , 1
          600,   , 1
          206,   , 1
          304,  1, 1
          """)
  void a_status_is_asked_again_only_if_that_may_help(
      int status, @Nullable String retryAfter, int times) throws Exception {
    var answer = Answers.status(status);
    upstream.route("/", retryAfter == null ? answer : answer.with("Retry-After", retryAfter));

    var result = fetcher.fetch(patiently(upstream.url("/")));

    assertThat(end(result)).isEqualTo(Integer.toString(status));
    assertThat(result.trace().attempts()).isEqualTo(times);
    assertThat(upstream.count("/")).isEqualTo(times);
  }

  @ParameterizedTest
  @CsvSource({"429", "503"})
  void a_near_retry_after_is_waited_for(int status) throws Exception {
    upstream.route(
        "/",
        Behaviour.inTurn(Answers.status(status).with("Retry-After", "1"), Answers.ok("x", "a/b")));

    var result = fetcher.fetch(patiently(upstream.url("/")));

    assertThat(end(result)).isEqualTo("200");
    assertThat(upstream.count("/")).isEqualTo(2);
    assertThat(waitsBetweenRequests()).allMatch(wait -> wait.toMillis() >= 1_000);
  }

  static Stream<Arguments> passingTroubles() {
    return Stream.of(
        Arguments.of("RESET", Mischief.reset()),
        Arguments.of("RESET", Mischief.hangUp()),
        Arguments.of("TRUNCATED", Mischief.truncated("<rss>")),
        Arguments.of("TRUNCATED", Mischief.chunkedCut("<rss>")),
        Arguments.of("TIMEOUT_READ", Mischief.silence()),
        Arguments.of("TIMEOUT_TOTAL", Mischief.dribble(Duration.ofMillis(20))));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("passingTroubles")
  void r_32_trouble_that_may_pass_is_asked_three_times(String cause, Behaviour trouble)
      throws Exception {
    upstream.route("/", trouble);

    try (var hasty = Fetching.fetcher(HASTY)) {
      assertThat(end(hasty.fetch(patiently(upstream.url("/"))))).isEqualTo(cause);
    }
    assertThat(upstream.count("/")).isEqualTo(3);
  }

  @Test
  void trouble_that_passes_is_no_trouble() throws Exception {
    upstream.route(
        "/", Behaviour.inTurn(Mischief.reset(), Answers.status(502), Answers.ok("fine", "a/b")));

    var result = fetcher.fetch(patiently(upstream.url("/")));

    assertThat(result)
        .isInstanceOfSatisfying(
            Answered.class, answer -> assertThat(answer.body()).asString(UTF_8).isEqualTo("fine"));
    assertThat(result.trace().attempts()).isEqualTo(3);
  }

  @Test
  void a_probe_asks_once() throws Exception {
    upstream.route("/", Answers.status(500));

    var result = fetcher.fetch(once(upstream.url("/")));

    assertThat(end(result)).isEqualTo("500");
    assertThat(upstream.count("/")).isEqualTo(1);
  }

  @Test
  void waits_double_and_are_never_shorter_than_the_gap() throws Exception {
    upstream.route("/", Answers.status(500));
    var retries = new RetryPolicy(4, Duration.ofMillis(80), Duration.ZERO);
    var gap = Duration.ofMillis(200);

    fetcher.fetch(new Fetcher.Request(WebUrl.of(upstream.url("/")), Validators.NONE, retries, gap));

    var waits = waitsBetweenRequests();
    assertThat(waits).hasSize(3);
    assertThat(waits.get(0)).isGreaterThanOrEqualTo(gap);
    assertThat(waits.get(1)).isGreaterThanOrEqualTo(gap);
    assertThat(waits.get(2)).isGreaterThanOrEqualTo(Duration.ofMillis(320));
  }

  private List<Duration> waitsBetweenRequests() {
    var seen = upstream.seen("/");
    return IntStream.range(1, seen.size())
        .mapToObj(i -> seen.get(i).startedAt() - seen.get(i - 1).endedAt())
        .map(Duration::ofNanos)
        .toList();
  }

  @Test
  void the_poll_deadline_bounds_all_attempts() throws Exception {
    upstream.route("/", Mischief.silence());
    var limits = new FetchLimits(Duration.ofMillis(400), Duration.ofMillis(900), 3, 1 << 20);
    var retries = new RetryPolicy(50, Duration.ofMillis(1), Duration.ZERO);

    try (var bounded = Fetching.fetcher(limits)) {
      var result =
          bounded.fetch(
              new Fetcher.Request(
                  WebUrl.of(upstream.url("/")), Validators.NONE, retries, Duration.ZERO));

      assertThat(result.trace().took()).isLessThan(Duration.ofMillis(900 + 300));
    }
    assertThat(upstream.count("/")).isBetween(2, 3);
  }

  @Test
  void a_wait_past_the_poll_deadline_is_not_begun() throws Exception {
    upstream.route("/", Answers.status(500));
    var limits = new FetchLimits(Duration.ofSeconds(1), Duration.ofSeconds(1), 3, 1 << 20);
    var retries = new RetryPolicy(3, Duration.ofSeconds(2), Duration.ZERO);

    try (var bounded = Fetching.fetcher(limits)) {
      var result =
          bounded.fetch(
              new Fetcher.Request(
                  WebUrl.of(upstream.url("/")), Validators.NONE, retries, Duration.ZERO));

      assertThat(result.trace().took()).isLessThan(Duration.ofSeconds(1));
    }
    assertThat(upstream.count("/")).isEqualTo(1);
  }

  @Test
  void A_05_a_far_retry_after_holds_nobody() throws Exception {
    upstream.route("/", Answers.status(429).with("Retry-After", "3600"));

    var result = fetcher.fetch(patiently(upstream.url("/")));

    assertThat(result.trace().took()).isLessThan(Duration.ofSeconds(1));
    assertThat(result)
        .isInstanceOfSatisfying(
            Answered.class, answer -> assertThat(answer.headers().retryAfter()).isEqualTo("3600"));
  }

  @Test
  void N_21_a_request_says_this_and_no_more() throws Exception {
    upstream.route("/", Answers.ok("x", "a/b").with("Set-Cookie", "id=1; Path=/"));

    fetcher.fetch(once(upstream.url("/")));
    fetcher.fetch(once(upstream.url("/"), new Validators("\"1\"", "yesterday")));

    var seen = upstream.seen("/");
    assertThat(seen.get(0).headers())
        .containsOnlyKeys("host", "user-agent", "accept", "accept-encoding", "connection")
        .containsEntry("host", "127.0.0.1:" + upstream.port())
        .containsEntry("user-agent", "Test/1")
        .containsEntry(
            "accept",
            "application/atom+xml, application/rss+xml, application/feed+json,"
                + " application/xml;q=0.9, text/xml;q=0.8, application/json;q=0.7, */*;q=0.1")
        .containsEntry("connection", "keep-alive");
    assertThat(seen.get(1).headers())
        .containsOnlyKeys(
            "host",
            "user-agent",
            "accept",
            "accept-encoding",
            "connection",
            "if-none-match",
            "if-modified-since");
  }

  @Test
  void a_target_is_asked_as_it_was_given() throws Exception {
    var target = "//a/../b/./c;d?x=%7e&y=a+b&&z=[1]|'#".replace("|", "%7C").replace("#", "");
    upstream.otherwise(Answers.ok("x", "a/b"));

    fetcher.fetch(once(upstream.url(target)));

    assertThat(upstream.seen().getFirst().request().target()).isEqualTo(target);
  }

  @Test
  void N_22_a_connection_is_kept_after_every_answer_that_was_read_to_its_end() throws Exception {
    upstream.route("/200", Answers.ok("x", "a/b").etag("\"1\""));
    upstream.route(
        "/404",
        (_, wire) -> {
          wire.keepAlive();
          wire.sendLast("HTTP/1.1 404 \r\nContent-Length: 4\r\n\r\ngone".getBytes(UTF_8));
        });
    upstream.route("/301", Answers.redirect(301, "/200"));

    for (var path : new String[] {"/200", "/404", "/301", "/200"}) {
      fetcher.fetch(once(upstream.url(path)));
    }
    var unchanged = fetcher.fetch(once(upstream.url("/200"), new Validators("\"1\"", null)));
    fetcher.fetch(once(upstream.url("/200")));

    assertThat(end(unchanged)).isEqualTo("304");
    assertThat(upstream.connections()).isEqualTo(1);
  }

  @Test
  void N_22_a_connection_that_the_server_closed_meanwhile_is_no_failure() throws Exception {
    upstream.route("/", Mischief.raw("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx"));

    for (int i = 0; i < 5; i++) {
      assertThat(end(fetcher.fetch(once(upstream.url("/"))))).isEqualTo("200");
      await().pollDelay(Duration.ofMillis(50)).until(() -> upstream.running() == 0);
    }

    assertThat(upstream.count("/")).isEqualTo(5);
  }

  @Test
  void an_interrupt_ends_a_fetch_at_once() throws Exception {
    upstream.route("/", Mischief.silence());
    var ended = new CompletableFuture<Throwable>();

    var thread =
        Thread.startVirtualThread(
            () -> {
              try {
                ended.completeExceptionally(
                    new AssertionError(fetcher.fetch(patiently(upstream.url("/")))));
              } catch (InterruptedException stopped) {
                ended.complete(stopped);
              }
            });
    await().until(() -> upstream.running() == 1);
    thread.interrupt();

    assertThat(ended.get(500, TimeUnit.MILLISECONDS)).isInstanceOf(InterruptedException.class);
    assertThat(upstream.count("/")).isEqualTo(1);
  }

  @Test
  void an_interrupt_ends_a_wait_at_once() throws Exception {
    upstream.route("/", Answers.status(503).with("Retry-After", "5"));
    var ended = new CompletableFuture<Throwable>();

    var thread =
        Thread.startVirtualThread(
            () -> {
              try {
                ended.completeExceptionally(
                    new AssertionError(fetcher.fetch(patiently(upstream.url("/")))));
              } catch (InterruptedException stopped) {
                ended.complete(stopped);
              }
            });
    await().until(() -> upstream.count("/") == 1 && upstream.running() == 0);
    thread.interrupt();

    assertThat(ended.get(500, TimeUnit.MILLISECONDS)).isInstanceOf(InterruptedException.class);
  }

  @ParameterizedTest
  @CsvSource({"'a\r\nX: y'", "'a\u0000'", "''", "'ü'"})
  void A_12_a_user_agent_that_is_no_header_stops_the_start(String userAgent) {
    assertThatThrownBy(() -> new Fetcher.Identification(userAgent))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
