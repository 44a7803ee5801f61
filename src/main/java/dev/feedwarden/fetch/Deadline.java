package dev.feedwarden.fetch;

import java.time.Duration;

/**
 * The moment by which something must have ended.
 *
 * @param at by {@link System#nanoTime}
 */
record Deadline(long at) {
  static Deadline in(Duration time) {
    return new Deadline(System.nanoTime() + time.toNanos());
  }

  /** Never negative. */
  Duration left() {
    return Duration.ofNanos(Math.max(0, at - System.nanoTime()));
  }

  boolean isPast() {
    return at - System.nanoTime() <= 0;
  }
}
