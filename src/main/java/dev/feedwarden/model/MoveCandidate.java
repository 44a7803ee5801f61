package dev.feedwarden.model;

import java.time.Instant;
import java.util.Locale;

/**
 * Where a feed is said to have moved to, by whom, and how often in a row.
 *
 * @param since the first time
 * @param overlap of the document there with what was stored before that time
 */
public record MoveCandidate(WebUrl to, How how, int sightings, Instant since, Overlap overlap) {
  /** Who says so. */
  public enum How {
    /** The server, by permanent redirects. */
    REDIRECT,
    /** Only the document itself, by {@code itunes:new-feed-url}. */
    NEW_FEED_URL;

    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }

    public static How ofWire(String wire) {
      return valueOf(wire.toUpperCase(Locale.ROOT));
    }
  }

  /** A first word. */
  public MoveCandidate(WebUrl to, How how, Instant since, Overlap overlap) {
    this(to, how, 1, since, overlap);
  }

  /** The same said once more; what was measured first holds. */
  public MoveCandidate again(Overlap measured) {
    return new MoveCandidate(
        to, how, sightings + 1, since, overlap.isMeasured() ? overlap : measured);
  }

  /** Why somebody may believe it. */
  public String evidence() {
    var said =
        switch (how) {
          case REDIRECT -> "permanent redirects";
          case NEW_FEED_URL -> "the feed's own word";
        };
    return said + ", " + sightings + " times since " + since + ", " + overlap.text();
  }
}
