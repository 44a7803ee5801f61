package dev.feedwarden.feed;

import dev.feedwarden.model.WebUrl;
import java.util.Locale;

/** An address where a feed may be, and how it was found. */
public record Candidate(WebUrl url, How how) {
  /** Ways to find a feed, the most reliable first. */
  public enum How {
    /** The address that was asked for. */
    ITSELF,
    /** A {@code Link} header of the page. */
    HEADER,
    /** A {@code <link rel="alternate">} of the page. */
    LINK,
    /** What a well-known site does. */
    PLATFORM,
    /** A link on the page that looks like a feed's. */
    ANCHOR,
    /** Where feeds usually are. */
    USUAL;

    /** The name in reports. */
    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
