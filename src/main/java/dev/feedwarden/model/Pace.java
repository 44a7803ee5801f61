package dev.feedwarden.model;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How fast a host may be asked, as far as it has taught us.
 *
 * @param gap to be left after each request; zero if it never complained
 * @param clean requests that it took without complaint since the last refusal
 * @param refusal the last one
 * @param floor what the gap does not sink below for a while
 */
public record Pace(Duration gap, int clean, @Nullable Refusal refusal, @Nullable Floor floor) {
  public static final Pace UNKNOWN = new Pace(Duration.ZERO, 0, null, null);

  /** Which feed was refused, and when. */
  public record Refusal(SourceId by, Instant at) {}

  /** A gap that is known to be needed, until we may try again. */
  public record Floor(Duration gap, Instant until) {}
}
