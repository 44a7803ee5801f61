package dev.feedwarden.store;

import java.time.Duration;
import java.time.Instant;
import java.util.function.LongUnaryOperator;

/**
 * Where to begin looking for hosts that are due. Every host that was taken leaves an entry in the
 * index behind until somebody cleans up, and a long transaction of whoever keeps all of them there;
 * one who begins with the oldest entry reads them each time. So we look twice a second for the
 * oldest host from the last mark on, and once a minute for the oldest of all.
 */
final class Watermark {
  private static final Duration RISES = Duration.ofMillis(500);

  /** How long a host may be passed over that became free below the mark. */
  static final Duration LAG = Duration.ofMinutes(1);

  private Instant sweptAt = Instant.MIN;
  private Instant lookedAt = Instant.MIN;
  private long from;

  /**
   * The least {@code due_at} to look at now.
   *
   * @param oldest the least {@code due_at}, from one on, of a host that may be asked within the lag
   */
  synchronized long from(Instant now, LongUnaryOperator oldest) {
    if (isOver(LAG, sweptAt, now)) {
      from = oldest.applyAsLong(0);
      sweptAt = now;
      lookedAt = now;
    } else if (isOver(RISES, lookedAt, now)) {
      from = oldest.applyAsLong(from);
      lookedAt = now;
    }
    return from;
  }

  private static boolean isOver(Duration length, Instant since, Instant now) {
    return now.isBefore(since) || !now.minus(length).isBefore(since);
  }
}
