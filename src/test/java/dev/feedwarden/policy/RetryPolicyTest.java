package dev.feedwarden.policy;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.feedwarden.policy.CauseTable.Retry;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RetryPolicyTest {
  private static final double JUST_BELOW_ONE = Math.nextDown(1.0);
  private static final RetryPolicy TEN = new RetryPolicy(10, ofSeconds(1), ofMillis(300));

  @Test
  void the_standard_is_three_attempts_of_1_s_and_300_ms() {
    assertThat(RetryPolicy.STANDARD).isEqualTo(new RetryPolicy(3, ofSeconds(1), ofMillis(300)));
  }

  @ParameterizedTest(name = "after attempt {0}: {1} to {2} ms")
  @CsvSource({"1, 1000, 1300", "2, 2000, 2300", "3, 4000, 4300"})
  void the_delay_doubles_and_the_dice_add_up_to_the_jitter(int made, long least, long most) {
    assertThat(TEN.waitAfter(made, Retry.ALWAYS, null, ZERO, 0)).contains(ofMillis(least));
    assertThat(TEN.waitAfter(made, Retry.ALWAYS, null, ZERO, 0.5)).contains(ofMillis(least + 150));
    assertThat(TEN.waitAfter(made, Retry.ALWAYS, null, ZERO, JUST_BELOW_ONE))
        .contains(ofMillis(most));
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 5, 9})
  void a_delay_beyond_5_s_is_no_further_attempt(int made) {
    assertThat(TEN.waitAfter(made, Retry.ALWAYS, null, ZERO, 0)).isEmpty();
  }

  @Test
  void attempts_are_counted_with_the_first() {
    assertThat(RetryPolicy.STANDARD.waitAfter(2, Retry.ALWAYS, null, ZERO, 0)).isPresent();
    assertThat(RetryPolicy.STANDARD.waitAfter(3, Retry.ALWAYS, null, ZERO, 0)).isEmpty();
    assertThat(RetryPolicy.STANDARD.waitAfter(10_000, Retry.ALWAYS, null, ZERO, 0)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Retry.class)
  void a_probe_asks_once(Retry retry) {
    assertThat(RetryPolicy.ONCE.waitAfter(1, retry, ZERO, ZERO, 0)).isEmpty();
  }

  @Test
  void fewer_than_one_attempt_is_senseless() {
    assertThatIllegalArgumentException().isThrownBy(() -> new RetryPolicy(0, ZERO, ZERO));
  }

  @ParameterizedTest(name = "with a gap of {0} ms: {1}")
  @CsvSource({"0, PT1S", "999, PT1S", "1001, PT1.001S", "5000, PT5S", "5001,"})
  void the_wait_is_at_least_the_gap_of_the_host_and_at_most_5_s(long gap, @Nullable Duration wait) {
    assertThat(TEN.waitAfter(1, Retry.ALWAYS, null, ofMillis(gap), 0))
        .isEqualTo(Optional.ofNullable(wait));
  }

  @ParameterizedTest(name = "{0} with Retry-After {1}: {2}")
  @CsvSource(
      textBlock =
          """
          NEVER,             ,         ,
          NEVER,             PT0S,     ,
          NEVER,             PT1S,     ,
          ALWAYS,            ,         PT1S
          UNLESS_TOLD_LATER, ,         PT1S
          UNLESS_TOLD_LATER, PT0S,     PT1S
          UNLESS_TOLD_LATER, PT3S,     PT3S
          UNLESS_TOLD_LATER, PT5S,     PT5S
          UNLESS_TOLD_LATER, PT5.001S, ,
          UNLESS_TOLD_LATER, PT744H,   ,
          IF_TOLD_SOON,      ,         ,
          IF_TOLD_SOON,      PT0S,     PT1S
          IF_TOLD_SOON,      PT3S,     PT3S
          IF_TOLD_SOON,      PT5S,     PT5S
          IF_TOLD_SOON,      PT5.001S, ,
          """)
  void a_named_wait_is_kept_within_the_poll_only_up_to_5_s(
      Retry retry, @Nullable Duration retryAfter, @Nullable Duration wait) {
    assertThat(TEN.waitAfter(1, retry, retryAfter, ZERO, 0)).isEqualTo(Optional.ofNullable(wait));
  }

  @Test
  void a_named_wait_is_stretched_to_the_gap_and_given_up_when_the_gap_is_too_long() {
    assertThat(TEN.waitAfter(1, Retry.IF_TOLD_SOON, ofSeconds(2), ofSeconds(3), 0))
        .contains(ofSeconds(3));
    assertThat(TEN.waitAfter(1, Retry.IF_TOLD_SOON, ofSeconds(2), ofSeconds(6), 0)).isEmpty();
  }
}
