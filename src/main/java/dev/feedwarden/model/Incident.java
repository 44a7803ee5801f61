package dev.feedwarden.model;

import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Something that is wrong with more than one feed, told once when it begins and once when it ends.
 *
 * @param scope whom it concerns: a worker or a host
 * @param evidence why we think so, in words
 * @param endedAt nothing while it is open
 */
public record Incident(
    long id, Kind kind, String scope, String evidence, Instant beganAt, @Nullable Instant endedAt) {

  /** What is wrong. */
  public enum Kind {
    /** A worker cannot reach anybody: its scope is the worker. */
    LOCAL_OUTAGE,
    /** The feeds of a host fail alike: its scope is the host. */
    HOST;

    /** The name in database, API and logs. */
    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }

    public static Kind ofWire(String wire) {
      return valueOf(wire.toUpperCase(Locale.ROOT));
    }
  }
}
