package dev.feedwarden.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Credentials;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.store.Registry;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Private feeds over HTTP: what opens them goes in and never comes out. */
final class PrivateSourceTest extends WithServer {
  private static final String FEED = "\"feed_url\":\"https://a.example/feed\"";
  private static final String AUTH =
      "\"auth\":{\"type\":\"basic\",\"user\":\"ann\",\"password\":\"hunter2\"}";
  private static final Credentials ANN = new Credentials.Basic("ann", "hunter2");

  private Optional<Credentials> stored(String id) {
    return new Registry(served.database())
        .find(new SourceId(id))
        .map(found -> found.source().settings().credentials())
        .flatMap(Served.VAULT::unlock);
  }

  private String registered() {
    return served.ask("POST", SOURCES, "{" + FEED + "," + AUTH + "}").json().path("id").asString();
  }

  @ParameterizedTest(name = "{1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"type":"basic","user":"u","password":"s3cret"}    | Basic u s3cret
          {"type":"bearer","token":"s3cret"}                 | Header Authorization Bearer s3cret
          {"type":"header","name":"X-Key","value":"s3cret"}  | Header X-Key s3cret
          {"type":"query","name":"key","value":"s3cret"}     | QueryToken key s3cret
          """)
  void credentials_are_locked_and_never_shown(String auth, String wanted) {
    var got = served.ask("POST", SOURCES, "{" + FEED + ",\"auth\":" + auth + "}");
    var id = got.json().path("id").asString();

    assertThat(got.status()).isEqualTo(201);
    assertThat(got.json().path("private").asBoolean()).isTrue();
    assertThat(stored(id).map(PrivateSourceTest::text)).contains(wanted);
    for (var path : new String[] {"", "/" + id, "/export", "/" + id + "/polls"}) {
      assertThat(served.ask("GET", SOURCES + path, null).text()).doesNotContain("s3cret", "v1:");
    }
  }

  private static String text(Credentials credentials) {
    return switch (credentials) {
      case Credentials.Basic(var user, var password) -> "Basic " + user + " " + password;
      case Credentials.Header(var name, var value) -> "Header " + name + " " + value;
      case Credentials.QueryToken(var name, var value) -> "QueryToken " + name + " " + value;
    };
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {}                                                     | auth.type
          {"type":"digest"}                                      | auth.type
          {"type":"basic","user":"u"}                            | auth.password
          {"type":"basic","user":"u:v","password":"s3cret"}      | auth.user
          {"type":"bearer","token":"s3cret","user":"u"}          | auth.user
          {"type":"bearer","token":"s3cret\\r\\nX: y"}           | auth.token
          {"type":"header","name":"Host","value":"s3cret"}       | auth.name
          {"type":"header","name":"X Y","value":"s3cret"}        | auth.name
          {"type":"bearer","token":"s3cret","tokn":"s3cret"}     | auth.tokn
          """)
  void what_opens_nothing_is_400_naming_it_without_the_secret(String auth, String field) {
    var got = served.ask("POST", SOURCES, "{" + FEED + ",\"auth\":" + auth + "}");

    assertThat(got.status()).isEqualTo(400);
    assertThat(got.faults()).containsExactly(field);
    assertThat(got.text()).doesNotContain("s3cret");
  }

  @Test
  void credentials_need_a_feed() {
    var got = served.ask("POST", SOURCES, "{\"name\":\"n\",\"feed_url\":null," + AUTH + "}");

    assertThat(got.faults()).containsExactly("auth");
  }

  @Test
  void a_change_that_does_not_speak_of_them_keeps_them_at_their_own_site() {
    var id = registered();

    served.ask("PATCH", SOURCES + "/" + id, "{\"feed_url\":\"https://a.example/other\"}");
    assertThat(stored(id)).contains(ANN);
    served.ask(
        "PUT", SOURCES + "/" + id, "{\"feed_url\":\"https://a.example/third\"}", "If-Match", "*");
    assertThat(stored(id)).contains(ANN);

    var moved =
        served.ask("PATCH", SOURCES + "/" + id, "{\"feed_url\":\"https://b.example/feed\"}");
    assertThat(moved.status()).isEqualTo(200);
    assertThat(moved.json().has("private")).isFalse();
    assertThat(stored(id)).isEmpty();
  }

  @Test
  void credentials_that_come_with_a_new_site_are_for_it_and_null_forgets_them() {
    var id = registered();

    served.ask(
        "PATCH",
        SOURCES + "/" + id,
        "{\"feed_url\":\"https://b.example/feed\","
            + "\"auth\":{\"type\":\"bearer\",\"token\":\"t\"}}");
    assertThat(stored(id)).contains(new Credentials.Header("Authorization", "Bearer t"));

    served.ask("PATCH", SOURCES + "/" + id, "{\"auth\":null}");
    assertThat(stored(id)).isEmpty();
  }

  @Test
  void a_batch_takes_them_too() {
    var got = served.ask("POST", SOURCES + "/batch", "{\"sources\":[{" + FEED + "," + AUTH + "}]}");

    assertThat(stored(got.json().path("results").path(0).path("id").asString())).contains(ANN);
    assertThat(got.text()).doesNotContain("hunter2");
  }
}
