package dev.feedwarden.api.pages;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * A time as people read it.
 *
 * @param text how far away it is
 * @param exact the instant, for machines and for whoever looks closer
 * @param isPlan whether it is due once it is past, and not over
 */
public record When(String text, String exact, boolean isPlan) {
  private static final Duration DAY = Duration.ofDays(1);

  static When of(Instant at, Instant now) {
    var apart = Duration.between(now, at);
    var text = apart.isNegative() ? length(apart.negated()) + " ago" : "in " + length(apart);
    return new When(apart.abs().toSeconds() < 1 ? "now" : text, exact(at), false);
  }

  private static String exact(Instant at) {
    return at.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /** When something is to happen: what is late is due, and not ago. */
  static @Nullable When planned(@Nullable Instant at, Instant now) {
    if (at == null) {
      return null;
    }
    return new When(at.isAfter(now) ? of(at, now).text() : "due", exact(at), true);
  }

  static @Nullable When maybe(@Nullable Instant at, Instant now) {
    return at == null ? null : of(at, now);
  }

  /** In the one unit that says most: 41 h, 12 d, 12 min, 5 s. */
  static String length(Duration length) {
    var seconds = length.toMillis() / 1_000.0;
    if (seconds < 1) {
      return length.toMillis() + " ms";
    }
    if (seconds < 100) {
      return Math.round(seconds) + " s";
    }
    if (seconds < 100 * 60) {
      return Math.round(seconds / 60) + " min";
    }
    return length.compareTo(DAY.multipliedBy(4)) < 0
        ? Math.round(seconds / 3_600) + " h"
        : Math.round(seconds / 86_400) + " d";
  }
}
