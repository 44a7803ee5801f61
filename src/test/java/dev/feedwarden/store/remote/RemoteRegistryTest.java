package dev.feedwarden.store.remote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.fetch.Fetcher.Identification;
import dev.feedwarden.fetch.Fetcher.Route;
import dev.feedwarden.fetch.OutboundGuard;
import dev.feedwarden.fetch.Sender;
import dev.feedwarden.lab.Answers;
import dev.feedwarden.lab.Upstream;
import dev.feedwarden.model.Credentials;
import dev.feedwarden.model.ErrorType;
import dev.feedwarden.model.Intake;
import dev.feedwarden.model.Label;
import dev.feedwarden.model.Listed;
import dev.feedwarden.model.Overrides;
import dev.feedwarden.model.Source.Settings;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.Standing;
import dev.feedwarden.model.StandingReport;
import dev.feedwarden.model.Tag;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.store.remote.RemoteRegistry.Page;
import dev.feedwarden.store.remote.RemoteRegistry.Told;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The registry's API as a crawler uses it, over a server that answers what it is told. */
final class RemoteRegistryTest {
  private static final SourceId ONE = id(1);
  private static final SourceId TWO = id(2);
  private static final Instant SINCE = Instant.parse("2026-03-01T12:00:00Z");
  private static final Standing COOLING =
      new Standing.Cooling(
          ErrorType.GONE, SINCE, Instant.parse("2026-03-04T12:00:00.123Z"), "policy");

  // No address is allowed: the registry's own is, since the operator named it.
  private final Upstream server = Upstream.start("127.0.0.6");
  private final RemoteRegistry registry =
      new RemoteRegistry(
          Sender.to(
              WebUrl.of(server.url("/")),
              new OutboundGuard(List.of(), Set.of(), List.of(), Set.of()),
              new Identification("Feedwarden/test"),
              Route.DIRECT,
              1 << 20),
          WebUrl.of(server.url("/")),
          "t0k3n",
          text ->
              text.startsWith("ours:")
                  ? Optional.of(text.substring("ours:".length()))
                  : Optional.empty());

  @AfterEach
  void close() {
    registry.close();
    server.close();
  }

  private static SourceId id(int number) {
    return new SourceId("00000000-0000-7000-8000-%012d".formatted(number));
  }

  private static String row(SourceId id, String more) {
    return "{\"id\":\"%s\",\"name\":\"n\",\"feed_url\":\"https://a.example/f\",\"revision\":7%s}"
        .formatted(id, more);
  }

  private Heard<Page> page(String sources) throws InterruptedException {
    server.route("/api/v1/sources", Answers.word(200, "{\"sources\":[" + sources + "]}"));
    return registry.page(null);
  }

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          200 | {"registry_id":"r1","scope":"write"} | Good     | r1
          200 | {"registry_id":"r1","scope":"admin"} | Good     | r1
          200 | {"registry_id":"r1","scope":"read"}  | Mistaken | REGISTRY_TOKEN: the token may only read at the registry <U>; mint one there by 'feedwarden token --scope write'
          200 | {}                                   | Mistaken | REGISTRY_URL: <U> answers, but not as a registry of Feedwarden does
          200 | <html>                               | Mistaken | REGISTRY_URL: <U> answers, but not as a registry of Feedwarden does
          404 | {}                                   | Mistaken | REGISTRY_URL: <U> answers, but not as a registry of Feedwarden does
          301 | {}                                   | Mistaken | REGISTRY_URL: <U> sends us elsewhere; name the registry's own address
          401 | {}                                   | Mistaken | REGISTRY_TOKEN: the registry <U> does not know the token, or no longer
          403 | {}                                   | Mistaken | REGISTRY_TOKEN: the token may only read at the registry <U>; mint one there by 'feedwarden token --scope write'
          409 | {}                                   | Mistaken | REGISTRY_URL: <U> is a crawler itself; name the registry that it follows
          421 | {}                                   | Mistaken | REGISTRY_URL: <U> is not known there by that name; see its PUBLIC_URL
          429 | {}                                   | Silent   | the registry <U> answers with 429
          500 | {}                                   | Silent   | the registry <U> answers with 500
          503 | {}                                   | Silent   | the registry <U> answers with 503
          """)
  void an_answer_is_an_identity_an_outage_or_a_mistake(
      int status, String body, String kind, String words) throws InterruptedException {
    server.route("/api/v1/registry", Answers.word(status, body));
    var told = words.replace("<U>", registry.url());

    assertThat(registry.identity())
        .isEqualTo(
            switch (kind) {
              case "Good" -> new Heard.Good<>(told);
              case "Silent" -> new Heard.Silent<>(told);
              default -> new Heard.Mistaken<>(told);
            });
  }

  @Test
  void nobody_there_is_an_outage() throws InterruptedException {
    server.close();

    assertThat(registry.identity())
        .isEqualTo(
            new Heard.Silent<>("the registry " + registry.url() + " cannot be reached (connect)"));
  }

  @Test
  void a_page_asks_for_active_feeds_by_key_with_the_token() throws InterruptedException {
    page("");
    registry.page(ONE);

    assertThat(server.seen())
        .extracting(seen -> seen.request().method() + " " + seen.request().target())
        .containsExactly(
            "GET /api/v1/sources?feed_active=true&sealed=true&limit=500&after=",
            "GET /api/v1/sources?feed_active=true&sealed=true&limit=500&after=" + ONE);
    assertThat(server.seen())
        .allMatch(seen -> "Bearer t0k3n".equals(seen.request().header("Authorization")));
  }

  @Test
  void a_source_is_read_with_everything_that_is_decided_about_it() throws InterruptedException {
    var sources =
        row(
                ONE,
                """
                ,"tags":["a","b"],"notes":"x","feed_poll_interval_minutes":5,"novelty":[1],
                "policy":{"gone.cooldown":"1d"},"auth_sealed":"ours:basic","feed_url":"https://a.example/?key=***",
                "feed_url_sealed":"ours:https://a.example/?key=1","feed_disable_reason":"gone",
                "feed_disabled_at":"2026-03-01T12:00:00Z","feed_disabled_until":"2026-03-04T12:00:00.123Z",
                "feed_disabled_by":"policy"
                """)
            .replaceFirst("\"feed_url\":\"https://a.example/f\",", "");

    var settings =
        new Settings(
            new Label("n", List.of(new Tag("a"), new Tag("b")), "x"),
            WebUrl.of("https://a.example/?key=1"),
            true,
            Intake.every(Duration.ofMinutes(5)),
            new Credentials.Encrypted("ours:basic"),
            new Overrides(Map.of("gone.cooldown", "1d")));
    assertThat(page(sources))
        .isEqualTo(
            new Heard.Good<>(
                new Page(List.of(new Listed(ONE, settings, COOLING, 7)), Map.of(), null)));
  }

  @Test
  void what_cannot_be_understood_is_named_and_costs_the_others_nothing()
      throws InterruptedException {
    var sources =
        String.join(
            ",",
            row(ONE, ",\"auth_sealed\":\"theirs\""),
            row(TWO, ""),
            row(id(3), ",\"feed_url_sealed\":\"theirs\""),
            row(id(4), "").replace("https:", "gopher:"),
            row(id(5), ",\"feed_disable_reason\":\"novel\""));
    var noKey = "it has secrets, and SECRET_KEY here is not that of the registry";

    var good = (Heard.Good<Page>) page(sources);

    assertThat(good.value().sources()).extracting(Listed::id).containsExactly(TWO);
    assertThat(good.value().unread())
        .isEqualTo(
            Map.of(
                ONE,
                noKey,
                id(3),
                noKey,
                id(4),
                "it has no address that is one",
                id(5),
                "it is not as we know sources"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          2 1   |
          1 1   |
          1 2   | 1
          1 2   | 3
          -     | 1
          """)
  void a_list_out_of_order_is_no_list(String ids, String next) throws InterruptedException {
    var rows =
        ids.equals("-")
            ? ""
            : String.join(
                ",",
                List.of(ids.split(" ", -1)).stream()
                    .map(n -> row(id(Integer.parseInt(n)), ""))
                    .toList());
    var more = next == null ? "" : ",\"next_after\":\"" + id(Integer.parseInt(next)) + "\"";
    server.route("/api/v1/sources", Answers.word(200, "{\"sources\":[" + rows + "]" + more + "}"));

    assertThat(registry.page(null))
        .isEqualTo(
            new Heard.Silent<>(
                "the registry " + registry.url() + " lists its sources out of order"));
  }

  @Test
  void a_page_that_is_cut_is_no_page() throws InterruptedException {
    server.route(
        "/api/v1/sources", Answers.word(200, "{\"sources\":[]}").with("Content-Length", "1000"));

    assertThat(registry.page(null)).isInstanceOf(Heard.Silent.class);
  }

  @Test
  void a_disable_carries_what_was_judged_and_until_when() throws InterruptedException {
    var path = "/api/v1/sources/" + ONE + "/feed-disable";
    server.route(path, Answers.word(200, "{\"revision\":8}"));

    var heard = registry.report(new StandingReport(ONE, 7, COOLING, "410"));

    assertThat(heard).isEqualTo(new Heard.Good<>(new Told.Accepted(8)));
    var request = server.seen(path).getFirst().request();
    assertThat(request.method()).isEqualTo("PATCH");
    assertThat(request.header("Content-Type")).startsWith("application/json");
    assertThat(request.body())
        .isEqualTo(
            "{\"revision\":7,\"by\":\"policy\",\"evidence\":\"410\",\"reason\":\"gone\","
                + "\"since\":\"2026-03-01T12:00:00Z\",\"until\":\"2026-03-04T12:00:00.123Z\"}");
  }

  @Test
  void an_enable_carries_what_was_judged() throws InterruptedException {
    var path = "/api/v1/sources/" + ONE + "/feed-enable";
    server.route(path, Answers.word(200, "{\"revision\":9}"));

    registry.report(new StandingReport(ONE, 8, Standing.ACTIVE, "a poll succeeded"));

    assertThat(server.seen(path).getFirst().request().body())
        .isEqualTo("{\"revision\":8,\"by\":\"policy\",\"evidence\":\"a poll succeeded\"}");
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({
    "409, Refused", "412, Refused", "404, Refused", "400, Refused", "422, Refused",
    "401, Mistaken", "403, Mistaken", "429, Silent", "500, Silent", "503, Silent"
  })
  void a_report_is_refused_or_sent_again(int status, String kind) throws InterruptedException {
    server.otherwise(Answers.word(status, "{\"detail\":\"because\"}"));

    var heard = registry.report(new StandingReport(ONE, 7, COOLING, "410"));

    switch (kind) {
      case "Refused" ->
          assertThat(heard).isEqualTo(new Heard.Good<>(new Told.Refused(status + " because")));
      case "Silent" -> assertThat(heard).isInstanceOf(Heard.Silent.class);
      default -> assertThat(heard).isInstanceOf(Heard.Mistaken.class);
    }
  }
}
