package dev.feedwarden.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.feedwarden.api.auth.Scope;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every request meets, whatever it asks for. */
final class DoorTest extends WithServer {
  private static final String SLOW_BODY =
      "POST /login HTTP/1.1|Host: x|Content-Type: application/json|Content-Length: 9000||";

  @Test
  void p_01_everything_that_is_no_token_is_answered_alike() throws IOException {
    var token = Served.token(Scope.READ);
    var bodies = new HashSet<String>();
    for (var header :
        List.of(
            "",
            "Authorization: Bearer\r\n",
            "Authorization: Bearer \r\n",
            "Authorization: Basic dTpw\r\n",
            "Authorization: bearer " + token + "\r\n",
            "Authorization: Bearer " + token + "x\r\n",
            "Authorization: Bearer " + token + "=\r\n",
            "Authorization: Bearer a.b.c.d\r\n",
            "Authorization: Bearer " + token + "\r\nAuthorization: Bearer " + token + "\r\n")) {
      var answer =
          served.raw(
              "GET " + SOURCES + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n" + header + "\r\n");

      assertThat(answer)
          .as(header)
          .startsWith("HTTP/1.1 401 ")
          .contains("WWW-Authenticate: Bearer");
      bodies.add(
          answer
              .substring(answer.indexOf("\r\n\r\n"))
              .replaceAll("\"request_id\":\"[0-9a-f]+\"", ""));
    }
    assertThat(bodies).hasSize(1);
    assertThat(served.askAs(null, "GET", SOURCES + "?access_token=" + token, null).status())
        .isEqualTo(401);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/api/v1/sources/",
        "/api/v1//sources",
        "//api/v1/sources",
        "/api/v1/Sources",
        "/API/v1/sources",
        "/api/v1/./sources",
        "/api/v1/x/../sources",
        "/api/v1/%2e%2e/v1/sources",
        "/api/v1/sources;jsessionid=1",
        "/api/v1/sources;",
        "/api/v1/sources%00",
        "/api/v1/sources%2f",
        "/api/v1/%73ources",
        "/api/v1/sources.",
        "/api/v1/sources.json",
        "/api\\v1\\sources"
      })
  void p_15_a_path_has_one_spelling(String path) throws IOException {
    var answer =
        served.raw(
            "GET "
                + path
                + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer "
                + Served.token(Scope.ADMIN)
                + "\r\n\r\n");

    assertThat(answer)
        .containsPattern("\\AHTTP/1.1 (404 |400 )")
        .doesNotContain("\"sources\"")
        .doesNotContain("<html");
  }

  @ParameterizedTest
  @ValueSource(strings = {"TRACE", "OPTIONS", "DELETE", "PUT", "CONNECT", "PROPFIND", "QUERY"})
  void p_15_another_method_is_405_at_most(String method) throws IOException {
    var answer =
        served.raw(
            method
                + " "
                + SOURCES
                + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");

    assertThat(answer)
        .containsPattern("\\AHTTP/1.1 (405|404|400|501) ")
        .doesNotContain("Access-Control");
  }

  @Test
  void p_15_a_method_cannot_be_overridden() {
    var id = served.register("https://a.example/feed");

    for (var header :
        List.of("X-HTTP-Method-Override", "x-http-method-override", "X-Method-Override")) {
      served.ask("POST", SOURCES + "/" + id + "/poll", null, header, "DELETE");
      served.ask("GET", SOURCES + "/" + id, null, header, "DELETE");
    }

    assertThat(served.ask("GET", SOURCES + "/" + id, null).status()).isEqualTo(200);
  }

  @Test
  void a_head_is_asked_for_like_a_get_and_has_no_body() {
    assertThat(served.askAs(null, "HEAD", SOURCES, null).status()).isEqualTo(401);
    assertThat(served.ask("HEAD", SOURCES, null).status()).isEqualTo(200);
    assertThat(served.ask("HEAD", SOURCES, null).text()).isEmpty();
    assertThat(served.ask("HEAD", SOURCES + "/import", null).status()).isIn(404, 405, 400);
  }

  @ParameterizedTest
  @ValueSource(strings = {SOURCES, "/nowhere", "/login", "/api/v1/docs", "/api/v1/openapi.json"})
  void p_32_p_35_every_answer_has_the_headers_that_browsers_obey(String path) {
    var got = served.ask("GET", path, null, "Origin", "https://evil.example");

    assertThat(got.header("X-Content-Type-Options")).isEqualTo("nosniff");
    assertThat(got.header("X-Frame-Options")).isEqualTo("DENY");
    assertThat(got.header("Content-Security-Policy")).contains("frame-ancestors 'none'");
    assertThat(got.header("Cache-Control")).isEqualTo("no-store");
    assertThat(got.header("Referrer-Policy")).isEqualTo("no-referrer");
    assertThat(got.header("X-Request-Id")).matches("[0-9a-f]{16}");
    assertThat(got.header("Access-Control-Allow-Origin")).isEmpty();
    assertThat(got.header("Server")).isEmpty();
    assertThat(got.header("X-Powered-By")).isEmpty();
  }

  @Test
  void p_29_a_fault_of_our_own_says_nothing_of_our_insides() {
    served.register("https://a.example/feed");
    served.database().close();

    var got = served.ask("GET", SOURCES, null);

    assertThat(got.status()).isEqualTo(500);
    assertThat(got.header("Content-Type")).isEqualTo("application/problem+json");
    assertThat(got.json().path("request_id").asString()).isEqualTo(got.header("X-Request-Id"));
    assertThat(got.text())
        .doesNotContainIgnoringCase("exception")
        .doesNotContainIgnoringCase("select")
        .doesNotContainIgnoringCase("hikari")
        .doesNotContain(folder.toString());
  }

  @Test
  void p_29_nor_does_a_fault_of_the_machine() {
    serve(Served.Wishes.NONE);

    var got = served.ask("POST", SOURCES + "/discover", "{\"url\":\"https://a.example/\"}");

    assertThat(got.status()).isEqualTo(500);
    assertThat(got.header("Content-Type")).startsWith("application/problem+json");
    assertThat(got.text()).doesNotContain("nobody may be asked").doesNotContain("AssertionError");
  }

  @Test
  void p_26_who_asks_too_much_waits_whatever_they_say_of_their_address() {
    serve(Served.Wishes.NONE.rate(60));
    var statuses = new ArrayList<Integer>();
    for (int i = 0; i < 30; i++) {
      statuses.add(
          served.askAs(null, "GET", "/login", null, "X-Forwarded-For", "198.51.100." + i).status());
    }

    assertThat(statuses.subList(0, 20)).containsOnly(200);
    assertThat(statuses.subList(25, 30)).contains(429);
    var refused = served.askAs(null, "GET", "/login", null);
    assertThat(refused.header("Retry-After")).isEqualTo("1");
  }

  @Test
  void p_26_a_proxy_of_ours_is_believed() {
    serve(Served.Wishes.NONE.rate(60).behind(InetAddress::isLoopbackAddress));
    var statuses = new ArrayList<Integer>();
    for (int i = 0; i < 60; i++) {
      statuses.add(
          served
              .askAs(null, "GET", "/login", null, "X-Forwarded-For", "6.6.6.6, 198.51.100." + i)
              .status());
    }

    assertThat(statuses).containsOnly(200);
  }

  @Test
  void a_refusal_does_not_cut_off_who_is_still_speaking() throws IOException {
    serve(Served.Wishes.NONE);
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), served.api().port())) {
      socket.setSoTimeout(20_000);
      var out = socket.getOutputStream();
      for (int i = 0; i < 3; i++) { // on one connection
        out.write(
            "POST /nowhere HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\n"
                .getBytes(UTF_8));
        out.flush();
        LockSupport.parkNanos(100_000_000); // time enough for an answer that does not wait
        out.write("body".getBytes(UTF_8));
        out.flush();
        var head = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
        assertThat(head.readLine()).isEqualTo("HTTP/1.1 404 Not Found");
        var length = 0;
        for (var line = head.readLine(); !line.isEmpty(); line = head.readLine()) {
          if (line.startsWith("Content-Length: ")) {
            length = Integer.parseInt(line.substring("Content-Length: ".length()));
          }
        }
        assertThat(head.skip(length)).isEqualTo(length);
      }
    }
  }

  @Test
  void p_36_what_is_not_http_is_answered_and_ended() throws IOException {
    var smuggled =
        served.raw(
            String.join(
                "\r\n",
                "POST /login HTTP/1.1",
                "Host: x",
                "Content-Length: 5",
                "Transfer-Encoding: chunked",
                "",
                "0",
                "",
                "GET / HTTP/1.1",
                "",
                ""));
    var large = served.raw("GET / HTTP/1.1\r\nHost: x\r\nX: " + "x".repeat(1 << 20) + "\r\n\r\n");
    var garbage = served.raw("\u0016\u0003\u0001hello\r\n\r\n");

    assertThat(smuggled).startsWith("HTTP/1.1 400 ").containsOnlyOnce("HTTP/1.1 ");
    assertThat(large).startsWith("HTTP/1.1 431 ");
    assertThat(garbage).startsWith("HTTP/1.1 400 ");
    assertThat(smuggled + large + garbage).doesNotContain("Jetty").doesNotContain("<html");
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(
      strings = {
        "Transfer-Encoding: chunked||zz|",
        "Transfer-Encoding: chunked||5|{}",
        "Content-Length: 90||{}",
      })
  void p_16_p_36_a_body_that_breaks_off_is_the_clients_fault(String rest) throws IOException {
    var answer =
        served.raw(
            ("POST /login HTTP/1.1|Host: x|Content-Type: application/json|" + rest)
                .replace("|", "\r\n"));

    assertThat(answer)
        .startsWith("HTTP/1.1 400 ")
        .contains("The body did not arrive whole.")
        .contains("Connection: close");
  }

  @Test
  void p_36_requests_that_are_sent_ahead_are_answered_in_their_order() throws IOException {
    var answers =
        served.raw(
            "GET /login HTTP/1.1\r\nHost: x\r\n\r\nGET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n"
                    .repeat(20)
                + "GET /login HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");

    var statuses =
        Pattern.compile("HTTP/1\\.1 (\\d+)").matcher(answers).results().map(m -> m.group(1));
    assertThat(String.join(" ", statuses.toList())).isEqualTo("200 404 ".repeat(20) + "200");
  }

  @Test
  void p_36_many_who_say_nothing_keep_nobody_out() throws IOException {
    var silent = new ArrayList<Socket>();
    try {
      for (int i = 0; i < 1_000; i++) {
        silent.add(new Socket(InetAddress.getLoopbackAddress(), served.api().port()));
      }

      assertThat(served.ask("GET", SOURCES, null).status()).isEqualTo(200);
    } finally {
      for (var socket : silent) {
        socket.close();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET /login HTTP/1.1|Host: x|X-Slow: ", SLOW_BODY})
  @Tag("slow")
  void p_36_who_sends_byte_by_byte_is_left_and_others_are_served(String beginning)
      throws IOException {
    try (var slow = new Socket(InetAddress.getLoopbackAddress(), served.api().port())) {
      slow.getOutputStream().write(beginning.replace("|", "\r\n").getBytes(UTF_8));

      await()
          .pollInterval(Duration.ofMillis(250))
          .atMost(Duration.ofSeconds(40))
          .until(() -> isRefused(slow));

      assertThat(served.ask("GET", SOURCES, null).status()).isEqualTo(200);
    }
  }

  private static boolean isRefused(Socket socket) throws IOException {
    try {
      socket.getOutputStream().write('x');
      return socket.getInputStream().available() > 0;
    } catch (SocketException closed) {
      return true;
    }
  }
}
