package dev.feedwarden.feed;

import java.util.Locale;

/** The formats we read. */
public enum Format {
  RSS_090,
  RSS_091,
  RSS_092,
  RSS_093,
  RSS_094,
  RSS_20,
  RSS,
  RSS_10,
  ATOM_03,
  ATOM_10,
  JSON_10,
  JSON_11,
  CDF;

  /** The name in reports. */
  public String wire() {
    return name().toLowerCase(Locale.ROOT).replace("_", "");
  }
}
