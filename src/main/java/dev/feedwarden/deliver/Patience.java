package dev.feedwarden.deliver;

import dev.feedwarden.model.Progress;
import dev.feedwarden.policy.Backoff;
import java.time.Duration;
import java.time.Instant;

/**
 * What follows from a verdict: trouble with the destination waits for as long as it lasts, an
 * answer about the message is asked for three times in all.
 */
final class Patience {
  /** The first included. */
  static final int MOST_TRIES = 3;

  private static final Duration FIRST_WAIT = Duration.ofSeconds(1);
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(5);
  private static final Duration LONGEST_ASKED = Duration.ofHours(1);
  private static final double SPREAD = 0.25;

  private Patience() {}

  /** Where the cursor goes. */
  sealed interface Step {
    Progress progress();

    /** On: the message was taken. */
    record Onward(Progress progress) implements Step {}

    /** Nowhere: the same is tried again later. */
    record Again(Progress progress) implements Step {}

    /** On, and the message becomes a dead letter. */
    record Buried(Progress progress, int status, String reason) implements Step {}
  }

  /**
   * Decides.
   *
   * @param dice in [0, 1), so that two destinations do not come back together
   */
  static Step after(Progress before, Verdict verdict, Instant now, double dice) {
    var failures = before.failures() + 1;
    return switch (verdict) {
      case Verdict.Delivered _ -> new Step.Onward(Progress.FRESH);
      case Verdict.DestinationTrouble(var reason, var retryAfter) -> {
        var asked = retryAfter == null ? Duration.ZERO : shorter(retryAfter, LONGEST_ASKED);
        var wait = wait(before.failures(), dice);
        var until = now.plus(asked.compareTo(wait) > 0 ? asked : wait);
        yield new Step.Again(new Progress(before.tries(), failures, until, reason));
      }
      case Verdict.EventRefused(var status, var reason) -> {
        var until = now.plus(wait(before.failures(), dice));
        yield before.tries() + 1 < MOST_TRIES
            ? new Step.Again(new Progress(before.tries() + 1, failures, until, reason))
            : new Step.Buried(new Progress(0, failures, until, reason), status, reason);
      }
    };
  }

  // The failures go on counting over a dead letter: who refuses everything is asked ever less
  // often.
  private static Duration wait(int failures, double dice) {
    var wait = Backoff.doubled(FIRST_WAIT, failures, LONGEST_WAIT);
    return shorter(Backoff.scaled(wait, 1 + SPREAD * dice), LONGEST_WAIT);
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) <= 0 ? one : other;
  }
}
