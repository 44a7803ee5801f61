package dev.feedwarden.deliver;

import java.time.Duration;
import java.time.Instant;

/**
 * How many messages may be sent now: a few at once, then one at a time.
 *
 * @param tokens what is left, as of a time
 */
record Bucket(double tokens, Instant at) {
  static final int BURST = 10;
  private static final Duration REFILL = Duration.ofMinutes(1);

  static Bucket full(Instant now) {
    return new Bucket(BURST, now);
  }

  boolean isEmpty(Instant now) {
    return left(now) < 1;
  }

  /** After one message more. */
  Bucket less(Instant now) {
    return new Bucket(Math.max(0, left(now) - 1), now);
  }

  private double left(Instant now) {
    var passed = Math.max(0, Duration.between(at, now).toMillis());
    return Math.min(BURST, tokens + passed / (double) REFILL.toMillis());
  }
}
