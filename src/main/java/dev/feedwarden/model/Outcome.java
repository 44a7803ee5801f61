package dev.feedwarden.model;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Everything that one poll can come to. */
public sealed interface Outcome {
  /**
   * A complete answer was read. An answer equal to the stored one has no entries to look at.
   *
   * @param entries what the document holds, in its order
   * @param snapshot what to remember of it
   */
  record Fresh(List<Entry> entries, FeedState.Snapshot snapshot) implements Outcome {
    public Fresh {
      entries = List.copyOf(entries);
    }
  }

  /** The server said so, and we had asked. */
  record NotModified(Validators validators) implements Outcome {}

  /** A failure of the feed or on the way to it. */
  record Failed(PollError error, @Nullable Duration retryAfter) implements Outcome {}

  /** Not done now, and nobody's error: the host was not ready, or we are stopping. */
  record Deferred(Instant until) implements Outcome {}
}
