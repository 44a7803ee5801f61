package dev.feedwarden.poll;

import dev.feedwarden.model.Claim;
import dev.feedwarden.model.HostKey;
import dev.feedwarden.model.MoveCandidate;
import dev.feedwarden.model.Poll;
import dev.feedwarden.model.Siblings;
import dev.feedwarden.model.Trouble;
import dev.feedwarden.store.Turns.Return;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where polls are written. */
public interface Recording {
  /**
   * Returns when the poll is written; a fault of the store is the caller's exception.
   *
   * @param back its host, to be given back in the same transaction
   */
  Poll.Receipt commit(Poll poll, @Nullable Return back);

  /**
   * How the other feeds of a claim's host stand: those that were polled since then and were fine at
   * its beginning.
   */
  default Siblings siblings(Claim claim, Instant since) {
    return Siblings.NONE;
  }

  /** Puts a feed off, and writes nothing else. */
  void postpone(Poll poll);

  /**
   * Counts failures that were pending, each unless its feed was polled or changed since; in the
   * order of the polls.
   */
  List<Poll.Settlement> settle(List<Poll> counted);

  /** Says of failures that were pending that they were our own. */
  void forgive(List<Poll> pending);

  /** Is told, after its commit, of a poll that saw its feed elsewhere. */
  default void sighted(Poll poll, MoveCandidate move) {}

  /**
   * Says of a host that nobody is at that it fails as a whole; false if somebody is there, or said
   * so before.
   *
   * @param readyAt until when it is left alone
   */
  default boolean troubled(HostKey host, Trouble trouble, Instant readyAt) {
    return false;
  }
}
