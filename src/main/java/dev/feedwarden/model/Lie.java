package dev.feedwarden.model;

import java.time.Instant;
import java.util.Locale;

/** What a server's validators were found out in, and when last. */
public record Lie(Kind kind, Instant at) {
  /** Who lied. */
  public enum Kind {
    /** The ETag stayed while entries changed; the date did not. */
    ETAG,
    /** Neither the ETag nor a date told of the change. */
    BOTH,
    /** The date stayed while entries changed, and there is no ETag to be had. */
    DATE,
    /** The answer was 304 while there were new entries. */
    ANSWER;

    /** The name in the database and for people. */
    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }

    public static Kind ofWire(String wire) {
      return valueOf(wire.toUpperCase(Locale.ROOT));
    }

    /** What a poll that finds it out is remarked for. */
    public Remark remark() {
      return switch (this) {
        case ETAG, BOTH -> Remark.ETAG_LIES;
        case DATE -> Remark.DATE_LIES;
        case ANSWER -> Remark.UNMODIFIED_LIES;
      };
    }
  }
}
