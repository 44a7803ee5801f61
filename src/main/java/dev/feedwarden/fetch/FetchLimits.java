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

  /** Connecting to one address: short enough that another can be tried within the attempt. */
  Duration connect() {
    return attempt.dividedBy(3);
  }

  /**
   * A server's silence, in the handshake, before the answer or within it: a little shorter than the
   * attempt, so that who is silent can be told from who is merely slow.
   */
  Duration silence() {
    return attempt.multipliedBy(4).dividedBy(5);
  }
}
