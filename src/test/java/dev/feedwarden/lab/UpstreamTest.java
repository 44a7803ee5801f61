package dev.feedwarden.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class UpstreamTest {
  private static final Answer FEED = Answers.ok("<rss/>", "application/rss+xml");

  private final Upstream upstream = Upstream.start();
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  @AfterEach
  void close() {
    client.close();
    upstream.close();
  }

  @Test
  void a_route_answers_and_other_paths_are_404() throws Exception {
    upstream.route("/a.xml", FEED);

    var found = get("/a.xml?x=1");
    var missing = get("/b.xml");

    assertThat(found.body()).isEqualTo("<rss/>");
    assertThat(found.headers().firstValue("Content-Type")).contains("application/rss+xml");
    assertThat(List.of(found.statusCode(), missing.statusCode())).isEqualTo(List.of(200, 404));
  }

  @Test
  void an_etag_brought_back_is_answered_304_even_when_weak_or_in_a_list() throws Exception {
    upstream.route("/a", FEED.etag("\"v1\"").lastModified("yesterday"));

    assertThat(get("/a", "If-None-Match", "\"v1\"").statusCode()).isEqualTo(304);
    assertThat(get("/a", "If-None-Match", "\"v0\", W/\"v1\"").statusCode()).isEqualTo(304);
    assertThat(get("/a", "If-Modified-Since", "yesterday").statusCode()).isEqualTo(304);
    assertThat(get("/a", "If-Modified-Since", "today").statusCode()).isEqualTo(200);
    assertThat(get("/a", "If-None-Match", "\"v0\"", "If-Modified-Since", "yesterday").statusCode())
        .isEqualTo(200);
  }

  @Test
  void a_plain_etag_header_is_said_but_not_honoured() throws Exception {
    upstream.route("/a", FEED.with("ETag", "\"v1\""));

    var answer = get("/a", "If-None-Match", "\"v1\"");

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("ETag")).contains("\"v1\"");
  }

  @Test
  void statuses_carry_headers_and_redirects_point_elsewhere() throws Exception {
    upstream.route("/busy", Answers.status(429).with("Retry-After", "120"));
    upstream.route("/old", Answers.redirect(301, "/new"));

    var busy = get("/busy");
    var old = get("/old");

    assertThat(busy.statusCode()).isEqualTo(429);
    assertThat(busy.headers().firstValue("Retry-After")).contains("120");
    assertThat(old.statusCode()).isEqualTo(301);
    assertThat(old.headers().firstValue("Location")).contains("/new");
  }

  @Test
  void behaviours_take_turns_and_the_last_repeats() throws Exception {
    upstream.route("/a", Behaviour.inTurn(Answers.status(503), Answers.status(404), FEED));

    var statuses =
        List.of(get("/a"), get("/a"), get("/a"), get("/a")).stream().map(HttpResponse::statusCode);

    assertThat(statuses).isEqualTo(List.of(503, 404, 200, 200));
  }

  @Test
  void a_behaviour_learns_how_often_its_path_was_asked_and_what_was_posted() throws Exception {
    upstream.otherwise(
        (request, wire) ->
            Answers.ok(request.askedBefore() + request.body(), "text/plain").answer(request, wire));

    get("/a");
    var answer =
        client.send(
            request("/a").POST(HttpRequest.BodyPublishers.ofString("-posted")).build(),
            BodyHandlers.ofString());

    assertThat(answer.body()).isEqualTo("1-posted");
  }

  @Test
  void a_chunked_post_is_read_whole() throws Exception {
    upstream.otherwise(
        (request, wire) -> Answers.ok(request.body(), "text/plain").answer(request, wire));

    try (var raw = new RawClient(upstream)) {
      raw.say("POST / HTTP/1.1\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n");
      raw.say("3;x=y\r\nabc\r\n2\r\nde\r\n0\r\nTrailer: t\r\n\r\n");

      assertThat(raw.rest()).endsWith("\r\n\r\nabcde");
    }
  }

  @Test
  void proper_answers_keep_the_connection_and_every_request_is_remembered() throws Exception {
    upstream.route("/a", FEED.gzipped());

    get("/a", "X-Test", "1");
    get("/b");
    var seen = upstream.seen();

    assertThat(seen)
        .extracting(Seen::path, Seen::connection)
        .containsExactly(tuple("/a", 1), tuple("/b", 1));
    assertThat(seen.getFirst().headers()).containsAllEntriesOf(Map.of("x-test", "1"));
    assertThat(seen).allMatch(s -> s.startedAt() <= s.endedAt());
    assertThat(upstream.connections()).isEqualTo(1);
    assertThat(upstream.count("/a")).isEqualTo(1);
    assertThat(upstream.count("/never")).isZero();
  }

  @Test
  void either_side_may_end_the_connection_after_an_answer() throws Exception {
    upstream.route("/closing", FEED.with("Connection", "close"));

    assertThat(RawClient.ask(upstream, "/closing")).endsWith("<rss/>");
    try (var raw = new RawClient(upstream)) {
      assertThat(raw.say("GET /x HTTP/1.0\r\n\r\n").rest()).contains("Connection: close");
    }
  }

  @Test
  void head_has_no_body() throws Exception {
    upstream.route("/a", FEED);

    try (var raw = new RawClient(upstream)) {
      raw.say("HEAD /a HTTP/1.1\r\nConnection: close\r\n\r\n");

      assertThat(raw.rest()).contains("Content-Length: 6").endsWith("\r\n\r\n");
    }
  }

  @Test
  void requests_at_the_same_time_are_counted_in_all_and_by_path() {
    upstream.otherwise(Mischief.silence());

    var all =
        IntStream.range(0, 6)
            .mapToObj(i -> client.sendAsync(request("/" + i % 2).build(), BodyHandlers.ofString()))
            .toList();
    await().until(() -> upstream.running() == 6);
    all.forEach(answer -> answer.cancel(true));

    await().until(() -> upstream.running() == 0);
    assertThat(upstream.maxConcurrent()).isEqualTo(6);
    assertThat(upstream.maxConcurrent("/0")).isEqualTo(3);
    assertThat(upstream.maxConcurrent("/none")).isZero();
  }

  @Test
  void a_client_that_asks_again_at_once_is_never_counted_twice() throws Exception {
    upstream.route("/a", FEED.with("Connection", "close"));

    for (var i = 0; i < 300; i++) {
      get("/a");
    }

    assertThat(upstream.maxConcurrent()).isEqualTo(1);
    assertThat(upstream.connections()).isEqualTo(300);
  }

  @Test
  void a_client_that_gives_up_during_a_delay_is_noticed() {
    upstream.route("/slow", Behaviour.afterDelay(Duration.ofHours(1), FEED));

    var answer = client.sendAsync(request("/slow").build(), BodyHandlers.ofString());
    await().until(() -> upstream.running() == 1);
    answer.cancel(true);

    await().until(() -> upstream.running() == 0);
    assertThat(upstream.count("/slow")).isEqualTo(1);
  }

  @Test
  void a_delay_is_kept_even_when_the_next_request_is_there_already() throws Exception {
    upstream.route("/slow", Behaviour.afterDelay(Duration.ofMillis(100), FEED));

    try (var raw = new RawClient(upstream)) {
      raw.get("/slow").say("GET /last HTTP/1.1\r\nConnection: close\r\n\r\n");

      assertThat(raw.rest()).contains("<rss/>HTTP/1.1 404");
    }
    var slow = upstream.seen("/slow").getFirst();
    assertThat(Duration.ofNanos(slow.endedAt() - slow.startedAt()))
        .isGreaterThanOrEqualTo(Duration.ofMillis(100));
  }

  @Test
  void what_is_no_request_is_refused() throws Exception {
    try (var raw = new RawClient(upstream)) {
      assertThat(raw.say("nonsense\r\n").rest()).startsWith("HTTP/1.1 400 ");
    }
    assertThat(upstream.seen()).isEmpty();
  }

  @Test
  void another_loopback_address_is_another_server() throws Exception {
    try (var other = Upstream.start("127.0.0.7", upstream.port())) {
      other.route("/a", FEED.with("Connection", "close"));

      assertThat(RawClient.ask(other, "/a")).endsWith("<rss/>");
      assertThat(other.url("/a")).isEqualTo("http://127.0.0.7:" + upstream.port() + "/a");
    }
    assertThat(upstream.connections()).isZero();
  }

  @Test
  void only_loopback_will_do() {
    assertThatThrownBy(() -> Upstream.start("0.0.0.0"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("loopback");
  }

  private HttpResponse<String> get(String path, String... headers) throws Exception {
    var request = request(path);
    if (headers.length > 0) {
      request.headers(headers);
    }
    return client.send(request.build(), BodyHandlers.ofString());
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(upstream.url(path)));
  }
}
