package dev.feedwarden.poll;

import dev.feedwarden.model.Poll;

/** Where polls are written. */
public interface Recording {
  /** Returns when the poll is written; a fault of the store is the caller's exception. */
  Poll.Receipt commit(Poll poll);

  /** Puts a feed off, and writes nothing else. */
  void postpone(Poll poll);
}
