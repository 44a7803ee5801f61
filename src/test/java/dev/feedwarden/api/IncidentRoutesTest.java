package dev.feedwarden.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Incident.Kind;
import dev.feedwarden.store.Incidents;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is wrong with more than one feed, over HTTP. */
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class IncidentRoutesTest extends WithServer {
  private static final String INCIDENTS = "/api/v1/incidents";
  private static final Instant BEGAN = Instant.parse("2026-03-01T12:00:00Z");

  @BeforeEach
  void open() {
    var incidents = new Incidents(served.database());
    for (var host : List.of("a.example", "b.example", "c.example")) {
      incidents.open(Kind.HOST, host, "2 of 3 feeds", BEGAN);
    }
    incidents.close(Kind.HOST, "b.example", BEGAN.plusSeconds(60));
  }

  private List<String> scopes(String query) {
    return served
        .ask("GET", INCIDENTS + query, null)
        .json()
        .path("incidents")
        .valueStream()
        .map(one -> one.path("scope").asString())
        .toList();
  }

  @Test
  void incidents_are_paged_the_newest_first() {
    var first = served.ask("GET", INCIDENTS + "?limit=2", null);

    assertThat(first.json().path("next_before").asLong()).isEqualTo(2);
    assertThat(first.header("Link"))
        .isEqualTo("<" + INCIDENTS + "?limit=2&before=2>; rel=\"next\"");
    assertThat(scopes("?limit=2")).containsExactly("c.example", "b.example");
    assertThat(scopes("?limit=2&before=2")).containsExactly("a.example");
    assertThat(scopes("?open=true")).containsExactly("c.example", "a.example");
    assertThat(scopes("?open=false")).hasSize(3);
  }

  @Test
  void one_incident_is_shown_as_it_is() {
    assertThat(served.ask("GET", INCIDENTS + "/1", null).text())
        .isEqualTo(
            "{\"id\":1,\"kind\":\"host\",\"scope\":\"a.example\",\"evidence\":\"2 of 3 feeds\","
                + "\"open\":true,\"began_at\":\"2026-03-01T12:00:00Z\"}");
    assertThat(served.ask("GET", INCIDENTS + "/2", null).json().path("ended_at").asString())
        .isEqualTo("2026-03-01T12:01:00Z");
  }

  @ParameterizedTest
  @CsvSource({"/9, 404", "/0, 400", "/x, 400", "?open=yes, 400", "?before=0, 400", "?after=1, 400"})
  void what_is_no_incident_and_no_page_is_refused(String path, int status) {
    assertThat(served.ask("GET", INCIDENTS + path, null).status()).isEqualTo(status);
  }
}
