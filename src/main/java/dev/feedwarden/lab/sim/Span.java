package dev.feedwarden.lab.sim;

import java.time.Duration;

/** A stretch of a model's time, counted from its beginning. */
record Span(Duration from, Duration to) {
  static final Span NEVER = new Span(Duration.ZERO, Duration.ZERO);

  static Span of(Duration from, Duration length) {
    return new Span(from, from.plus(length));
  }

  boolean contains(Duration age) {
    return age.compareTo(from) >= 0 && age.compareTo(to) < 0;
  }

  Duration length() {
    return to.minus(from);
  }
}
