package dev.feedwarden.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class WatermarkTest {
  private static final long NOW = 1_000_000_000;
  private final Watermark mark = new Watermark();

  private long at(long seconds) {
    return mark.from(Instant.ofEpochMilli(NOW + seconds * 1_000));
  }

  @Test
  void the_first_look_and_one_a_minute_are_at_everything() {
    assertThat(at(0)).isZero();
    assertThat(at(59)).isZero(); // nothing is known of the minute before
    assertThat(at(60)).isZero();
    assertThat(at(61)).isEqualTo(NOW - 60_000);
    assertThat(at(120)).isZero();
    assertThat(at(121)).isEqualTo(NOW);
  }

  @Test
  void what_was_due_in_the_last_minute_or_two_is_never_passed_over() {
    at(0);
    at(60);
    mark.found(LongStream.of(NOW - 500_000, NOW));

    assertThat(at(61)).isEqualTo(NOW - 500_000);
    mark.found(LongStream.of(NOW));
    assertThat(at(62)).isEqualTo(NOW - 500_000);
    at(120);
    assertThat(at(121)).isEqualTo(NOW - 500_000);
    at(180);
    assertThat(at(181)).isEqualTo(NOW + 60_000);
  }

  @Test
  void a_clock_that_goes_back_begins_anew() {
    at(0);
    at(60);
    assertThat(at(-10)).isZero();
  }
}
