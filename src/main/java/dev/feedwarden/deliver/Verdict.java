package dev.feedwarden.deliver;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What a destination's answer means for what was sent. */
public sealed interface Verdict {
  /**
   * It was taken.
   *
   * @param receipt how the destination calls it, where it says so
   */
  record Delivered(@Nullable String receipt) implements Verdict {}

  /**
   * Nobody could have delivered anything there now.
   *
   * @param retryAfter how long the destination asked us to wait
   */
  record DestinationTrouble(String reason, @Nullable Duration retryAfter) implements Verdict {}

  /** This very message is not wanted. */
  record EventRefused(int status, String reason) implements Verdict {}
}
