package dev.feedwarden.model;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Everything that one poll can come to. */
public sealed interface Outcome {
  /**
   * A complete answer was read. An answer equal to the stored one brings no changes.
   *
   * @param snapshot what to remember of it
   */
  record Fresh(Changes changes, FeedState.Snapshot snapshot) implements Outcome {}

  /**
   * The server said so, and we had asked.
   *
   * @param rhythm as it is after this answer
   */
  record NotModified(Validators validators, Rhythm rhythm) implements Outcome {}

  /** A failure of the feed or on the way to it, and whose it is. */
  record Failed(PollError error, @Nullable Duration retryAfter, Blame blame) implements Outcome {
    /** A failure of the feed's own. */
    public Failed(PollError error, @Nullable Duration retryAfter) {
      this(error, retryAfter, Blame.FEED);
    }

    /** The same failure, of somebody. */
    public Failed of(Blame whose) {
      return new Failed(error, retryAfter, whose);
    }
  }

  /** Not done now, and nobody's error: the host was not ready, or we are stopping. */
  record Deferred(Instant until) implements Outcome {}
}
