package dev.feedwarden.store;

import java.time.Duration;
import java.time.Instant;
import java.util.stream.LongStream;

/**
 * Where to begin looking for hosts that are due. Every host that was taken leaves an entry in the
 * index behind until somebody cleans up, and a long transaction of whoever keeps all of them there;
 * one who begins with the oldest reads them each time. So we look at everything once a minute, and
 * in between from the oldest host on that was due in this minute or in the one before.
 */
final class Watermark {
  static final long EVERYTHING = 0;
  private static final long MINUTE = Duration.ofMinutes(1).toMillis();

  private long sweptAt = Long.MIN_VALUE;
  private long before = EVERYTHING;
  private long oldest = EVERYTHING;

  /** The least {@code due_at} to look at now. */
  synchronized long from(Instant now) {
    var at = now.toEpochMilli();
    if (at < sweptAt || at - MINUTE >= sweptAt) {
      sweptAt = at;
      before = oldest;
      oldest = at - MINUTE;
      return EVERYTHING;
    }
    return Math.min(before, oldest);
  }

  /** What was due. */
  synchronized void found(LongStream dueAt) {
    oldest = dueAt.reduce(oldest, Math::min);
  }
}
