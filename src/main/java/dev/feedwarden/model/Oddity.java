package dev.feedwarden.model;

import java.util.Locale;

/** What a person may want to know of a feed that answers. */
public enum Oddity {
  /** Its documents are not believed. */
  SUSPECT,
  /** Entries came and went between two polls. */
  GAP,
  /** It is silent for longer than it ever is. */
  STALE;

  /** The name in the database and for those who are told. */
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Oddity ofWire(String wire) {
    return valueOf(wire.toUpperCase(Locale.ROOT));
  }
}
