package dev.feedwarden.model;

import java.util.Locale;

/** What was odd about one poll, beside what it came to. */
public enum Remark {
  /** {@link Suspicion#EMPTY}. */
  EMPTY,
  /** {@link Suspicion#SMALLER}. */
  SMALLER,
  /** {@link Suspicion#FOREIGN}. */
  FOREIGN,
  /** What was suspicious has come often enough to be believed. */
  ACCEPTED,
  /** A web page came where a feed was before. */
  WEB_PAGE,
  /** The page of somebody who wants to sell the domain. */
  PARKED,
  /** Other entries came with the same ETag. */
  ETAG_LIES,
  /** Other entries came with the same Last-Modified, and there is no ETag. */
  DATE_LIES,
  /** Entries turned up that were there while the server said that nothing had changed. */
  UNMODIFIED_LIES,
  /** The same document keeps coming with another ETag. */
  ETAG_CHURNS,
  /** Entries may have come and gone since the poll before. */
  GAP,
  /** The feed's archive had all that a gap lacked. */
  GAP_FILLED,
  /** The feed is silent for longer than it ever is. */
  STALE;

  /** The remark that a suspicion leaves. */
  public static Remark of(Suspicion suspicion) {
    return switch (suspicion) {
      case EMPTY -> EMPTY;
      case SMALLER -> SMALLER;
      case FOREIGN -> FOREIGN;
    };
  }

  /** The name in history, API and metrics. */
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Remark ofWire(String wire) {
    return valueOf(wire.toUpperCase(Locale.ROOT));
  }
}
