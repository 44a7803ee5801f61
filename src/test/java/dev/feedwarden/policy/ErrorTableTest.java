package dev.feedwarden.policy;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofMinutes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.feedwarden.model.ErrorType;
import dev.feedwarden.policy.ErrorTable.Action;
import dev.feedwarden.policy.ErrorTable.Counting;
import dev.feedwarden.policy.ErrorTable.Level;
import dev.feedwarden.policy.ErrorTable.Rule;
import dev.feedwarden.policy.ErrorTable.Waiting;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class ErrorTableTest {
  private static final ErrorTable STANDARD = Profile.STANDARD.table();

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
    assertThat(STANDARD.rule(type)).isEqualTo(disabling(after, ofHours(hours)));
    assertThat(Profile.WATCH_ONLY.table().rule(type))
        .isEqualTo(
            new Rule.Counted(
                Level.WARN, after, Action.NOTIFY, ofHours(hours), new Waiting.Interval()));
    assertThat(Profile.BATCH.table().rule(type))
        .isEqualTo(disabling(ErrorTable.NEVER, ofHours(hours)));
    assertThat(Profile.ADAPTIVE.table().rule(type))
        .isEqualTo(
            new Rule.Counted(
                Level.WARN,
                ErrorTable.NEVER,
                Action.DISABLE,
                ofHours(hours),
                new Waiting.HalfTheOutage(ofMinutes(15), ofHours(24))));
  }

  @ParameterizedTest
  @EnumSource(Profile.class)
  void a_rate_limit_never_disables_and_backs_off_from_5_min_to_8_h(Profile profile) {
    assertThat(profile.table().rule(ErrorType.RATE_LIMITED))
        .isEqualTo(new Rule.Uncounted(Level.WARN, new Waiting.Doubling(ofMinutes(5), ofHours(8))));
  }

  @ParameterizedTest
  @EnumSource(Profile.class)
  void the_unexpected_never_disables_and_backs_off_to_24_h(Profile profile) {
    assertThat(profile.table().rule(ErrorType.UNEXPECTED))
        .isEqualTo(new Rule.Uncounted(Level.ERROR, new Waiting.DoublingInterval(ofHours(24))));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({"STANDARD, 20", "WATCH_ONLY, 20", "BATCH, 2147483647", "ADAPTIVE, 2147483647"})
  void the_backstop_is_20_where_there_are_thresholds(Profile profile, int backstop) {
    assertThat(profile.table().backstop()).isEqualTo(backstop);
  }

  @ParameterizedTest(name = "disabling after {0}: backstop {1}")
  @CsvSource({"1, 20", "7, 20", "20, 20", "100, 100"})
  void one_threshold_replaces_the_six_and_leaves_the_cooldowns(int errors, int backstop) {
    var expected =
        new ErrorTable(
            Map.of(
                ErrorType.RATE_LIMITED, STANDARD.rule(ErrorType.RATE_LIMITED),
                ErrorType.FORBIDDEN, disabling(errors, ofHours(24)),
                ErrorType.NOT_FOUND, disabling(errors, ofHours(48)),
                ErrorType.GONE, disabling(errors, ofHours(72)),
                ErrorType.UPSTREAM_FAILURE, disabling(errors, ofHours(6)),
                ErrorType.NETWORK, disabling(errors, ofHours(12)),
                ErrorType.PARSE_ERROR, disabling(errors, ofHours(24)),
                ErrorType.UNEXPECTED, STANDARD.rule(ErrorType.UNEXPECTED)),
            backstop,
            Counting.SAME_TYPE);

    assertThat(STANDARD.disablingAfter(errors)).isEqualTo(expected);
    assertThat(Profile.BATCH.table().disablingAfter(errors)).isEqualTo(expected);
  }

  @Test
  void a_table_without_a_row_for_each_type_is_senseless() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new ErrorTable(
                    Map.of(ErrorType.GONE, disabling(1, ofHours(1))), 20, Counting.SAME_TYPE))
        .withMessage("a type has no rule");
  }

  @Test
  void a_threshold_below_one_is_senseless() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> STANDARD.disablingAfter(0))
        .withMessage("a feed cannot be disabled before its first error");
  }

  private static Rule disabling(int after, Duration cooldown) {
    return new Rule.Counted(Level.WARN, after, Action.DISABLE, cooldown, new Waiting.Interval());
  }
}
