package dev.feedwarden.store;

import java.time.Duration;
import java.time.Instant;
import java.util.function.LongSupplier;

/**
 * Where to begin looking for hosts that are due. Every host that was taken leaves an entry in the
 * index behind until somebody cleans up, and a long transaction of whoever keeps all of them there;
 * one who begins with the oldest entry reads them each time. So we look once a minute for the
 * oldest host that may be asked before the next look, and begin there.
 */
final class Watermark {
  static final Duration LAG = Duration.ofMinutes(1);

  private Instant lookedAt = Instant.MIN;
  private long from;

  /**
   * The least {@code due_at} to look at now.
   *
   * @param oldest the {@code due_at} of the oldest host that may be asked within the lag
   */
  synchronized long from(Instant now, LongSupplier oldest) {
    if (now.isBefore(lookedAt) || !now.minus(LAG).isBefore(lookedAt)) {
      from = oldest.getAsLong();
      lookedAt = now;
    }
    return from;
  }
}
