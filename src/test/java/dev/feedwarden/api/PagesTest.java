package dev.feedwarden.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.api.auth.Scope;
import dev.feedwarden.model.Incident;
import dev.feedwarden.store.Incidents;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The dashboard as a browser without scripts gets it. */
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class PagesTest {
  private static final String HTML = "text/html,application/xhtml+xml";

  @TempDir Path folder;
  private Served served;

  @BeforeEach
  void open() {
    served = Served.in(folder);
  }

  @AfterEach
  void close() {
    served.close();
  }

  private Served.Got page(String path) {
    return served.ask("GET", path, null, "Accept", HTML);
  }

  @Test
  void the_overview_teaches_when_there_is_nothing() {
    assertThat(page("/").text()).contains("Nothing is watched yet.", "Add the first feed");
  }

  @Test
  void the_overview_counts_when_there_is_something() {
    served.register("https://a.example/feed");

    assertThat(page("/").text())
        .contains("Every feed in the schedule answers.", "of 1 source")
        .doesNotContain("Add the first feed");
  }

  @Test
  void an_outage_of_our_own_is_on_every_page() {
    new Incidents(served.database())
        .open(Incident.Kind.LOCAL_OUTAGE, "worker", "<b>nobody</b> answered", Instant.now());

    assertThat(page("/").text())
        .contains(
            "Nobody answers: our own network is the problem.", "&lt;b&gt;nobody&lt;/b&gt; answered")
        .doesNotContain("<b>nobody");
  }

  @Test
  void who_is_not_logged_in_is_shown_the_way_and_a_program_is_told() {
    var person = served.askAs(null, "GET", "/", null, "Accept", HTML);
    var program = served.askAs(null, "GET", "/", null);

    assertThat(person.status()).isEqualTo(303);
    assertThat(person.header("Location")).isEqualTo("/login");
    assertThat(program.status()).isEqualTo(401);
    assertThat(program.header("Content-Type")).startsWith("application/problem+json");
  }

  @Test
  void a_form_logs_in_without_a_script_and_out_again() {
    var form = "application/x-www-form-urlencoded";
    var in =
        served.askAs(
            null,
            "POST",
            "/login/form",
            "token=" + Served.token(Scope.READ),
            "Content-Type",
            form,
            "Accept",
            HTML);
    var wrong =
        served.askAs(null, "POST", "/login/form", "token=x", "Content-Type", form, "Accept", HTML);
    var cookie = in.header("Set-Cookie").replaceAll(";.*", "");
    var shown = served.askAs(null, "GET", "/", null, "Accept", HTML, "Cookie", cookie);
    var out = served.askAs(null, "POST", "/logout", null, "Accept", HTML);

    assertThat(in.status()).isEqualTo(303);
    assertThat(in.header("Location")).isEqualTo("/");
    assertThat(shown.text()).contains("<bdi>tester</bdi>");
    assertThat(wrong.text()).contains("The token or code is not valid.");
    assertThat(out.status()).isEqualTo(303);
    assertThat(out.header("Set-Cookie")).contains("Max-Age=0");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/nothing", "/?<script>=1", "/login/form", "/sources/%3Cscript%3E"})
  void d_09_an_error_is_a_page_without_a_script_of_others(String path) {
    var got = served.ask("GET", path.replace("<", "%3C").replace(">", "%3E"), null, "Accept", HTML);

    assertThat(got.status()).isBetween(400, 499);
    assertThat(got.header("Content-Type")).isEqualTo("text/html;charset=utf-8");
    assertThat(got.text()).doesNotContain("<script>").contains("To the overview");
  }

  @Test
  void d_06_every_answer_has_the_policy_and_nothing_is_inline() {
    for (var path :
        List.of("/", "/login", "/nothing", "/?x=1", "/api/v1/sources", "/api/v1/nothing")) {
      assertThat(page(path).header("Content-Security-Policy"))
          .as(path)
          .startsWith("default-src 'none'; script-src 'self'; style-src 'self';")
          .doesNotContain("unsafe");
    }
    assertThat(page("/").text())
        .doesNotContainPattern("(?i)<script(?! src=\"/assets/)| style=|<style| on[a-z]+=\"");
  }

  @Test
  void d_06_every_route_has_the_policy_whoever_asks_and_whatever_it_answers() {
    for (var route : served.api().routes()) {
      var path = route.path().replace("{id}", "00000000-0000-7000-8000-000000000000");
      for (var token : Arrays.asList(null, Served.token(Scope.READ), Served.token(Scope.ADMIN))) {
        var got = served.askAs(token, route.verb().name(), path, null, "Accept", HTML);

        assertThat(got.header("Content-Security-Policy"))
            .as("%s %s", route, got.status())
            .startsWith("default-src 'none'; ")
            .contains("frame-ancestors 'none'")
            .doesNotContain("unsafe");
        assertThat(got.header("X-Content-Type-Options")).as("%s", route).isEqualTo("nosniff");
      }
    }
  }

  @Test
  void the_manual_is_for_everybody_and_tells_nothing_of_the_installation() {
    new Incidents(served.database())
        .open(Incident.Kind.LOCAL_OUTAGE, "worker", "nobody answered", Instant.now());
    var first = served.askAs(null, "GET", "/docs", null, "Accept", HTML);
    var page = served.askAs(null, "GET", "/docs/runbook/gone", null, "Accept", HTML);
    var moved = served.askAs(null, "GET", "/help/errors/gone", null, "Accept", HTML);

    assertThat(first.text())
        .contains("href=\"/docs/runbook/nxdomain\"")
        .doesNotContain("nobody answered", "Log out");
    assertThat(page.text()).contains("HTTP 410", "/sources?show=all&amp;type=gone");
    assertThat(moved.header("Location")).isEqualTo("/docs/runbook/gone");
    assertThat(served.askAs(null, "GET", "/docs/lab.svg", null).header("Content-Type"))
        .startsWith("image/svg+xml");
    assertThat(served.askAs(null, "GET", "/docs/nothing/here", null).status()).isEqualTo(404);
    assertThat(served.askAs(null, "GET", "/help/errors/nothing", null).status()).isEqualTo(404);
  }

  @Test
  void what_is_set_is_for_those_who_may_change_it() {
    var secretive =
        Served.WELL.configured(
            () ->
                List.of(
                    new Vitals.Configured(
                        "WORKERS", "<b>8", "feedwarden.yaml: workers", "how many")));
    served.close();
    served = Served.in(folder, Served.Wishes.NONE.vitals(secretive));
    var reader =
        served.askAs(Served.token(Scope.READ), "GET", "/system", null, "Accept", HTML).text();

    assertThat(page("/system").text()).contains("&lt;b&gt;8", "feedwarden.yaml: workers");
    assertThat(reader).contains("Shown to whoever has the scope").doesNotContain("feedwarden.yaml");
  }

  @Test
  void the_table_is_walked_from_page_to_page_and_back() {
    for (int i = 0; i < 120; i++) {
      served.register("https://a.example/" + i);
    }
    var first = page("/sources?sort=host&order=desc");
    var second = page(way(first, "next"));
    var third = page(way(second, "next"));

    assertThat(List.of(position(first), position(second), position(third)))
        .containsExactly("1–50 of 120", "51–100 of 120", "101–120 of 120");
    assertThat(way(first, "prev")).isEmpty();
    assertThat(way(third, "next")).isEmpty();
    assertThat(ids(page(way(third, "prev")))).isEqualTo(ids(second));
    assertThat(ids(page(way(page(way(third, "prev")), "prev")))).isEqualTo(ids(first));
    assertThat(Stream.of(first, second, third).flatMap(got -> ids(got).stream()))
        .hasSize(120)
        .doesNotHaveDuplicates();
  }

  private static String way(Served.Got got, String rel) {
    var found = Pattern.compile("rel=\"" + rel + "\" href=\"([^\"]+)\"").matcher(got.text());
    return found.find() ? found.group(1).replace("&amp;", "&") : "";
  }

  private static String position(Served.Got got) {
    return got.text()
        .replaceAll("(?s).*<p class=\"paging\"><span class=\"faint\">([^<]+)<.*", "$1");
  }

  private static List<String> ids(Served.Got got) {
    return Pattern.compile("name=\"id\" value=\"([^\"]+)\"")
        .matcher(got.text())
        .results()
        .map(found -> found.group(1))
        .toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/sources?after=x",
        "/sources?sort=next_poll_at&key=1;DROP&after=00000000-0000-7000-8000-000000000000",
        "/sources?sort=id"
      })
  void a_place_that_is_none_is_refused(String path) {
    assertThat(page(path).status()).isEqualTo(400);
  }

  @Test
  void styles_and_scripts_may_be_kept_and_are_for_everybody() {
    var style =
        page("/").text().replaceAll("(?s).*href=\"(/assets/[0-9a-f]{12}/app.css)\".*", "$1");
    var got = served.askAs(null, "GET", style, null);

    assertThat(got.status()).isEqualTo(200);
    assertThat(got.header("Content-Type")).isEqualTo("text/css;charset=utf-8");
    assertThat(got.header("Cache-Control")).contains("immutable");
    assertThat(page("/").header("Cache-Control")).isEqualTo("no-store");
  }

  @ParameterizedTest
  @CsvSource({
    "evil.example, 421",
    "evil.example:8080, 421",
    "127.0.0.1.evil.example, 421",
    "localhost:8080, 200",
    "127.0.0.1:1, 200",
    "[::1]:8080, 200",
    "feeds.localhost, 200"
  })
  void d_10_another_name_leads_to_a_local_server_only_by_a_trick(String host, int status)
      throws IOException {
    var answer =
        served.raw("GET /login HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n");

    assertThat(answer).startsWith("HTTP/1.1 " + status + " ");
  }
}
