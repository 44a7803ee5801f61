package dev.feedwarden.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Incident;
import dev.feedwarden.model.Progress;
import dev.feedwarden.store.Deliveries.Buried;
import dev.feedwarden.store.Deliveries.Episode;
import dev.feedwarden.store.Deliveries.Passage;
import dev.feedwarden.store.DestinationTable.Kept;
import dev.feedwarden.store.DestinationTable.Made;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
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
final class DestinationTableContractTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final Kept HOOK = new Kept("hook", "{\"shown\":1}", "v1:one");
  private static final Progress TROUBLE = new Progress(1, 9, NOW.plusSeconds(300), "status 500");

  @Parameter TestEngine engine;
  @TempDir Path folder;
  private Database database;
  private DestinationTable table;
  private Deliveries deliveries;

  @BeforeEach
  void open() {
    database = engine.fresh(folder);
    table = new DestinationTable(database);
    deliveries = new Deliveries(database);
  }

  @AfterEach
  void close() {
    database.close();
  }

  private void refuseOne() {
    new Incidents(database).open(Incident.Kind.HOST, "a.example", "why", NOW);
    var seen = deliveries.hold("hook", NOW).orElseThrow();
    deliveries.pass(
        "hook",
        new Passage(
            deliveries.page(seen.place(), 1).getFirst().place(),
            TROUBLE,
            1,
            false,
            List.of(new Episode("host a.example", "a.example fails", "17.1")),
            Set.of()),
        new Buried("event-1", "incident_opened", "a.example fails", "{}", "status 404"),
        NOW);
  }

  @Test
  void one_that_is_made_is_found_and_hears_of_what_comes_after() {
    new Incidents(database).open(Incident.Kind.HOST, "before.example", "why", NOW);

    assertThat(table.add(HOOK, 2, NOW)).isEqualTo(Made.YES);
    new Incidents(database).open(Incident.Kind.HOST, "after.example", "why", NOW);

    assertThat(table.all()).containsExactly(HOOK);
    assertThat(table.find("hook")).hasValue(HOOK);
    assertThat(table.find("other")).isEmpty();
    assertThat(deliveries.page(deliveries.look("hook").orElseThrow().place(), 9)).hasSize(1);
  }

  @Test
  void a_name_is_taken_once_whoever_took_it_and_there_are_only_so_many() {
    deliveries.register("slack", null, NOW);

    assertThat(table.add(HOOK, 2, NOW)).isEqualTo(Made.YES);
    assertThat(table.add(HOOK, 2, NOW)).isEqualTo(Made.NAME_TAKEN);
    assertThat(table.add(new Kept("slack", "{}", "x"), 2, NOW)).isEqualTo(Made.NAME_TAKEN);
    assertThat(table.add(new Kept("more", "{}", "x"), 1, NOW)).isEqualTo(Made.TOO_MANY);
    assertThat(table.all()).containsExactly(HOOK);
  }

  @Test
  void a_change_forgets_the_old_trouble_and_shuts_out_who_tells_it_the_old_way() {
    table.add(HOOK, 2, NOW);
    refuseOne();
    var place = deliveries.look("hook").orElseThrow().place();
    var changed = new Kept("hook", "{}", "v1:two");

    assertThat(table.replace(changed)).isTrue();
    deliveries.stay("hook", TROUBLE);

    assertThat(table.all()).containsExactly(changed);
    assertThat(deliveries.look("hook").orElseThrow())
        .isEqualTo(
            new Deliveries.Standing(
                "hook", place, new Progress(0, 0, Instant.EPOCH, null), 0, null));
    assertThat(deliveries.episodes("hook").values())
        .containsExactly(new Episode("host a.example", "a.example fails", null));
    assertThat(table.replace(new Kept("other", "{}", "x"))).isFalse();
  }

  @Test
  void the_operators_own_is_not_changed() {
    deliveries.register("slack", null, NOW);

    assertThat(table.replace(new Kept("slack", "{}", "x"))).isFalse();
    assertThat(table.all()).isEmpty();
  }

  @Test
  void one_that_is_removed_leaves_nothing() {
    table.add(HOOK, 2, NOW);
    refuseOne();

    assertThat(table.remove("hook")).isTrue();

    assertThat(table.remove("hook")).isFalse();
    assertThat(deliveries.look("hook")).isEmpty();
    assertThat(new DeadLetters(database).list(null, Long.MAX_VALUE, 9)).isEmpty();
  }

  @Test
  void one_that_nobody_serves_for_a_month_is_not_forgotten() {
    table.add(HOOK, 2, NOW);
    deliveries.register("slack", null, NOW);

    assertThat(deliveries.forgetLost(NOW.plus(Duration.ofDays(40)))).isOne();

    assertThat(table.all()).containsExactly(HOOK);
  }

  @Test
  void who_begins_to_want_a_digest_gets_a_time_for_it_and_keeps_it() {
    table.add(HOOK, 2, NOW);

    deliveries.agree("hook", NOW);
    deliveries.agree("hook", NOW.plusSeconds(9));
    assertThat(deliveries.look("hook").orElseThrow().digestAt()).isEqualTo(NOW);
    deliveries.agree("hook", null);
    assertThat(deliveries.look("hook").orElseThrow().digestAt()).isNull();
  }
}
