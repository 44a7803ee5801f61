package dev.feedwarden.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class StartRateTest {
  private static final StartRate RATE = new StartRate(20, Duration.ofMinutes(10));

  @ParameterizedTest(name = "after {0} with {1} begun: {2} more")
  @CsvSource({
    "PT0S,       0, 20",
    "PT0.999S,  20, 0",
    "PT1S,      20, 20",
    "PT10S,     20, 200",
    "PT10S,    999, 0",
    "PT10M, 999999, 9223372036854775807"
  })
  void after_a_start_so_many_may_begin_in_a_second(Duration since, long begun, long more) {
    assertThat(RATE.allowance(since, begun)).isEqualTo(more);
  }
}
