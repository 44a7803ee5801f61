package dev.feedwarden.policy;

import dev.feedwarden.model.Condition;
import dev.feedwarden.model.FeedState.Reliability;
import dev.feedwarden.model.FeedState.Snapshot;
import dev.feedwarden.model.FetchResult.Answered;
import dev.feedwarden.model.Validators;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Asking "changed since?": what to ask with, and what the answers say about the server's honesty.
 */
public final class Conditional {
  /** However good the validators are, a whole document is asked for this often. */
  static final Duration WHOLE_EVERY = Duration.ofDays(7);

  /** A server that lied is not asked conditionally for this long. */
  static final Duration DISTRUST = Duration.ofDays(30);

  private static final int MUCH_CHURN = 3;

  private Conditional() {}

  /** What to ask with. */
  public static Condition toSend(Snapshot before, Instant now) {
    var known = before.reliability();
    if (isYoungerThan(DISTRUST, known.liedAt(), now)
        || !isYoungerThan(WHOLE_EVERY, known.wholeAt(), now)) {
      return Condition.NONE;
    }
    // An ETag that never matches would only stand in the way of the date (RFC 9110 section 13.1.3).
    var useful =
        known.churn() >= MUCH_CHURN
            ? new Validators(null, before.validators().lastModified())
            : before.validators();
    return new Condition(useful, known.wholeFrom());
  }

  /** What a whole document teaches. */
  public static Reliability learn(Snapshot before, Answered answer, String bodyHash, Instant now) {
    var known = before.reliability();
    var sameBody = bodyHash.equals(before.bodyHash());
    var old = before.validators().etag();
    var fresh = answer.headers().validators().etag();
    var churned = sameBody && old != null && fresh != null && !old.equals(fresh);
    var lied = !sameBody && before.bodyHash() != null && isSameStrong(fresh, old);
    return new Reliability(
        now,
        answer.trace().finalUrl(),
        churned ? Math.min(known.churn() + 1, MUCH_CHURN) : sameBody ? 0 : known.churn(),
        lied ? now : known.liedAt());
  }

  // A weak ETag may stay the same while bytes change; a strong one may not (RFC 9110 section
  // 8.8.1).
  private static boolean isSameStrong(@Nullable String fresh, @Nullable String old) {
    return fresh != null && fresh.equals(old) && !fresh.startsWith("W/");
  }

  private static boolean isYoungerThan(Duration age, @Nullable Instant at, Instant now) {
    return at != null && at.plus(age).isAfter(now);
  }
}
