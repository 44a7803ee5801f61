package dev.feedwarden.fetch;

import static dev.feedwarden.fetch.Fetching.SHORT;
import static dev.feedwarden.fetch.Fetching.end;
import static dev.feedwarden.fetch.Fetching.once;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.lab.Behaviour;
import dev.feedwarden.lab.Mischief;
import dev.feedwarden.lab.Upstream;
import dev.feedwarden.model.FetchResult.Answered;
import dev.feedwarden.model.FetchResult.Headers;
import dev.feedwarden.model.Validators;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Headers that come from a server and may go back to it. */
final class HeaderAbuseTest {
  private final Upstream upstream = Upstream.start();
  private final Fetcher fetcher = Fetching.fetcher(SHORT);

  @AfterEach
  void close() {
    fetcher.close();
    upstream.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"abc\"",
        "W/\"abc\"",
        "abc",
        "\"unbalanced",
        "\"a, b\\\"",
        "\"a\" \"b\"",
        "a:b;c=d",
        "\"{}[]()<>@?/|~^`%00%0d%0a\""
      })
  void A_06_an_etag_is_echoed_byte_for_byte(String etag) throws Exception {
    upstream.route("/", answering("ETag: " + etag));

    var kept = headers("/", Validators.NONE).validators();
    headers("/", kept);

    assertThat(kept).isEqualTo(new Validators(etag, null));
    assertThat(upstream.seen("/").get(1).headers()).containsEntry("if-none-match", etag);
  }

  static List<String> unfitTags() {
    return List.of(
        "",
        "*",
        "\"\u00e9\"",
        "\"\u0001\"",
        "\"a\tb\"",
        "\"\u007f\"",
        "x".repeat(513),
        "x".repeat(10_000));
  }

  @ParameterizedTest
  @MethodSource("unfitTags")
  void A_06_an_etag_that_cannot_be_echoed_is_dropped(String etag) throws Exception {
    upstream.route("/", answering("ETag: " + etag));

    assertThat(headers("/", Validators.NONE).validators()).isEqualTo(Validators.NONE);
  }

  @Test
  void A_06_an_etag_of_64_kB_is_no_header() throws Exception {
    upstream.route("/", answering("ETag: " + "x".repeat(64 << 10)));

    assertThat(end(fetcher.fetch(once(upstream.url("/"))))).isEqualTo("PROTOCOL");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Thu, 01 Jan 1970 00:00:00 GMT",
        "Fri, 31 Dec 9999 23:59:59 GMT",
        "yesterday",
        "0",
        "-1",
        "2026-01-01T00:00:00+09:00"
      })
  void A_07_a_last_modified_is_echoed_whatever_it_says(String date) throws Exception {
    upstream.route("/", answering("Last-Modified: " + date));

    var kept = headers("/", Validators.NONE).validators();
    headers("/", kept);

    assertThat(kept).isEqualTo(new Validators(null, date));
    assertThat(upstream.seen("/").get(1).headers()).containsEntry("if-modified-since", date);
  }

  static List<String> unfitDates() {
    return List.of("", "x".repeat(129), "caf\u00e9", "a\u0001b");
  }

  @ParameterizedTest
  @MethodSource("unfitDates")
  void A_07_a_last_modified_that_cannot_be_echoed_is_dropped(String date) throws Exception {
    upstream.route("/", answering("Last-Modified: " + date));

    assertThat(headers("/", Validators.NONE).validators()).isEqualTo(Validators.NONE);
  }

  static List<@Nullable String> contentTypes() {
    var types = new ArrayList<@Nullable String>();
    types.add(null);
    types.addAll(
        List.of(
            "text/html",
            "image/png",
            "text/xml; charset=../../x",
            "text/xml; charset=UTF-7",
            "text/xml; charset=",
            "; ; ;",
            "x".repeat(10_000)));
    return types;
  }

  @ParameterizedTest
  @MethodSource("contentTypes")
  void A_10_a_content_type_is_handed_on_as_it_came(@Nullable String type) throws Exception {
    upstream.route("/", answering(type == null ? "A: b" : "Content-Type: " + type));

    assertThat(headers("/", Validators.NONE).contentType()).isEqualTo(type);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"a\"\r\nX-Evil: 1", "\"a\n\"", "\"a\u0000\"", "\"\u00e9\"", "*"})
  void A_12_a_stored_value_that_is_no_header_is_not_sent(String value) throws Exception {
    upstream.route("/", answering("A: b"));

    headers("/", new Validators(value, value.equals("*") ? null : value));

    assertThat(upstream.seen("/").getFirst().headers())
        .doesNotContainKeys("if-none-match", "if-modified-since", "x-evil");
  }

  private static Behaviour answering(String header) {
    return Mischief.raw("HTTP/1.1 200 OK\r\n" + header + "\r\n\r\nx");
  }

  private Headers headers(String path, Validators asked) throws InterruptedException {
    return fetcher.fetch(once(upstream.url(path), asked)) instanceof Answered answered
        ? answered.headers()
        : new Headers(Validators.NONE, "no answer", null, null);
  }
}
