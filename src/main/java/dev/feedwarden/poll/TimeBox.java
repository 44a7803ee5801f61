package dev.feedwarden.poll;

import dev.feedwarden.model.Budget;
import java.time.Duration;

/**
 * A budget of wall-clock time.
 *
 * @param end by {@link System#nanoTime}
 */
record TimeBox(long end) implements Budget {
  static TimeBox of(Duration time) {
    return new TimeBox(System.nanoTime() + time.toNanos());
  }

  @Override
  public boolean spent() {
    return end - System.nanoTime() <= 0;
  }
}
