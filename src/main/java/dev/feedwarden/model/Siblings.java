package dev.feedwarden.model;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How the other feeds of a host stand: those that were polled within an interval and were fine at
 * its beginning.
 *
 * @param polled how many they are
 * @param failing those whose last poll failed, by the type of their last error
 * @param lastSuccess of any of them
 */
public record Siblings(int polled, Map<ErrorType, Failing> failing, @Nullable Instant lastSuccess) {
  public static final Siblings NONE = new Siblings(0, Map.of(), null);

  /** Some feeds that fail with one type, and when the first of them began to. */
  public record Failing(int count, Instant since) {}

  public Siblings {
    failing = Map.copyOf(failing);
  }
}
