package dev.feedwarden.fetch;

import static dev.feedwarden.fetch.Fetching.SHORT;
import static dev.feedwarden.fetch.Fetching.allowing;
import static dev.feedwarden.fetch.Fetching.end;
import static dev.feedwarden.fetch.Fetching.once;
import static dev.feedwarden.fetch.Fetching.patiently;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.lab.Answers;
import dev.feedwarden.lab.Mischief;
import dev.feedwarden.lab.Trap;
import dev.feedwarden.lab.Upstream;
import dev.feedwarden.model.FetchResult.Hop;
import dev.feedwarden.model.WebUrl;
import java.net.InetAddress;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Redirects, followed by hand; each hop is judged anew. */
final class RedirectsTest {
  private final Upstream upstream = Upstream.start();
  private final Fetcher fetcher =
      Fetching.fetcher(SHORT, allowing("127.0.0.1/32"), InetAddress::getAllByName);

  @AfterEach
  void close() {
    fetcher.close();
    upstream.close();
  }

  @ParameterizedTest(name = "{0} and {1}")
  @CsvSource(
      nullValues = "-",
      textBlock =
          """
          http://a.example/x/y?q,  /z,                       http://a.example/z
          http://a.example/x/y?q,  z,                        http://a.example/x/z
          http://a.example/x/y?q,  ?p,                       http://a.example/x/y?p
          http://a.example/x/y?q,  #f,                       http://a.example/x/y?q
          http://a.example/x/y?q,  '',                       http://a.example/x/y?q
          http://a.example/x/y?q,  //b.example/z,            http://b.example/z
          http://a.example:81/x,   /z,                       http://a.example:81/z
          http://a.example/x,      https://b.example:444/z,  https://b.example:444/z
          http://a.example/x,      HTTPS://B.EXAMPLE,        https://b.example/
          http://a.example/x,      ' /z ',                   http://a.example/z
          http://a.example/x,      /ü z,                     http://a.example/%C3%BC%20z
          https://a.example/x,     /z,                       https://a.example/z
          https://a.example/x,     //b.example/z,            https://b.example/z
          https://a.example/x,     http://a.example/x,       -
          http://a.example/x,      -,                        -
          http://a.example/x,      ftp://b.example/,         -
          http://a.example/x,      file:///etc/passwd,       -
          http://a.example/x,      javascript:alert(1),      -
          http://a.example/x,      http://u:p@b.example/,    -
          http://a.example/x,      //u@b.example/,           -
          http://a.example/x,      http://,                  -
          http://a.example/x,      http:b.example,           -
          http://a.example/x,      http://0x7f.1/,           -
          """)
  void a_location_leads_to_a_url_or_nowhere(
      String from, @Nullable String location, @Nullable String to) {
    assertThat(Redirects.follow(WebUrl.of(from), location))
        .isEqualTo(to == null ? null : WebUrl.of(to));
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 302, 303, 307, 308})
  void a_relative_and_an_absolute_redirect_are_followed(int status) throws Exception {
    upstream.route("/a/b", Answers.redirect(status, "c"));
    upstream.route("/a/c", Answers.redirect(status, upstream.url("/d")));
    upstream.route("/d", Answers.ok("x", "a/b"));

    var result = fetcher.fetch(once(upstream.url("/a/b")));

    assertThat(end(result)).isEqualTo("200");
    assertThat(result.trace().finalUrl()).isEqualTo(WebUrl.of(upstream.url("/d")));
    assertThat(result.trace().redirects())
        .containsExactly(
            new Hop(status, WebUrl.of(upstream.url("/a/c"))),
            new Hop(status, WebUrl.of(upstream.url("/d"))));
    assertThat(result.trace().attempts()).isEqualTo(1);
  }

  @ParameterizedTest(name = "{0} redirects end in {1} after {2} requests")
  @CsvSource({"3, 200, 4", "4, REDIRECT_LIMIT, 4", "100, REDIRECT_LIMIT, 4"})
  void three_redirects_are_followed_and_no_fourth(int redirects, String end, int requests)
      throws Exception {
    for (int i = 0; i < redirects; i++) {
      upstream.route("/" + i, Answers.redirect(302, "/" + (i + 1)));
    }
    upstream.route("/" + redirects, Answers.ok("x", "a/b"));

    assertThat(end(fetcher.fetch(once(upstream.url("/0"))))).isEqualTo(end);
    assertThat(upstream.seen()).hasSize(requests);
  }

  @Test
  void a_loop_ends_and_is_not_begun_again() throws Exception {
    upstream.route("/", Answers.redirect(301, "/"));

    assertThat(end(fetcher.fetch(patiently(upstream.url("/"))))).isEqualTo("REDIRECT_LIMIT");
    assertThat(upstream.count("/")).isEqualTo(4);
  }

  @Test
  void a_redirect_to_a_blocked_address_makes_no_connection() throws Exception {
    try (var trap = Trap.set("127.0.0.2")) {
      upstream.route("/1", Answers.redirect(301, trap.url("/")));
      upstream.route("/2", Answers.redirect(302, "/1"));
      upstream.route("/3", Answers.redirect(302, "http://localhost:" + trap.port() + "/"));
      upstream.route("/4", Answers.redirect(302, "http://[::ffff:127.0.0.2]:" + trap.port()));

      for (var path : new String[] {"/1", "/2", "/3", "/4"}) {
        assertThat(end(fetcher.fetch(once(upstream.url(path))))).isEqualTo("BLOCKED_ADDRESS");
      }
      assertThat(trap.connections()).isZero();
    }
  }

  @Test
  void a_redirect_to_what_only_looks_like_an_address_is_refused() throws Exception {
    for (var host : new String[] {"[1:2]", "[:::]", "[::1::]", "[12345::]", "[1::256.1.1.1]"}) {
      upstream.route("/", Answers.redirect(301, "http://" + host + "/"));

      assertThat(end(fetcher.fetch(once(upstream.url("/"))))).isIn("BLOCKED_ADDRESS", "BAD_URL");
    }
  }

  @Test
  void a_redirect_to_nowhere_is_a_bad_url() throws Exception {
    upstream.route("/none", Answers.status(301));
    upstream.route("/file", Answers.redirect(301, "file:///etc/passwd"));

    assertThat(end(fetcher.fetch(once(upstream.url("/none"))))).isEqualTo("BAD_URL");
    assertThat(end(fetcher.fetch(once(upstream.url("/file"))))).isEqualTo("BAD_URL");
  }

  @Test
  void all_hops_share_one_deadline() throws Exception {
    upstream.otherwise(
        (request, wire) -> {
          wire.pause(Duration.ofMillis(400));
          wire.send("HTTP/1.1 302 \r\nLocation: " + request.path() + "x\r\n\r\n");
        });

    var result = fetcher.fetch(once(upstream.url("/")));

    assertThat(end(result)).isEqualTo("TIMEOUT_TOTAL");
    assertThat(result.trace().took()).isLessThan(Duration.ofMillis(1_300));
  }

  @Test
  void the_body_of_a_redirect_is_not_waited_for() throws Exception {
    upstream.route(
        "/", Mischief.silenceAfter("HTTP/1.1 301 \r\nLocation: /to\r\nContent-Length: 9\r\n\r\nx"));
    upstream.route("/to", Answers.ok("x", "a/b"));

    var result = fetcher.fetch(once(upstream.url("/")));

    assertThat(end(result)).isEqualTo("200");
    assertThat(result.trace().took()).isLessThan(Duration.ofMillis(500));
  }

  @Test
  void a_failure_behind_a_redirect_begins_again_at_its_start() throws Exception {
    upstream.route("/", Answers.redirect(301, "/to"));
    upstream.route("/to", Mischief.reset());

    var result = fetcher.fetch(patiently(upstream.url("/")));

    assertThat(end(result)).isEqualTo("RESET");
    assertThat(upstream.count("/")).isEqualTo(3);
    assertThat(upstream.count("/to")).isEqualTo(3);
  }

  @Test
  void raw_bytes_of_a_location_are_asked_for_as_they_are() throws Exception {
    upstream.route("/", Mischief.raw("HTTP/1.1 302 \r\nLocation: /f\u00c3\u00a9ed\r\n\r\n"));
    upstream.route("/f%C3%A9ed", Answers.ok("x", "a/b"));

    assertThat(end(fetcher.fetch(once(upstream.url("/"))))).isEqualTo("200");
  }
}
