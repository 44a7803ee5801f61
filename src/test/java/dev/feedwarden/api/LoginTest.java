package dev.feedwarden.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.api.auth.Scope;
import dev.feedwarden.api.auth.Tokens;
import dev.feedwarden.api.pages.Assets;
import dev.feedwarden.store.RevokedTokens;
import java.time.Instant;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** People at a browser. */
final class LoginTest extends WithServer {
  private String cookie(Served.Got got) {
    return got.header("Set-Cookie").replaceAll(";.*", "");
  }

  private Served.Got byCode() {
    var code = served.api().loginLink().replaceFirst(".*=", "");
    return served.askAs(null, "POST", "/login", "{\"code\":\"" + code + "\"}");
  }

  @Test
  void a_link_logs_in_once() {
    var code = served.api().loginLink().replaceFirst(".*=", "");
    var body = "{\"code\":\"" + code + "\"}";

    var first = served.askAs(null, "POST", "/login", body);
    var second = served.askAs(null, "POST", "/login", body);

    assertThat(first.status()).isEqualTo(204);
    assertThat(second.status()).isEqualTo(401);
    assertThat(served.askAs(null, "GET", SOURCES, null, "Cookie", cookie(first)).status())
        .isEqualTo(200);
  }

  @Test
  void p_34_the_cookie_is_for_this_server_alone() {
    var plain = byCode();
    serve(Served.Wishes.NONE.at("https://feeds.example"));
    var secure = byCode();

    assertThat(plain.header("Set-Cookie"))
        .startsWith("feedwarden=")
        .endsWith("; Path=/; Max-Age=43200; HttpOnly; SameSite=Strict");
    assertThat(secure.header("Set-Cookie"))
        .startsWith("__Host-feedwarden=")
        .endsWith("; Path=/; Max-Age=43200; HttpOnly; SameSite=Strict; Secure");
  }

  @Test
  void a_session_ends_with_its_token_and_has_its_scope() {
    var token = Served.token(Scope.READ);
    var got = served.askAs(null, "POST", "/login", "{\"token\":\"" + token + "\"}");

    assertThat(got.header("Set-Cookie")).containsPattern("Max-Age=3(600|59\\d);");
    assertThat(
            served
                .askAs(
                    null,
                    "POST",
                    SOURCES,
                    "{}",
                    "Cookie",
                    cookie(got),
                    "Sec-Fetch-Site",
                    "same-origin")
                .status())
        .isEqualTo(403);
  }

  @Test
  void a_cookie_is_no_token_and_a_token_no_cookie() {
    var value = cookie(byCode()).replaceFirst("feedwarden=", "");

    assertThat(served.askAs(value, "GET", SOURCES, null).status()).isEqualTo(401);
    assertThat(
            served
                .askAs(
                    null, "GET", SOURCES, null, "Cookie", "feedwarden=" + Served.token(Scope.ADMIN))
                .status())
        .isEqualTo(401);
  }

  @ParameterizedTest(name = "Sec-Fetch-Site {0}, Origin {1}: {2}")
  @CsvSource(
      textBlock =
          """
          same-origin, OWN,                  201
          same-origin, '',                   201
          cross-site,  OWN,                  403
          same-site,   OWN,                  403
          none,        OWN,                  403
          '',          OWN,                  201
          '',          https://evil.example, 403
          '',          'null',               403
          '',          http://127.0.0.1,     403
          '',          '',                   403
          """)
  void p_33_a_change_by_cookie_must_come_from_our_own_page(String site, String origin, int status) {
    var headers = new ArrayList<String>();
    headers.add("Cookie");
    headers.add(cookie(byCode()));
    if (!site.isEmpty()) {
      headers.add("Sec-Fetch-Site");
      headers.add(site);
    }
    if (!origin.isEmpty()) {
      headers.add("Origin");
      headers.add(origin.replace("OWN", "http://127.0.0.1:" + served.api().port()));
    }

    var got =
        served.askAs(
            null,
            "POST",
            SOURCES,
            "{\"feed_url\":\"https://a.example/feed\"}",
            headers.toArray(String[]::new));

    assertThat(got.status()).isEqualTo(status);
  }

  @Test
  void p_33_nobody_is_logged_in_or_out_by_anothers_page() {
    var token = "{\"token\":\"" + Served.token(Scope.ADMIN) + "\"}";

    assertThat(
            served.askAs(null, "POST", "/login", token, "Origin", "https://evil.example").status())
        .isEqualTo(403);
    assertThat(served.askAs(null, "POST", "/logout", null, "Sec-Fetch-Site", "cross-site").status())
        .isEqualTo(403);
    assertThat(served.askAs(null, "POST", "/logout", null).header("Set-Cookie"))
        .contains("Max-Age=0");
  }

  @Test
  void p_37_who_guesses_is_made_to_wait() {
    var statuses = new ArrayList<Integer>();
    for (int i = 0; i < 8; i++) {
      statuses.add(served.askAs(null, "POST", "/login", "{\"code\":\"guess\"}").status());
    }

    assertThat(statuses.subList(0, 5)).containsOnly(401);
    assertThat(statuses.subList(5, 8)).containsOnly(429);
  }

  @Test
  void p_37_the_right_code_is_refused_too_while_one_must_wait_and_says_how_long() {
    var code = served.api().loginLink().replaceFirst(".*=", "");
    for (int i = 0; i < 5; i++) {
      served.askAs(null, "POST", "/login", "{\"code\":\"guess\"}");
    }

    var got = served.askAs(null, "POST", "/login", "{\"code\":\"" + code + "\"}");

    assertThat(got.status()).isEqualTo(429);
    assertThat(Integer.parseInt(got.header("Retry-After"))).isBetween(10, 15);
  }

  @Test
  void p_11_a_token_that_was_called_back_is_good_no_more_nor_is_its_session() {
    var token = Served.token(Scope.READ);
    var session = cookie(served.askAs(null, "POST", "/login", "{\"token\":\"" + token + "\"}"));
    var id =
        new Tokens(Served.KEYS, Served.RULES, Instant::now).caller(token).orElseThrow().token();

    new RevokedTokens(served.database()).add(id, Instant.now().plus(Served.LIFE), Instant.now());
    serve(Served.Wishes.NONE); // another process hears of it within seconds, a new one at once

    assertThat(served.askAs(token, "GET", SOURCES, null).status()).isEqualTo(401);
    assertThat(served.askAs(null, "GET", SOURCES, null, "Cookie", session).status()).isEqualTo(401);
    assertThat(served.askAs(null, "POST", "/login", "{\"token\":\"" + token + "\"}").status())
        .isEqualTo(401);
    assertThat(served.ask("GET", SOURCES, null).status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"next=//evil.example", "next=https://evil.example", "return_to=/%5Cevil"})
  void p_39_a_login_leads_nowhere_but_home(String query) {
    var got = served.askAs(null, "GET", "/login?" + query, null);

    assertThat(got.status()).isEqualTo(400);
    assertThat(got.header("Location")).isEmpty();
    assertThat(served.askAs(null, "GET", Assets.HERE.url("login.js"), null).text())
        .containsOnlyOnce("location.replace(")
        .contains("location.replace('/');");
  }
}
