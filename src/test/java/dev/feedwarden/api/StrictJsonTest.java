package dev.feedwarden.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a body may be, and how it is told that it is not. */
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class StrictJsonTest {
  private static final String SOURCES = "/api/v1/sources";
  private static final String URL = "\"feed_url\":\"https://a.example/strict\"";

  @TempDir static Path folder;
  private static Served served;

  @BeforeAll
  static void open() {
    served = Served.in(folder);
  }

  @AfterAll
  static void close() {
    served.close();
  }

  @ParameterizedTest(name = "{0} is a fault of {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      textBlock =
          """
          {"feed_url":"https://a.example/1","colour":"red"}                  | colour
          {"feed_url":"https://a.example/1","feed_url":"https://b.example/"} | feed_url
          {"feed_url":"https://a.example/1","name":null}                     | name
          {"feed_url":"https://a.example/1","name":7}                        | name
          {"feed_url":"https://a.example/1","name":"   "}                    | name
          {"feed_url":"https://a.example/1","name":"a\\u0000b"}              | name
          {"feed_url":"https://a.example/1","name":"a\\ud800b"}              | name
          {"feed_url":"https://a.example/1","name":"a\\u001bb"}              | name
          {"feed_url":"https://a.example/1","notes":"a\\u0000b"}             | notes
          {"feed_url":"https://a.example/1","enabled":"true"}                | enabled
          {"feed_url":"https://a.example/1","enabled":1}                     | enabled
          {"feed_url":"https://a.example/1","feed_poll_interval_minutes":"5"} | feed_poll_interval_minutes
          {"feed_url":"https://a.example/1","feed_poll_interval_minutes":5.0} | feed_poll_interval_minutes
          {"feed_url":"https://a.example/1","feed_poll_interval_minutes":0}  | feed_poll_interval_minutes
          {"feed_url":"https://a.example/1","feed_poll_interval_minutes":9007199254740993} | feed_poll_interval_minutes
          {"feed_url":"https://a.example/1","feed_poll_interval_minutes":NaN} | feed_poll_interval_minutes
          {"feed_url":"https://a.example/1","tags":"a"}                      | tags
          {"feed_url":"https://a.example/1","tags":["ok","a,b"]}             | tags[1]
          {"feed_url":"https://a.example/1","policy":{"gone.cooldown":"soon"}} | policy
          {"feed_url":"https://a.example/1","policy":{"gone.colour":"1d"}}   | policy
          {"feed_url":7}                                                     | feed_url
          {"feed_url":"ftp://a.example/"}                                    | feed_url
          {"feed_url":"http://127.0.0.1/"}                                   | feed_url
          {"feed_url":"http://printer.internal/"}                            | feed_url
          {"name":"x"}                                                       | feed_url
          """)
  void p_18_p_20_the_field_at_fault_is_named(String body, String field) {
    var got = served.ask("POST", SOURCES, body);

    assertThat(got.status()).isEqualTo(400);
    assertThat(got.header("Content-Type")).isEqualTo("application/problem+json");
    assertThat(got.faults()).containsExactly(field);
    assertThat(served.ask("GET", SOURCES, null).json().path("total").asInt()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "id",
        "created_at",
        "consecutive_errors",
        "feed_disabled_at",
        "disabled_at",
        "owner",
        "last_etag",
        "role",
        "allowPrivate",
        "proxy",
        "insecureTls",
        "credentials",
        "__proto__"
      })
  void p_19_what_is_not_theirs_to_set_is_refused_and_not_dropped(String field) {
    var got = served.ask("POST", SOURCES, "{" + URL + ",\"" + field + "\":1}");

    assertThat(got.status()).isEqualTo(400);
    assertThat(got.faults()).containsExactly(field);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "null",
        "[]",
        "7",
        "\"text\"",
        "{",
        "{}}",
        "{\"name\":}",
        "{\"feed_url\":\"https://a.example/\"} x",
        "{\"feed_url\":\"https://a.example/\"}{}",
        "{'feed_url':'https://a.example/'}",
        "\uFEFF{}",
        "/* */ {}"
      })
  void p_18_what_is_not_one_object_is_400(String body) {
    assertThat(served.ask("POST", SOURCES, body).status()).isEqualTo(400);
  }

  @Test
  void p_16_depth_is_bounded() {
    var deep = "[".repeat(10_000) + "]".repeat(10_000);

    assertThat(served.ask("POST", SOURCES, "{\"tags\":" + deep + "}").status()).isEqualTo(400);
  }

  @Test
  void p_16_a_body_may_be_as_large_as_the_limit_and_not_a_byte_larger() {
    var limit = 64 << 10;
    var frame = "{" + URL + ",\"colour\":\"\"}";
    var full = frame.replace("\"\"", "\"" + "x".repeat(limit - frame.length()) + "\"");

    assertThat(served.ask("POST", SOURCES, full).status()).isEqualTo(400);
    assertThat(served.ask("POST", SOURCES, full + " ").status()).isEqualTo(413);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/json; charset=utf-16",
        "application/json;x=y",
        "*/*"
      })
  void p_17_another_type_is_415(String type) {
    assertThat(served.ask("POST", SOURCES, "{" + URL + "}", "Content-Type", type).status())
        .isEqualTo(415);
  }

  @Test
  void p_16_a_compressed_body_is_415() {
    assertThat(served.ask("POST", SOURCES, "{}", "Content-Encoding", "gzip").status())
        .isEqualTo(415);
  }

  @ParameterizedTest(name = "{0} is a fault of {1}")
  @CsvSource(
      textBlock =
          """
          limit=0,                            limit
          limit=-1,                           limit
          limit=1000000000,                   limit
          limit=abc,                          limit
          limit=1%20UNION,                    limit
          limit=01,                           limit
          limit=1&limit=2,                    limit
          page=0,                             page
          page=1&offset=0,                    offset
          offset=99999999999999999999,        offset
          sort_by=name%3B--,                  sort_by
          sort_by=credentials,                sort_by
          sort_order=up,                      sort_order
          status=odd,                         status
          error_type=404,                     error_type
          enabled=1,                          enabled
          after=abc,                          after
          after=&page=1,                      page
          tag=%00,                            tag
          search=%00,                         search
          colour=red,                         colour
          """)
  void p_21_p_22_a_parameter_at_fault_is_named(String query, String field) {
    var got = served.ask("GET", SOURCES + "?" + query, null);

    assertThat(got.status()).isEqualTo(400);
    assertThat(got.faults()).containsExactly(field);
  }

  @ParameterizedTest
  @ValueSource(strings = {"'%20OR%201=1--", "%25", "_", "%5C", "%3B%20DROP%20TABLE%20sources"})
  void p_21_what_is_searched_is_only_text(String search) {
    assertThat(served.ask("GET", SOURCES + "?search=" + search, null).json().path("total").asInt())
        .isZero();
  }

  @Test
  void p_22_a_page_far_behind_the_last_is_empty() {
    var got = served.ask("GET", SOURCES + "?offset=1000000000&limit=500", null);

    assertThat(got.status()).isEqualTo(200);
    assertThat(got.json().path("sources").isEmpty()).isTrue();
  }
}
