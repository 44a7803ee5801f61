package dev.feedwarden.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.api.auth.Scope;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.poll.Diagnosis;
import dev.feedwarden.poll.Discovery.Findings;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What a crawler elsewhere asks of a registry, and tells it. */
final class ReportsTest extends WithServer {
  private static final String COOLING =
      """
      {"reason":"gone","revision":1,"by":"policy","since":"2026-03-01T12:00:00Z",
       "until":"2026-03-04T12:00:00.123Z","evidence":"410"}
      """;

  private String id = "";

  @BeforeEach
  void register() {
    id = served.register("https://a.example/feed");
  }

  private Served.Got report(String what, String body) {
    return served.ask("PATCH", SOURCES + "/" + id + "/" + what, body);
  }

  private JsonNode shown() {
    return served.ask("GET", SOURCES + "/" + id, null).json();
  }

  private void rename() {
    served.ask("PATCH", SOURCES + "/" + id, "{\"name\":\"by a person\"}");
  }

  @Test
  void a_disable_by_a_policy_is_kept_to_the_millisecond_and_answers_the_new_revision() {
    var got = report("feed-disable", COOLING);

    assertThat(got.status()).isEqualTo(200);
    assertThat(got.json().path("revision").asLong()).isEqualTo(2);
    var source = shown();
    assertThat(source.path("feed_disable_reason").asString()).isEqualTo("gone");
    assertThat(source.path("feed_disabled_at").asString()).isEqualTo("2026-03-01T12:00:00Z");
    assertThat(source.path("feed_disabled_until").asString()).isEqualTo("2026-03-04T12:00:00.123Z");
    assertThat(source.path("feed_disabled_by").asString()).isEqualTo("policy");
    assertThat(source.path("revision").asLong()).isEqualTo(2);
  }

  @Test
  void a_report_that_is_sent_again_changes_nothing_and_has_the_same_answer() {
    report("feed-disable", COOLING);

    assertThat(report("feed-disable", COOLING).json().path("revision").asLong()).isEqualTo(2);

    var enable = "{\"revision\":2,\"by\":\"policy\"}";
    assertThat(report("feed-enable", enable).json().path("revision").asLong()).isEqualTo(3);
    assertThat(report("feed-enable", enable).json().path("revision").asLong()).isEqualTo(3);
    assertThat(shown().path("status").asString()).isEqualTo("active");
  }

  @Test
  void a_stale_report_is_409_and_the_persons_change_stays() {
    rename();

    assertThat(report("feed-disable", COOLING).status()).isEqualTo(409);

    assertThat(shown().path("status").asString()).isEqualTo("active");
    report("feed-disable", "{\"reason\":\"under review\"}");
    assertThat(report("feed-enable", "{\"revision\":2,\"by\":\"policy\"}").status()).isEqualTo(409);
    assertThat(report("feed-enable", "{\"revision\":2}").status()).isEqualTo(409);
    assertThat(shown().path("status").asString()).isEqualTo("stopped");
    assertThat(report("feed-enable", "{\"revision\":3}").status()).isEqualTo(200);
  }

  @Test
  void a_report_that_lacks_something_is_400_naming_it() {
    var since = "\"since\":\"2026-03-01T12:00:00Z\"";
    var until = "\"until\":\"2026-03-02T12:00:00Z\"";
    var wrong =
        Map.of(
            "'reason':'gone','revision':1",
            "since",
            "'reason':'gone','revision':1," + since,
            "until",
            "'reason':'gone','revision':1," + since + "," + until.replace("26", "25"),
            "until",
            "'reason':'gone','revision':1," + since + "," + until.replace("26", "36"),
            "until",
            "'reason':'manual','revision':1," + since + "," + until,
            "reason",
            "'reason':'rate_limited','revision':1," + since + "," + until,
            "reason",
            "'reason':'gone'," + since + "," + until,
            "revision");

    wrong.forEach(
        (fields, field) -> {
          var got =
              report("feed-disable", "{'by':'policy',%s}".formatted(fields).replace('\'', '"'));
          assertThat(got.status()).as(fields).isEqualTo(400);
          assertThat(got.faults()).as(fields).containsExactly(field);
        });
    assertThat(report("feed-enable", "{\"by\":\"ann\",\"revision\":1}").faults())
        .containsExactly("by");
    assertThat(shown().path("revision").asLong()).isEqualTo(1);
  }

  @Test
  void a_registry_says_which_it_is_for_ever_and_what_the_caller_may_do() {
    var first = served.askAs(Served.token(Scope.WRITE), "GET", "/api/v1/registry", null).json();
    var again = served.askAs(Served.token(Scope.READ), "GET", "/api/v1/registry", null).json();

    assertThat(first.path("registry_id").asString()).hasSize(36);
    assertThat(again.path("registry_id")).isEqualTo(first.path("registry_id"));
    assertThat(first.path("scope").asString()).isEqualTo("write");
    assertThat(again.path("scope").asString()).isEqualTo("read");
  }

  @Test
  void what_is_masked_is_there_sealed_for_who_may_write() {
    serve(Served.Wishes.NONE.outbound(new Sealing()));
    var body =
        """
        {"feed_url":"https://b.example/feed?api_key=hunter2",
         "auth":{"type":"bearer","token":"s3cret"}}
        """;
    served.ask("POST", SOURCES, body);
    var list = SOURCES + "?after=&feed_active=true&sealed=true";

    var got = served.askAs(Served.token(Scope.WRITE), "GET", list, null);

    assertThat(got.text()).doesNotContain("hunter2", "s3cret");
    var sources = got.json().path("sources").valueStream().toList();
    assertThat(sources.getFirst().has("feed_url_sealed")).isFalse();
    assertThat(Served.VAULT.open(sources.getLast().path("feed_url_sealed").asString()))
        .hasValue("https://b.example/feed?api_key=hunter2");
    assertThat(Served.VAULT.open(sources.getLast().path("auth_sealed").asString()))
        .hasValueSatisfying(text -> assertThat(text).contains("s3cret"));
    assertThat(served.askAs(Served.token(Scope.READ), "GET", list, null).status()).isEqualTo(403);
    assertThat(served.ask("GET", SOURCES + "?sealed=true", null).faults())
        .isEqualTo(List.of("sealed"));
    assertThat(served.ask("GET", SOURCES + "?after=", null).text()).doesNotContain("sealed");
  }

  private static final class Sealing implements Parts.Outbound {
    @Override
    public Findings discover(WebUrl page) {
      throw new AssertionError();
    }

    @Override
    public Diagnosis test(WebUrl feed) {
      throw new AssertionError();
    }

    @Override
    public String seal(String text) {
      return Served.VAULT.seal(text);
    }
  }
}
