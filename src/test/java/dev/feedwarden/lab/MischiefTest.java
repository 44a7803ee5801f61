package dev.feedwarden.lab;

import static dev.feedwarden.lab.RawClient.ask;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class MischiefTest {
  private static final Duration MOMENT = Duration.ofMillis(1);

  private final Upstream upstream = Upstream.start();

  @AfterEach
  void close() {
    upstream.close();
  }

  @Test
  void raw_sends_exactly_that_and_hangs_up() throws Exception {
    upstream.route("/raw", Mischief.raw("ICY 200 OK\n\nÿ"));
    upstream.route("/nothing", Mischief.hangUp());

    assertThat(ask(upstream, "/raw")).isEqualTo("ICY 200 OK\n\nÿ");
    assertThat(ask(upstream, "/nothing")).isEmpty();
  }

  @Test
  void a_greeting_comes_before_any_request() throws Exception {
    upstream.greeting("220 hello\r\n");

    try (var client = new RawClient(upstream)) {
      assertThat(client.hear(11)).isEqualTo("220 hello\r\n");
    }
  }

  @Test
  void truncated_promises_more_than_it_sends() throws Exception {
    upstream.route("/a", Mischief.truncated("<rss>ü"));

    assertThat(ask(upstream, "/a"))
        .contains("Content-Length: 1007\r\n")
        .endsWith("\r\n\r\n<rss>Ã¼");
  }

  @Test
  void chunked_cut_lacks_the_last_chunk() throws Exception {
    upstream.route("/a", Mischief.chunkedCut("<rss>0123456789a"));

    assertThat(ask(upstream, "/a")).endsWith("chunked\r\n\r\n10\r\n<rss>0123456789a\r\n");
  }

  @Test
  void reset_is_a_tcp_reset() {
    upstream.route("/a", Mischief.reset());

    assertThatThrownBy(() -> ask(upstream, "/a"))
        .isInstanceOf(SocketException.class)
        .hasMessageContaining("reset");
  }

  @Test
  void a_dribbled_answer_arrives_whole_in_the_end() throws Exception {
    var answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
    upstream.route("/a", Mischief.dribble(answer, MOMENT));

    assertThat(ask(upstream, "/a")).isEqualTo(answer);
    var seen = upstream.seen().getFirst();
    assertThat(Duration.ofNanos(seen.endedAt() - seen.startedAt()))
        .isGreaterThanOrEqualTo(MOMENT.multipliedBy(answer.length() - 1));
  }

  static Stream<Arguments> neverEnding() {
    return Stream.of(
        Arguments.of("silence", Mischief.silence(), ""),
        Arguments.of("half a head", Mischief.silenceAfter("HTTP/1.1 200"), "HTTP/1.1 200"),
        Arguments.of("dribble", Mischief.dribble(MOMENT), "HTTP/1.1 200 OK\r\n"),
        Arguments.of("endless", Mischief.endless(), "HTTP/1.1 200 OK\r\n"),
        Arguments.of("endless chunks", Mischief.endlessChunked(), "HTTP/1.1 200 OK\r\n"),
        Arguments.of("endless 1xx", Mischief.endless("", "HTTP/1.1 102 \r\n\r\n"), "HTTP/1.1 102"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("neverEnding")
  void what_never_ends_ends_when_the_client_hangs_up(String name, Behaviour behaviour, String start)
      throws Exception {
    upstream.route("/a", behaviour);

    try (var client = new RawClient(upstream)) {
      assertThat(client.get("/a").hear(start.length())).as(name).isEqualTo(start);
      await().until(() -> upstream.running() == 1);
    }

    await().until(() -> upstream.running() == 0);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("neverEnding")
  void what_never_ends_ends_when_the_server_closes(String name, Behaviour behaviour, String start)
      throws Exception {
    upstream.route("/a", behaviour);

    try (var client = new RawClient(upstream)) {
      assertThat(client.get("/a").hear(start.length())).as(name).isEqualTo(start);
      await().until(() -> upstream.running() == 1);
      upstream.close();
    }

    assertThat(upstream.running()).isZero();
  }

  @Test
  void three_hundred_dribbles_leave_room_for_a_proper_answer() throws Exception {
    upstream.route("/slow", Mischief.dribble(Duration.ofMillis(200)));
    upstream.route("/fine", Answers.ok("fine", "text/plain").with("Connection", "close"));
    var clients = new ArrayList<RawClient>();

    for (var i = 0; i < 300; i++) {
      clients.add(new RawClient(upstream).get("/slow"));
    }
    await().until(() -> upstream.running() == 300);

    assertThat(ask(upstream, "/fine")).endsWith("fine");
    for (var client : clients) {
      client.close();
    }
    await().until(() -> upstream.running() == 0);
  }

  @Test
  void a_behaviour_that_breaks_down_is_told_at_the_end() throws Exception {
    var broken = Upstream.start();
    broken.otherwise(
        (_, _) -> {
          throw new IllegalArgumentException("the test's own mistake");
        });

    assertThat(ask(broken, "/")).isEmpty();

    assertThatThrownBy(broken::close).hasRootCauseMessage("the test's own mistake");
    broken.close();
  }
}
