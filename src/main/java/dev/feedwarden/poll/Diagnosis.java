package dev.feedwarden.poll;

import dev.feedwarden.fetch.Domains;
import dev.feedwarden.fetch.Fetcher;
import dev.feedwarden.model.Claim;
import dev.feedwarden.model.Condition;
import dev.feedwarden.model.FeedState;
import dev.feedwarden.model.FeedState.Snapshot;
import dev.feedwarden.model.FeedState.Visits;
import dev.feedwarden.model.FetchResult;
import dev.feedwarden.model.Health;
import dev.feedwarden.model.HostMemory;
import dev.feedwarden.model.Lease;
import dev.feedwarden.model.NextPoll;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.Source;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.Standing;
import dev.feedwarden.model.Transition;
import dev.feedwarden.model.Validators;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.policy.Policy;
import dev.feedwarden.policy.Policy.Moment;
import dev.feedwarden.policy.RetryPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/** One look at a feed as if it were new and had never failed; nothing is stored. */
public record Diagnosis(FetchResult result, Outcome outcome, Transition next, Instant at) {
  private static final SourceId NOBODY = new SourceId("00000000-0000-7000-8000-000000000000");
  private static final double MIDDLE = 0.5; // neither early nor late

  /** Asks the feed and decides what a poller would. */
  public static Diagnosis of(WebUrl url, Fetcher fetcher, RetryPolicy retries, Policy policy)
      throws InterruptedException {
    var result = fetcher.fetch(new Fetcher.Request(url, Validators.NONE, retries, Duration.ZERO));
    var now = Instant.now();
    var claim = claim(url, now);
    var outcome =
        new Understanding((_, _) -> Map.of(), policy.schedule(), Domains::of, now)
            .of(claim, Condition.NONE, result)
            .outcome();
    return new Diagnosis(
        result, outcome, policy.next(claim, outcome, new Moment(now, MIDDLE)), now);
  }

  private static Claim claim(WebUrl url, Instant now) {
    return new Claim(
        new Lease(url.hostKey(), 1, now, now.plusSeconds(60), HostMemory.NONE),
        new Source(
            NOBODY,
            new Source.Settings(url.host(), url, true, null),
            Standing.ACTIVE,
            1,
            new Source.Stamps(now, now)),
        new FeedState(
            Snapshot.NONE, Health.FINE, Visits.NONE, new NextPoll(now, NextPoll.Reason.FIRST)));
  }
}
