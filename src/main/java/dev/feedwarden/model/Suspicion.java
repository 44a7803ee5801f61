package dev.feedwarden.model;

import java.util.Locale;

/** Why a document that is a feed may not be the feed that it should be. */
public enum Suspicion {
  /** It had entries, and has none. */
  EMPTY,
  /** Less than a tenth of it is left. */
  SMALLER,
  /** It is about another site, and has no entry that we know. */
  FOREIGN;

  /** The name in the database and for people. */
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Suspicion ofWire(String wire) {
    return valueOf(wire.toUpperCase(Locale.ROOT));
  }
}
