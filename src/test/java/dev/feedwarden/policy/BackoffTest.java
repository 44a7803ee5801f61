package dev.feedwarden.policy;

import static java.time.Duration.ofDays;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class BackoffTest {
  private static final Duration FOREVER = ofSeconds(Long.MAX_VALUE);

  @ParameterizedTest(name = "5 min · 2^{0} at most 8 h is {1} min")
  @CsvSource({"0, 5", "1, 10", "2, 20", "6, 320", "7, 480", "8, 480", "10000, 480"})
  void a_duration_doubles_up_to_its_cap(int exponent, int minutes) {
    assertThat(Backoff.doubled(ofMinutes(5), exponent, ofHours(8))).isEqualTo(ofMinutes(minutes));
  }

  @ParameterizedTest
  @ValueSource(ints = {16, 17, 31, 32, 63, 64, 10_000, Integer.MAX_VALUE})
  void the_exponent_saturates_at_16(int exponent) {
    assertThat(Backoff.doubled(ofSeconds(1), exponent, FOREVER)).isEqualTo(ofSeconds(65_536));
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, Integer.MIN_VALUE})
  void an_exponent_below_zero_is_zero(int exponent) {
    assertThat(Backoff.doubled(ofSeconds(1), exponent, ofDays(1))).isEqualTo(ofSeconds(1));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 16, 10_000})
  void nothing_overflows(int exponent) {
    assertThat(Backoff.doubled(FOREVER, exponent, FOREVER)).isEqualTo(FOREVER);
    assertThat(Backoff.doubled(FOREVER, exponent, ofHours(8))).isEqualTo(ofHours(8));
    assertThat(Backoff.doubled(Duration.ZERO, exponent, FOREVER)).isEqualTo(Duration.ZERO);
  }

  @Test
  void a_base_beyond_the_cap_is_the_cap() {
    assertThat(Backoff.doubled(ofHours(9), 0, ofHours(8))).isEqualTo(ofHours(8));
  }

  @Test
  void the_cap_is_exact_to_the_nanosecond() {
    assertThat(Backoff.doubled(ofSeconds(1), 1, ofSeconds(2, 1))).isEqualTo(ofSeconds(2));
    assertThat(Backoff.doubled(ofSeconds(1, 1), 1, ofSeconds(2, 1))).isEqualTo(ofSeconds(2, 1));
  }

  @ParameterizedTest(name = "{0} s times {1} is {2} ms")
  @CsvSource({"10, 0.9, 9000", "10, 1.1, 11000", "10, 0, 0", "1, 0.9996, 1000", "0, 1.1, 0"})
  void scaling_is_exact_to_the_millisecond(int seconds, double factor, long millis) {
    assertThat(Backoff.scaled(ofSeconds(seconds), factor)).isEqualTo(Duration.ofMillis(millis));
  }
}
