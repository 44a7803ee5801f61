package dev.feedwarden.fetch;

import java.time.Duration;

/**
 * What nothing remote can exceed.
 *
 * @param attempt one attempt with all its redirect hops, DNS to last byte
 * @param poll all attempts and the waits between them
 * @param bytes of a body, both as sent and as decoded
 */
public record FetchLimits(Duration attempt, Duration poll, int redirects, int bytes) {
  public static final FetchLimits STANDARD =
      new FetchLimits(Duration.ofSeconds(10), Duration.ofSeconds(45), 3, 10 << 20);
}
