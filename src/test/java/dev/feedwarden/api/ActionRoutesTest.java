package dev.feedwarden.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One thing done to many sources. */
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class ActionRoutesTest extends WithServer {
  private static final String ACTIONS = "/api/v1/sources/actions";
  private static final String NOBODY = "00000000-0000-7000-8000-000000000000";

  private String one;
  private String other;

  @BeforeEach
  void open() {
    one = served.register("https://a.example/feed");
    other = served.register("https://b.example/feed");
  }

  private String counts(String body) {
    var got = served.ask("POST", ACTIONS, body);
    assertThat(got.status()).as(got.text()).isEqualTo(200);
    return got.json().path("changed")
        + " "
        + got.json().path("unchanged")
        + " "
        + got.json().path("refused");
  }

  private String status(String id) {
    return served.ask("GET", "/api/v1/sources/" + id, null).json().path("status").asString();
  }

  @Test
  void ids_are_answered_one_by_one() {
    var got =
        served.ask(
            "POST",
            ACTIONS,
            "{\"action\":\"disable\",\"ids\":[\"%s\",\"%s\",\"%s\"],\"reason\":\"gone\"}"
                .formatted(one, NOBODY, one));

    assertThat(got.text())
        .isEqualTo(
            ("{\"changed\":1,\"refused\":1,\"unchanged\":0,\"results\":["
                    + "{\"source_id\":\"%s\",\"result\":\"changed\"},"
                    + "{\"source_id\":\"%s\",\"result\":\"not_found\"}]}")
                .formatted(one, NOBODY));
    assertThat(status(one)).isEqualTo("cooling");
  }

  @Test
  void what_a_filter_lets_through_is_changed_and_nothing_else() {
    assertThat(counts("{\"action\":\"disable\",\"filter\":{\"host\":\"B.example\"}}"))
        .isEqualTo("1 0 0");
    assertThat(status(one)).isEqualTo("active");
    assertThat(status(other)).isEqualTo("stopped");
    assertThat(counts("{\"action\":\"poll\",\"filter\":{}}")).isEqualTo("1 0 1");
    assertThat(counts("{\"action\":\"enable\",\"filter\":{\"status\":\"stopped\"}}"))
        .isEqualTo("1 0 0");
    assertThat(status(other)).isEqualTo("active");
    assertThat(counts("{\"action\":\"tag\",\"tag\":\"X\",\"filter\":{\"search\":\"A.EX\"}}"))
        .isEqualTo("1 0 0");
    assertThat(counts("{\"action\":\"tag\",\"tag\":\"x\",\"filter\":{\"tag\":\"X\"}}"))
        .isEqualTo("0 1 0");
    assertThat(counts("{\"action\":\"untag\",\"tag\":\"x\",\"filter\":{}}")).isEqualTo("1 1 0");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "{\"action\":\"enable\"}; ids",
        "{\"action\":\"enable\",\"ids\":[],\"filter\":{}}; ids",
        "{\"action\":\"remove\",\"filter\":{}}; action",
        "{\"action\":\"tag\",\"filter\":{}}; tag",
        "{\"action\":\"tag\",\"tag\":\"a,b\",\"filter\":{}}; tag",
        "{\"action\":\"enable\",\"ids\":[\"1\"]}; ids",
        "{\"action\":\"enable\",\"ids\":[],\"after\":\"1\"}; after",
        "{\"action\":\"disable\",\"ids\":[],\"reason\":\" \"}; reason",
        "{\"action\":\"enable\",\"filter\":{\"status\":\"odd\"}}; filter.status",
        "{\"action\":\"enable\",\"filter\":{\"sql\":\"1\"}}; filter.sql"
      })
  void a_bad_action_is_400_naming_the_field(String body, String field) {
    var got = served.ask("POST", ACTIONS, body);

    assertThat(got.status()).isEqualTo(400);
    assertThat(got.faults()).containsExactly(field);
  }
}
