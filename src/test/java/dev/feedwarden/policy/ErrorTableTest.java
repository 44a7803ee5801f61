package dev.feedwarden.policy;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofMinutes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.feedwarden.model.ErrorType;
import dev.feedwarden.policy.ErrorTable.Level;
import dev.feedwarden.policy.ErrorTable.Rule;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class ErrorTableTest {
  @ParameterizedTest(name = "{0} disables after {1}, for {2} h")
  @CsvSource(
      textBlock =
          """
          FORBIDDEN,         5, 24
          NOT_FOUND,         3, 48
          GONE,              1, 72
          UPSTREAM_FAILURE, 10,  6
          NETWORK,          10, 12
          PARSE_ERROR,       5, 24
          """)
  void six_types_disable(ErrorType type, int after, int hours) {
    assertThat(ErrorTable.STANDARD.rule(type)).isEqualTo(new Rule.Disabling(after, ofHours(hours)));
  }

  @Test
  void a_rate_limit_never_disables_and_backs_off_from_5_min_to_8_h() {
    assertThat(ErrorTable.STANDARD.rule(ErrorType.RATE_LIMITED))
        .isEqualTo(new Rule.BackingOff(ofMinutes(5), ofHours(8)));
  }

  @Test
  void the_unexpected_never_disables_and_backs_off_to_24_h() {
    assertThat(ErrorTable.STANDARD.rule(ErrorType.UNEXPECTED))
        .isEqualTo(new Rule.Puzzling(ofHours(24)));
  }

  @ParameterizedTest
  @EnumSource(ErrorType.class)
  void only_the_unexpected_is_an_error_in_the_log(ErrorType type) {
    assertThat(ErrorTable.STANDARD.rule(type).level())
        .isEqualTo(type == ErrorType.UNEXPECTED ? Level.ERROR : Level.WARN);
  }

  @Test
  void the_backstop_is_20() {
    assertThat(ErrorTable.STANDARD.backstop()).isEqualTo(20);
  }

  @ParameterizedTest(name = "disabling after {0}: backstop {1}")
  @CsvSource({"1, 20", "7, 20", "20, 20", "100, 100"})
  void one_threshold_replaces_the_six_and_leaves_the_cooldowns(int errors, int backstop) {
    var expected =
        new ErrorTable(
            Map.of(
                ErrorType.RATE_LIMITED, new Rule.BackingOff(ofMinutes(5), ofHours(8)),
                ErrorType.FORBIDDEN, new Rule.Disabling(errors, ofHours(24)),
                ErrorType.NOT_FOUND, new Rule.Disabling(errors, ofHours(48)),
                ErrorType.GONE, new Rule.Disabling(errors, ofHours(72)),
                ErrorType.UPSTREAM_FAILURE, new Rule.Disabling(errors, ofHours(6)),
                ErrorType.NETWORK, new Rule.Disabling(errors, ofHours(12)),
                ErrorType.PARSE_ERROR, new Rule.Disabling(errors, ofHours(24)),
                ErrorType.UNEXPECTED, new Rule.Puzzling(ofHours(24))),
            backstop);

    assertThat(ErrorTable.STANDARD.disablingAfter(errors)).isEqualTo(expected);
    assertThat(ErrorTable.BATCH.disablingAfter(errors)).isEqualTo(expected);
  }

  @Test
  void a_table_without_a_row_for_each_type_is_senseless() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> new ErrorTable(Map.of(ErrorType.GONE, new Rule.Disabling(1, ofHours(1))), 20))
        .withMessage("a type has no rule");
  }

  @Test
  void a_threshold_below_one_is_senseless() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ErrorTable.STANDARD.disablingAfter(0))
        .withMessage("a feed cannot be disabled before its first error");
  }
}
