package dev.feedwarden.poll;

import dev.feedwarden.model.Poll;
import java.util.List;

/** Where polls are written. */
public interface Recording {
  /** Returns when the poll is written; a fault of the store is the caller's exception. */
  Poll.Receipt commit(Poll poll);

  /** Puts a feed off, and writes nothing else. */
  void postpone(Poll poll);

  /**
   * Counts failures that were pending, each unless its feed was polled or changed since; in the
   * order of the polls.
   */
  List<Poll.Settlement> settle(List<Poll> counted);

  /** Says of failures that were pending that they were our own. */
  void forgive(List<Poll> pending);
}
