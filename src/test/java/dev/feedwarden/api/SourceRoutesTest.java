package dev.feedwarden.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.api.auth.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The register over HTTP, as other programs use it. */
final class SourceRoutesTest extends WithServer {
  @Test
  void a_source_is_registered_and_shown() {
    var created =
        served.ask(
            "POST",
            SOURCES,
            """
            {"name":"Blog","feed_url":"https://Blog.example/feed","tags":["News","go"],
             "feed_poll_interval_minutes":30,"notes":"ours","policy":{"gone.cooldown":"1d"}}
            """);
    var id = created.json().path("id").asString();
    var shown = served.ask("GET", SOURCES + "/" + id, null);

    assertThat(created.status()).isEqualTo(201);
    assertThat(created.header("Location")).isEqualTo(SOURCES + "/" + id);
    assertThat(created.header("ETag")).isEqualTo("\"1\"");
    assertThat(shown.json()).isEqualTo(created.json());
    assertThat(shown.json().path("feed_url").asString()).isEqualTo("https://blog.example/feed");
    assertThat(shown.json().path("tags").toString()).isEqualTo("[\"go\",\"news\"]");
    assertThat(shown.json().path("policy").toString()).isEqualTo("{\"gone.cooldown\":\"1d\"}");
    assertThat(shown.json().path("feed_poll_interval_minutes").asInt()).isEqualTo(30);
    var faults = new ArrayList<String>();
    SourceFields.SHAPE.check(shown.json(), "", (field, _) -> faults.add(field));
    assertThat(faults).isEmpty();
  }

  @Test
  void the_same_feed_again_is_409_and_names_the_first() {
    var id = served.register("https://a.example/feed");

    var again = served.ask("POST", SOURCES, "{\"feed_url\":\"https://A.example:443/feed#x\"}");

    assertThat(again.status()).isEqualTo(409);
    assertThat(again.header("Location")).isEqualTo(SOURCES + "/" + id);
    assertThat(again.json().path("detail").asString()).contains(id);
  }

  @Test
  void p_25_one_url_in_20_forms_at_once_is_one_source() throws Exception {
    var forms =
        List.of(
            "https://xn--bcher-kva.example/~feed",
            "https://xn--bcher-kva.example/%7Efeed",
            "https://xn--bcher-kva.example/%7efeed",
            "https://bücher.example/~feed",
            "https://BÜCHER.example/~feed",
            "https://XN--BCHER-KVA.example/~feed",
            "https://xn--bcher-kva.EXAMPLE/~feed",
            "HTTPS://xn--bcher-kva.example/~feed",
            "https://xn--bcher-kva.example:443/~feed",
            "https://xn--bcher-kva.example:/~feed",
            "https://xn--bcher-kva.example./~feed",
            "https://xn--bcher-kva.example/~feed#top",
            "https://xn--bcher-kva.example/~feed#",
            " https://xn--bcher-kva.example/~feed ",
            "https://xn--bcher-kva.example/./~feed",
            "https://xn--bcher-kva.example/a/../~feed",
            "https://xn--bcher-kva.example/%7E%66eed",
            "https://bücher.example:443/~feed",
            "https://bücher.example./%7Efeed#a",
            "hTTpS://Bücher.Example:443/x/../%7efeed");
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var tasks =
          forms.stream()
              .<Callable<Integer>>map(
                  url ->
                      () -> served.ask("POST", SOURCES, "{\"feed_url\":\"" + url + "\"}").status())
              .toList();

      var statuses = new ArrayList<Integer>();
      for (var task : threads.invokeAll(tasks)) {
        statuses.add(task.get());
      }

      assertThat(statuses).hasSize(20).containsOnly(201, 409).containsOnlyOnce(201);
    }
  }

  @Test
  void p_24_the_second_of_two_edits_of_one_revision_is_refused_and_changes_nothing() {
    var id = served.register("https://a.example/feed");
    var etag = served.ask("GET", SOURCES + "/" + id, null).header("ETag");
    var feed = "\"feed_url\":\"https://a.example/feed\"";

    var first =
        served.ask("PUT", SOURCES + "/" + id, "{\"name\":\"one\"," + feed + "}", "If-Match", etag);
    var second =
        served.ask("PUT", SOURCES + "/" + id, "{\"name\":\"two\"," + feed + "}", "If-Match", etag);

    assertThat(List.of(first.status(), second.status())).containsExactly(200, 412);
    assertThat(served.ask("GET", SOURCES + "/" + id, null).json().path("name").asString())
        .isEqualTo("one");
  }

  @Test
  void p_24_of_many_edits_at_once_exactly_one_wins_each_revision()
      throws InterruptedException, ExecutionException {
    var id = served.register("https://a.example/feed");
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var tasks =
          IntStream.range(0, 10)
              .<Callable<Integer>>mapToObj(
                  i ->
                      () ->
                          served
                              .ask(
                                  "PUT",
                                  SOURCES + "/" + id,
                                  "{\"name\":\"n"
                                      + i
                                      + "\",\"feed_url\":\"https://a.example/feed\"}",
                                  "If-Match",
                                  "\"1\"")
                              .status())
              .toList();

      var statuses = new ArrayList<Integer>();
      for (var task : threads.invokeAll(tasks)) {
        statuses.add(task.get());
      }

      assertThat(statuses).containsOnly(200, 412).containsOnlyOnce(200);
    }
  }

  @Test
  void a_replacement_must_say_what_it_replaces() {
    var id = served.register("https://a.example/feed");

    var got = served.ask("PUT", SOURCES + "/" + id, "{\"feed_url\":\"https://a.example/feed\"}");

    assertThat(got.status()).isEqualTo(428);
  }

  @Test
  void a_change_touches_only_what_it_names_and_a_shown_url_may_be_sent_back() {
    var id = served.register("https://a.example/feed?token=s3cret-value");
    served.ask("PATCH", SOURCES + "/" + id, "{\"tags\":[\"x\"],\"notes\":\"n\"}");
    var masked = served.ask("GET", SOURCES + "/" + id, null).json().path("feed_url").asString();

    var got =
        served.ask(
            "PATCH", SOURCES + "/" + id, "{\"name\":\"new\",\"feed_url\":\"" + masked + "\"}");

    assertThat(masked).doesNotContain("s3cret-value");
    assertThat(got.status()).isEqualTo(200);
    assertThat(got.json().path("notes").asString()).isEqualTo("n");
    assertThat(
            served
                .ask(
                    "POST", SOURCES, "{\"feed_url\":\"https://a.example/feed?token=s3cret-value\"}")
                .status())
        .isEqualTo(409);
  }

  @Test
  void a_feed_is_disabled_and_enabled_in_the_words_of_the_first_source_manager() {
    var id = served.register("https://a.example/feed");

    var disabled =
        served.ask("PATCH", SOURCES + "/" + id + "/feed-disable", "{\"reason\":\"not_found\"}");
    var between = served.ask("GET", SOURCES + "/" + id, null).json();
    var enabled = served.ask("PATCH", SOURCES + "/" + id + "/feed-enable", null);

    assertThat(disabled.text())
        .isEqualTo(
            "{\"message\":\"Feed disabled\",\"source_id\":\"%s\",\"reason\":\"not_found\"}"
                .formatted(id));
    assertThat(between.path("feed_disable_reason").asString()).isEqualTo("not_found");
    assertThat(between.path("feed_disabled_by").asString()).isEqualTo("tester");
    assertThat(between.has("feed_disabled_until")).isTrue();
    assertThat(enabled.text())
        .isEqualTo("{\"message\":\"Feed enabled\",\"source_id\":\"%s\"}".formatted(id));
    assertThat(served.ask("GET", SOURCES + "/" + id, null).json().has("feed_disabled_at"))
        .isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          gone to the dogs, manual, gone to the dogs
          manual,           manual, ''
          rate_limited,     manual, rate_limited
          """)
  void a_reason_that_is_no_type_is_the_note_of_a_stop(String reason, String stored, String note) {
    var id = served.register("https://a.example/feed");

    served.ask("PATCH", SOURCES + "/" + id + "/feed-disable", "{\"reason\":\"" + reason + "\"}");

    var shown = served.ask("GET", SOURCES + "/" + id, null).json();
    assertThat(shown.path("feed_disable_reason").asString()).isEqualTo(stored);
    assertThat(shown.path("feed_disable_note").asString()).isEqualTo(note);
    assertThat(served.ask("POST", SOURCES + "/" + id + "/poll", null).status()).isEqualTo(409);
  }

  @Test
  void a_disable_of_what_was_changed_since_is_409() {
    var id = served.register("https://a.example/feed");
    served.ask("PATCH", SOURCES + "/" + id, "{\"name\":\"new\"}");

    var got =
        served.ask(
            "PATCH", SOURCES + "/" + id + "/feed-disable", "{\"reason\":\"gone\",\"revision\":1}");

    assertThat(got.status()).isEqualTo(409);
    assertThat(served.ask("GET", SOURCES + "/" + id, null).json().has("feed_disabled_at"))
        .isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1",
        "01",
        "1.0",
        "9223372036854775808",
        "0199AAAA-0000-7000-8000-000000000000",
        "not-an-id"
      })
  void p_23_an_id_has_one_form(String id) {
    assertThat(served.ask("GET", SOURCES + "/" + id, null).status()).isEqualTo(400);
    assertThat(
            served
                .ask("PATCH", SOURCES + "/" + id + "/feed-disable", "{\"reason\":\"gone\"}")
                .faults())
        .containsExactly("id");
  }

  @Test
  void p_14_what_never_was_and_what_is_no_more_look_alike() {
    var id = served.register("https://a.example/feed");
    var removed = served.ask("DELETE", SOURCES + "/" + id, null);

    var gone = served.ask("GET", SOURCES + "/" + id, null);
    var never = served.ask("GET", SOURCES + "/00000000-0000-7000-8000-000000000000", null);

    assertThat(removed.status()).isEqualTo(204);
    assertThat(List.of(gone.status(), never.status())).containsOnly(404);
    assertThat(gone.json().path("detail")).isEqualTo(never.json().path("detail"));
  }

  @Test
  void a_removal_with_an_old_etag_removes_nothing() {
    var id = served.register("https://a.example/feed");
    served.ask("PATCH", SOURCES + "/" + id, "{\"name\":\"new\"}");

    assertThat(served.ask("DELETE", SOURCES + "/" + id, null, "If-Match", "\"1\"").status())
        .isEqualTo(412);
    assertThat(served.ask("GET", SOURCES + "/" + id, null).status()).isEqualTo(200);
  }

  @Test
  void a_poll_is_asked_for() {
    var id = served.register("https://a.example/feed");

    var got = served.ask("POST", SOURCES + "/" + id + "/poll", null);

    assertThat(got.status()).isEqualTo(202);
    assertThat(
            served.ask("GET", SOURCES + "/" + id, null).json().path("next_poll_reason").asString())
        .isEqualTo("asked");
  }

  @Test
  void reading_may_be_made_public_and_writing_may_not() {
    serve(Served.Wishes.NONE.reading());

    assertThat(served.askAs(null, "GET", SOURCES, null).status()).isEqualTo(200);
    assertThat(served.askAs(null, "POST", SOURCES, "{}").status()).isEqualTo(401);
    assertThat(served.askAs("not.a.token", "GET", SOURCES, null).status()).isEqualTo(401);
    assertThat(served.askAs(Served.token(Scope.READ), "POST", SOURCES, "{}").status())
        .isEqualTo(403);
  }
}
