package dev.feedwarden.deliver;

import java.util.Locale;

/** What a destination may ask for. */
public enum Topic {
  /** What is wrong: with a feed, a host or ourselves. */
  INCIDENTS,
  /** What there is to read. */
  ARTICLES,
  /** Once a day, how the fleet is. */
  DIGEST;

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
