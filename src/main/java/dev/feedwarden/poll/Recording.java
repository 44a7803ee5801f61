package dev.feedwarden.poll;

import dev.feedwarden.model.Claim;
import dev.feedwarden.model.Poll;
import dev.feedwarden.model.Siblings;
import java.time.Instant;

/** Where polls are written. */
public interface Recording {
  /** Returns when the poll is written; a fault of the store is the caller's exception. */
  Poll.Receipt commit(Poll poll);

  /**
   * How the other feeds of a claim's host stand: those that were polled since then and were fine at
   * its beginning.
   */
  default Siblings siblings(Claim claim, Instant since) {
    return Siblings.NONE;
  }

  /** Puts a feed off, and writes nothing else. */
  void postpone(Poll poll);
}
