package dev.feedwarden.store;

import static dev.feedwarden.store.Fixtures.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Incident;
import dev.feedwarden.model.Incident.Kind;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(TestEngine.class)
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class IncidentsContractTest {
  private static final Instant LATER = NOW.plusSeconds(90);
  private static final long FIRST_PAGE = Long.MAX_VALUE;

  @Parameter TestEngine engine;
  @TempDir Path folder;
  private Database database;
  private Incidents incidents;

  @BeforeEach
  void open() {
    database = engine.fresh(folder);
    incidents = new Incidents(database);
  }

  @AfterEach
  void close() {
    database.close();
  }

  private List<String> told() {
    return database.read(
        h ->
            h.createQuery("SELECT kind, body FROM outbox ORDER BY tx, id")
                .map((row, _) -> row.getString("kind") + " " + row.getString("body"))
                .list());
  }

  @Test
  void an_incident_is_open_until_it_is_closed_and_both_are_told_once() {
    assertThat(incidents.open(Kind.HOST, "a.example", "2 of 3 feeds", NOW)).isTrue();
    assertThat(incidents.open(Kind.HOST, "a.example", "3 of 3 feeds", LATER)).isFalse();
    assertThat(incidents.list(true, FIRST_PAGE, 9))
        .containsExactly(new Incident(1, Kind.HOST, "a.example", "2 of 3 feeds", NOW, null));

    assertThat(incidents.close(Kind.HOST, "a.example", LATER)).isTrue();
    assertThat(incidents.close(Kind.HOST, "a.example", LATER)).isFalse();

    assertThat(incidents.list(true, FIRST_PAGE, 9)).isEmpty();
    assertThat(incidents.list(false, FIRST_PAGE, 9))
        .containsExactly(new Incident(1, Kind.HOST, "a.example", "2 of 3 feeds", NOW, LATER));
    var body = "{\"evidence\":\"2 of 3 feeds\",\"kind\":\"host\",\"scope\":\"a.example\"}";
    assertThat(told()).containsExactly("incident_opened " + body, "incident_closed " + body);
  }

  @Test
  void what_ended_may_begin_again_and_is_another_incident() {
    incidents.open(Kind.HOST, "a.example", "once", NOW);
    incidents.close(Kind.HOST, "a.example", LATER);

    assertThat(incidents.open(Kind.HOST, "a.example", "twice", LATER)).isTrue();

    assertThat(incidents.list(false, FIRST_PAGE, 9))
        .extracting(Incident::evidence)
        .containsExactly("twice", "once");
  }

  @Test
  void incidents_are_listed_page_by_page_the_newest_first() {
    for (var host : List.of("a", "b", "c")) {
      incidents.open(Kind.HOST, host, "why", NOW);
    }
    incidents.close(Kind.HOST, "b", LATER);
    assertThat(incidents.find(2)).contains(new Incident(2, Kind.HOST, "b", "why", NOW, LATER));
    assertThat(incidents.find(4)).isEmpty();

    var page = incidents.list(false, FIRST_PAGE, 2);

    assertThat(page).extracting(Incident::scope).containsExactly("c", "b");
    assertThat(incidents.list(false, page.getLast().id(), 2))
        .extracting(Incident::scope)
        .containsExactly("a");
    assertThat(incidents.list(true, FIRST_PAGE, 9))
        .extracting(Incident::scope)
        .containsExactly("c", "a");
  }

  @Test
  void an_outage_is_open_for_as_long_as_its_worker_says_so() {
    incidents.hold(Kind.LOCAL_OUTAGE, "3 of 3 domains", NOW);
    incidents.hold(Kind.LOCAL_OUTAGE, "4 of 4 domains", LATER);

    incidents.endLost(NOW.plus(Leases.LENGTH));
    assertThat(incidents.list(true, FIRST_PAGE, 9))
        .extracting(Incident::evidence)
        .containsExactly("3 of 3 domains");

    incidents.endLost(LATER.plus(Leases.LENGTH));
    assertThat(incidents.list(true, FIRST_PAGE, 9)).isEmpty();
    assertThat(told()).hasSize(2);
  }

  @Test
  void an_outage_ends_when_its_worker_says_so() {
    incidents.hold(Kind.LOCAL_OUTAGE, "3 of 3 domains", NOW);

    incidents.letGo(Kind.LOCAL_OUTAGE, LATER);

    assertThat(incidents.list(false, FIRST_PAGE, 9))
        .extracting(Incident::endedAt)
        .containsExactly(LATER);
  }

  @Test
  void an_incident_that_belongs_to_no_process_outlives_all_of_them() {
    incidents.open(Kind.HOST, "a.example", "why", NOW);

    incidents.endLost(NOW.plusSeconds(1_000_000));

    assertThat(incidents.list(true, FIRST_PAGE, 9)).hasSize(1);
  }
}
