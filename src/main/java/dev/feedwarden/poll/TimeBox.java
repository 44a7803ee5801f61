package dev.feedwarden.poll;

import dev.feedwarden.model.Budget;
import java.time.Duration;

/**
 * A budget of wall-clock time.
 *
 * @param end by {@link System#nanoTime}
 */
record TimeBox(long end) implements Budget {
  // Reading is linear and capped; this is for what nobody thought of.
  private static final Duration READING = Duration.ofSeconds(5);

  /** As long as one document may take to be read and sanitised. */
  static TimeBox ofReading() {
    return of(READING);
  }

  static TimeBox of(Duration time) {
    return new TimeBox(System.nanoTime() + time.toNanos());
  }

  @Override
  public boolean spent() {
    return end - System.nanoTime() <= 0;
  }
}
