package dev.feedwarden.api.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Times in words. */
final class WhenTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  @ParameterizedTest
  @CsvSource({
    "PT-8S,   8 s ago, due",
    "PT0S,    now,     due",
    "PT0.4S,  now,     now",
    "PT99S,   in 99 s, in 99 s",
    "PT41H,   in 41 h, in 41 h",
    "PT-240H, 10 d ago, due"
  })
  void what_is_planned_is_due_when_it_is_late_and_what_happened_is_ago(
      Duration apart, String happened, String planned) {
    var at = NOW.plus(apart);

    assertThat(When.of(at, NOW).text()).isEqualTo(happened);
    assertThat(When.planned(at, NOW)).isEqualTo(new When(planned, exact(at), true));
  }

  private static String exact(Instant at) {
    return Instant.ofEpochSecond(at.getEpochSecond()).toString();
  }
}
