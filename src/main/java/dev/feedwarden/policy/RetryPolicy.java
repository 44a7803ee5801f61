package dev.feedwarden.policy;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The attempt layer: whether and when the fetcher asks again within one poll.
 *
 * @param maxAttempts how many attempts in all, the first included
 */
public record RetryPolicy(int maxAttempts, Duration base, Duration jitter) {
  /** Whatever would have to wait longer is the schedule's business. */
  public static final Duration LONGEST_WAIT = Duration.ofSeconds(5);

  public static final RetryPolicy STANDARD =
      new RetryPolicy(3, Duration.ofSeconds(1), Duration.ofMillis(300));

  /** Asks once. */
  public static final RetryPolicy ONCE = new RetryPolicy(1, Duration.ZERO, Duration.ZERO);

  public RetryPolicy {
    if (maxAttempts < 1) {
      throw new IllegalArgumentException("at least one attempt");
    }
  }

  /**
   * The wait before the next attempt, or nothing when there is none to be.
   *
   * @param made attempts made so far
   * @param gap the least time between two requests to this host
   * @param dice in [0, 1)
   */
  public Optional<Duration> waitAfter(
      int made, CauseTable.Retry retry, @Nullable Duration retryAfter, Duration gap, double dice) {
    if (made >= maxAttempts) {
      return Optional.empty();
    }
    var delay = delay(made - 1, dice);
    var wait =
        switch (retry) {
          case NEVER -> null;
          case ALWAYS -> delay;
          case UNLESS_TOLD_LATER -> retryAfter == null ? delay : Backoff.longer(delay, retryAfter);
          case IF_TOLD_SOON -> retryAfter == null ? null : Backoff.longer(delay, retryAfter);
        };
    return Optional.ofNullable(wait)
        .map(w -> Backoff.longer(w, gap))
        .filter(w -> w.compareTo(LONGEST_WAIT) <= 0);
  }

  /** {@code base · 2^k + U(0, jitter)} before attempt k + 2. */
  Duration delay(int k, double dice) {
    return Backoff.doubled(base, k, Duration.ofDays(1)).plus(Backoff.scaled(jitter, dice));
  }
}
