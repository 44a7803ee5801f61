package dev.feedwarden.poll;

import dev.feedwarden.model.Poll;
import java.time.Duration;

/** Who counts what happens to polls: values and not words, so that no line's wording matters. */
public interface Tally {
  /** Nobody counts. */
  Tally NONE =
      new Tally() {
        @Override
        public void polled(Poll poll, Poll.Receipt receipt, Times times) {}

        @Override
        public void settled(Poll poll, Poll.Receipt receipt) {}

        @Override
        public void forgiven(Poll poll) {}

        @Override
        public void faulted() {}
      };

  /** What a poll spent its time on. */
  record Times(Duration fetch, Duration read, Duration commit) {}

  /** A poll ended, and was written or deferred. */
  void polled(Poll poll, Poll.Receipt receipt, Times times);

  /** A failure that waited for evidence was counted, unless it was superseded. */
  void settled(Poll poll, Poll.Receipt receipt);

  /** A failure that waited for evidence was our own. */
  void forgiven(Poll poll);

  /** A fault of our own ended a poll. */
  void faulted();
}
