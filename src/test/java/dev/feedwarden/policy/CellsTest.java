package dev.feedwarden.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Overrides;
import dev.feedwarden.policy.Cells.Cell;
import dev.feedwarden.policy.Cells.Written;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class CellsTest {
  private static final ErrorTable STANDARD = Profile.STANDARD.table();

  @ParameterizedTest
  @EnumSource(Profile.class)
  void a_table_that_is_written_cell_by_cell_is_the_same_table(Profile profile) {
    var all =
        Cells.ALL.stream().collect(Collectors.toMap(Cell::name, cell -> cell.of(profile.table())));

    assertThat(all).hasSize(2 + 6 * 5 + 2 * 2);
    assertThat(Cells.write(STANDARD, new Overrides(all)))
        .isEqualTo(new Written.Good(profile.table()));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      textBlock =
          """
          not_found.disable_after; 1000
          not_found.disable_after; never
          not_found.cooldown;      90m
          not_found.at_threshold;  notify
          network.level;           error
          network.wait;            half the outage, 15m to 1d
          network.wait;            10m doubling to 4h
          unexpected.wait;         interval doubling to 2d
          rate_limited.wait;       interval
          counting;                any
          backstop;                7
          """,
      delimiter = ';')
  void every_kind_of_cell_takes_another_value(String name, String value) {
    var changed = written(Map.of(name, value));

    assertThat(Cells.ALL)
        .allSatisfy(
            cell ->
                assertThat(cell.of(changed))
                    .isEqualTo(cell.name().equals(name) ? value : cell.of(STANDARD)));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      textBlock =
          """
          not_found.disable_after;    0;    'not_found.disable_after: ''0'' is not a number from 1 to 1000 or never'
          not_found.disable_after;    1001; 'not_found.disable_after: ''1001'' is not a number from 1 to 1000 or never'
          not_found.cooldown;         59s;  'not_found.cooldown: ''59s'' is not a duration from 1m to 31d'
          not_found.cooldown;         32d;  'not_found.cooldown: ''32d'' is not a duration from 1m to 31d'
          not_found.level;            loud; 'not_found.level: ''loud'' is not one of warn, error'
          rate_limited.disable_after; 5;    'rate_limited.disable_after: there is no such cell in the error table'
          unexpected.cooldown;        1h;   'unexpected.cooldown: there is no such cell in the error table'
          profile;                    wild; 'profile: ''wild'' is not one of standard, watch-only, batch, adaptive'
          """,
      delimiter = ';')
  void what_makes_no_sense_is_refused_in_one_sentence(String name, String value, String problem) {
    assertThat(Cells.write(STANDARD, new Overrides(Map.of(name, value))))
        .isEqualTo(new Written.Bad(List.of(problem)));
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          8h doubling to 5m
          interval doubling to 0s
          half the outage, 1d to 15m
          half the outage
          twice the outage, 1m to 2m
          """,
      delimiter = ';')
  void a_wait_that_makes_no_sense_is_refused(String wait) {
    assertThat(Cells.write(STANDARD, new Overrides(Map.of("gone.wait", wait))))
        .isInstanceOf(Written.Bad.class);
  }

  @Test
  void a_named_profile_takes_the_place_of_the_whole_table_before_single_cells() {
    var base = written(Map.of("gone.cooldown", "1h"));

    assertThat(
            Cells.write(
                base, new Overrides(Map.of("profile", "watch-only", "not_found.cooldown", "5h"))))
        .isEqualTo(
            Cells.write(
                Profile.WATCH_ONLY.table(), new Overrides(Map.of("not_found.cooldown", "5h"))));
  }

  @Test
  void what_is_common_holds_for_a_named_profile_too_and_gives_way_to_own_cells() {
    var common =
        new Common(7, new Overrides(Map.of("gone.cooldown", "1h", "not_found.cooldown", "2h")));
    var own = new Overrides(Map.of("profile", "batch", "not_found.cooldown", "5h"));

    assertThat(Cells.write(STANDARD, common, own))
        .isEqualTo(
            Cells.write(
                Profile.BATCH.table().disablingAfter(7),
                new Overrides(Map.of("gone.cooldown", "1h", "not_found.cooldown", "5h"))));
  }

  @Test
  void overrides_come_back_from_their_text() {
    var overrides = new Overrides(Map.of("profile", "adaptive", "gone.wait", "1m doubling to 8h"));

    assertThat(overrides.text()).isEqualTo("gone.wait: 1m doubling to 8h\nprofile: adaptive");
    assertThat(Overrides.ofText(overrides.text())).isEqualTo(overrides);
  }

  private static ErrorTable written(Map<String, String> cells) {
    return switch (Cells.write(STANDARD, new Overrides(cells))) {
      case Written.Good(var table) -> table;
      case Written.Bad(var problems) -> throw new AssertionError(problems);
    };
  }
}
