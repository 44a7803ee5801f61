package dev.feedwarden.policy;

import java.time.Duration;

/** Doubling that cannot overflow. */
public final class Backoff {
  private static final int LARGEST_EXPONENT = 16;

  private Backoff() {}

  /** {@code base · 2^exponent}, at most {@code cap}. */
  public static Duration doubled(Duration base, int exponent, Duration cap) {
    var factor = 1L << Math.clamp(exponent, 0, LARGEST_EXPONENT);
    return base.compareTo(cap.dividedBy(factor)) > 0 ? cap : base.multipliedBy(factor);
  }

  /** A duration times a fraction of about one. */
  public static Duration scaled(Duration duration, double factor) {
    return Duration.ofMillis(Math.round(duration.toMillis() * factor));
  }

  static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) <= 0 ? one : other;
  }

  static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) >= 0 ? one : other;
  }
}
