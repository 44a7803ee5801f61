package dev.feedwarden.fetch;

import static dev.feedwarden.fetch.Fetching.SHORT;
import static dev.feedwarden.fetch.Fetching.end;
import static dev.feedwarden.fetch.Fetching.once;
import static dev.feedwarden.fetch.Fetching.patiently;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.feedwarden.lab.Answers;
import dev.feedwarden.lab.Behaviour;
import dev.feedwarden.lab.BlackHole;
import dev.feedwarden.lab.Mischief;
import dev.feedwarden.lab.Upstream;
import dev.feedwarden.model.Cause;
import dev.feedwarden.model.FetchResult;
import dev.feedwarden.model.Validators;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.policy.Classification;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The catalogue's transport, compression and header rows against real sockets. */
final class HostileTransportTest {
  private static final Duration AT_MOST = SHORT.attempt().plusSeconds(1);
  private static final byte[] PING = "x".getBytes(UTF_8);

  private final Upstream upstream = Upstream.start();
  private final Fetcher fetcher = Fetching.fetcher(SHORT);

  @AfterEach
  void close() {
    fetcher.close();
    upstream.close();
  }

  static List<Hostile.Row> rows() {
    return Hostile.rows();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rows")
  void a_hostile_answer_ends_in_time_as_it_should_and_is_asked_once(Hostile.Row row)
      throws Exception {
    upstream.route("/", row.behaviour());

    var result = fetcher.fetch(once(upstream.url("/")));

    assertThat(end(result)).isEqualTo(row.end());
    assertThat(result.trace().took()).isLessThan(AT_MOST);
    assertThat(upstream.count("/")).isEqualTo(1);
    assertThat(upstream.seen("/").getFirst().headers())
        .doesNotContainKeys("authorization", "proxy-authorization", "cookie");
    await().pollInterval(Duration.ofMillis(5)).until(() -> upstream.running() == 0);
  }

  @Test
  void N_04_a_silent_tls_server_costs_no_more_than_an_attempt() throws Exception {
    try (var silent = new ServerSocket(0, 5, InetAddress.ofLiteral("127.0.0.1"))) {
      var request = once("https://127.0.0.1:" + silent.getLocalPort() + "/");
      fetcher.fetch(request); // a JVM's first handshake spends most of the second on itself
      var result = fetcher.fetch(request);

      assertThat(end(result)).isEqualTo("TIMEOUT_CONNECT");
      assertThat(result.trace().took()).isLessThan(AT_MOST);
    }
  }

  @Test
  void N_05_a_dropped_syn_is_a_connect_timeout() throws Exception {
    try (var hole = BlackHole.open()) {
      var result = fetcher.fetch(once(hole.url("/")));

      assertThat(end(result)).isEqualTo("TIMEOUT_CONNECT");
      assertThat(result.trace().took()).isLessThan(SHORT.attempt());
    }
  }

  @Test
  void a_refused_connection_is_a_connect_failure_and_tried_three_times() throws Exception {
    var closed = Upstream.start();
    closed.close();

    var result = fetcher.fetch(patiently(closed.url("/")));

    assertThat(end(result)).isEqualTo("CONNECT");
    assertThat(result.trace().attempts()).isEqualTo(3);
  }

  @Test
  void N_06_an_endless_body_is_dropped_at_the_cap() throws Exception {
    var sent = new AtomicLong();
    var chunk = new byte[8192];
    upstream.route(
        "/",
        (_, wire) -> {
          wire.send("HTTP/1.1 200 OK\r\n\r\n");
          while (true) {
            wire.send(chunk);
            sent.addAndGet(chunk.length);
          }
        });

    assertThat(end(fetcher.fetch(once(upstream.url("/"))))).isEqualTo("TOO_LARGE");

    await().pollInterval(Duration.ofMillis(5)).until(() -> upstream.running() == 0);
    assertThat(sent.get()).isLessThan(SHORT.bytes() + (16L << 20)); // and the sockets' buffers
  }

  @Test
  void N_17_a_304_that_was_not_asked_for_is_an_error() throws Exception {
    upstream.route("/", Answers.status(304));

    var result = fetcher.fetch(once(upstream.url("/")));

    assertThat(
            Classification.of(
                result, WebUrl.of("http://a.example/"), Validators.NONE, Instant.EPOCH))
        .isInstanceOfSatisfying(
            Classification.Failure.class,
            failure -> assertThat(failure.error().cause()).isEqualTo(Cause.NOT_ASKED_304));
  }

  @Test
  void N_20_a_server_that_speaks_first_speaks_no_http() throws Exception {
    upstream.greeting("SSH-2.0-OpenSSH_9.9\r\n").otherwise(Answers.ok("x", "a/b"));

    assertThat(end(fetcher.fetch(once(upstream.url("/"))))).isEqualTo("PROTOCOL");
  }

  @Test
  void N_20_an_answer_too_many_answers_nothing() throws Exception {
    upstream.route(
        "/first",
        (_, wire) -> {
          wire.keepAlive();
          wire.sendLast(
              ("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx"
                      + "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\npoison")
                  .getBytes(UTF_8));
        });
    upstream.route("/second", Answers.ok(PING, "a/b"));

    fetcher.fetch(once(upstream.url("/first")));
    var second = fetcher.fetch(once(upstream.url("/second")));

    assertThat(body(second)).isEqualTo("x");
    assertThat(upstream.connections()).isEqualTo(2);
  }

  @Test
  void N_16_a_body_behind_a_304_answers_nothing() throws Exception {
    upstream.route(
        "/first",
        (_, wire) -> {
          wire.keepAlive();
          wire.sendLast(
              "HTTP/1.1 304 \r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\npoison"
                  .getBytes(UTF_8));
        });
    upstream.route("/second", Answers.ok(PING, "a/b"));

    fetcher.fetch(once(upstream.url("/first")));

    assertThat(body(fetcher.fetch(once(upstream.url("/second"))))).isEqualTo("x");
  }

  private static String body(FetchResult result) {
    return result instanceof FetchResult.Answered answered
        ? new String(answered.body(), UTF_8)
        : result.toString();
  }

  @Test
  void N_27_three_hundred_dribbling_servers_delay_nobody() throws Exception {
    var dribblers =
        IntStream.range(0, 30)
            .mapToObj(i -> Upstream.start("127.0.3." + (i + 1)))
            .map(server -> server.otherwise(Mischief.dribble(Duration.ofMillis(50))))
            .toList();
    try (var healthy = Upstream.start("127.0.0.2").otherwise(Answers.ok("x", "a/b"));
        var workers = Executors.newVirtualThreadPerTaskExecutor()) {
      var slow =
          IntStream.range(0, 300)
              .mapToObj(i -> dribblers.get(i % 30).url("/" + i))
              .map(url -> workers.submit(() -> fetcher.fetch(once(url))))
              .toList();
      await().until(() -> dribblers.stream().mapToInt(Upstream::running).sum() >= 50);

      for (int i = 0; i < 20; i++) {
        var result = fetcher.fetch(once(healthy.url("/")));
        assertThat(end(result)).isEqualTo("200");
      }

      assertThat(slow)
          .extracting(Future::get)
          .allSatisfy(result -> assertThat(end(result)).startsWith("TIMEOUT"))
          .allSatisfy(result -> assertThat(result.trace().took()).isLessThan(AT_MOST));
    } finally {
      dribblers.forEach(Upstream::close);
    }
  }

  @Test
  void N_23_a_slow_source_delays_no_other_on_its_host() throws Exception {
    upstream.route("/slow", Behaviour.afterDelay(Duration.ofMillis(900), Answers.status(200)));
    upstream.otherwise(Answers.ok("x", "a/b"));
    try (var workers = Executors.newVirtualThreadPerTaskExecutor()) {
      var slow = workers.submit(() -> fetcher.fetch(once(upstream.url("/slow"))));
      await().until(() -> upstream.running() == 1);

      var result = fetcher.fetch(once(upstream.url("/quick")));

      assertThat(result.trace().took()).isLessThan(Duration.ofMillis(500));
      assertThat(slow.isDone()).isFalse();
    }
  }
}
