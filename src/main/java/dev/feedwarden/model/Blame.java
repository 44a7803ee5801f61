package dev.feedwarden.model;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Whose failure it is; only the feed's own is counted against it. */
public enum Blame {
  FEED,
  /** Other feeds of the host fail alike. */
  HOST,
  /** Our own network, resolver or clock. */
  US,
  /** Not known yet: it may be ours, and nothing has shown that our own line works. */
  PENDING;

  /** The name in database, API, logs and metrics. */
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Blame ofWire(String wire) {
    return valueOf(wire.toUpperCase(Locale.ROOT));
  }

  /** All wire names as a list of SQL literals, for the schema's CHECK clauses. */
  public static String sqlList() {
    return Arrays.stream(values())
        .map(blame -> "'" + blame.wire() + "'")
        .collect(Collectors.joining(", "));
  }
}
