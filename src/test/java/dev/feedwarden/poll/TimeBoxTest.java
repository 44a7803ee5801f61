package dev.feedwarden.poll;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class TimeBoxTest {
  @Test
  void is_spent_when_its_time_is_over() {
    assertThat(TimeBox.of(Duration.ZERO).spent()).isTrue();
    assertThat(TimeBox.of(Duration.ofHours(1)).spent()).isFalse();
  }

  @Test
  void holds_when_the_clock_wraps_around() {
    var end = System.nanoTime() + Long.MAX_VALUE / 2;

    assertThat(new TimeBox(end).spent()).isFalse();
    assertThat(new TimeBox(end + Long.MAX_VALUE).spent()).isTrue();
  }
}
