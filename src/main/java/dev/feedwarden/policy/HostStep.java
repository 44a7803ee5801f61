package dev.feedwarden.policy;

import dev.feedwarden.model.Blame;
import dev.feedwarden.model.Claim;
import dev.feedwarden.model.FeedState;
import dev.feedwarden.model.HostMemory;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.Siblings;
import java.time.Duration;
import java.time.Instant;

/**
 * What one poll means for its host, its pace and its health together.
 *
 * @param outcome the poll's, as it is to be counted
 * @param memory what is to be remembered of the host
 * @param rest how long it is left alone
 */
public record HostStep(Outcome outcome, HostMemory memory, Duration rest) {
  /**
   * Since when other feeds are compared with one that fails: its last poll, but not for more than a
   * day, and an interval at least.
   */
  public static Instant since(FeedState state, Duration interval, Instant now) {
    var last = state.visits().lastPolledAt();
    var apart = last == null ? Duration.ZERO : Duration.between(last, now);
    return now.minus(Backoff.longer(interval, Backoff.shorter(apart, Schedule.LONGEST)));
  }

  /**
   * Puts both together.
   *
   * @param others how the host's other feeds have stood since
   */
  public static HostStep of(
      HostHealth rules,
      Claim claim,
      Outcome heard,
      HostPace.Lesson lesson,
      Siblings others,
      Instant since,
      Instant now) {
    var outcome = lesson.isHosts() ? new Outcome.Deferred(now.plus(lesson.rest())) : heard;
    var finding = health(rules, claim, outcome, others, since, now);
    return new HostStep(
        outcome instanceof Outcome.Failed failed && finding.isHosts()
            ? failed.of(Blame.HOST)
            : outcome,
        new HostMemory(lesson.pace(), finding.trouble()),
        Backoff.longer(lesson.rest(), finding.rest()));
  }

  /** What a feed's outcome says about its host's health. */
  public static HostHealth.Finding health(
      HostHealth rules, Claim claim, Outcome outcome, Siblings others, Instant since, Instant now) {
    var last = claim.state().health().lastError();
    return rules.after(
        claim.lease().memory().trouble(),
        outcome,
        last == null ? now : last.outage().since(),
        others,
        since,
        now);
  }
}
