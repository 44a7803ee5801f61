package dev.feedwarden.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

final class WatermarkTest {
  private final Watermark mark = new Watermark();

  private long at(long second, long oldest) {
    return mark.from(Instant.ofEpochSecond(second), () -> oldest);
  }

  @Test
  void it_is_looked_for_once_a_minute() {
    assertThat(at(1_000, 7)).isEqualTo(7);
    assertThat(at(1_059, 8)).isEqualTo(7);
    assertThat(at(1_060, 8)).isEqualTo(8);
    assertThat(at(1_119, 9)).isEqualTo(8);
  }

  @Test
  void a_clock_that_goes_back_begins_anew() {
    at(1_000, 7);

    assertThat(at(999, 3)).isEqualTo(3);
  }
}
