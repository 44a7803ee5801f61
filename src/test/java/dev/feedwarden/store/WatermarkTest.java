package dev.feedwarden.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class WatermarkTest {
  private final Watermark mark = new Watermark();
  private final List<Long> asked = new ArrayList<>();

  private long at(long millis, long oldest) {
    return mark.from(
        Instant.ofEpochMilli(1_000_000 + millis),
        from -> {
          asked.add(from);
          return oldest;
        });
  }

  @Test
  void it_rises_twice_a_second_from_where_it_is_and_begins_anew_once_a_minute() {
    assertThat(at(0, 7)).isEqualTo(7);
    assertThat(at(499, 8)).isEqualTo(7);
    assertThat(at(500, 8)).isEqualTo(8);
    assertThat(at(59_999, 9)).isEqualTo(9);
    assertThat(at(60_000, 3)).isEqualTo(3);

    assertThat(asked).containsExactly(0L, 7L, 8L, 0L);
  }

  @Test
  void a_clock_that_goes_back_begins_anew() {
    at(0, 7);

    assertThat(at(-1, 3)).isEqualTo(3);
    assertThat(asked).containsExactly(0L, 0L);
  }
}
