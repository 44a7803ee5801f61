package dev.feedwarden.policy;

import dev.feedwarden.model.Cause;
import dev.feedwarden.model.Changes;
import dev.feedwarden.model.Claim;
import dev.feedwarden.model.ErrorType;
import dev.feedwarden.model.FeedState;
import dev.feedwarden.model.FeedState.Snapshot;
import dev.feedwarden.model.FeedState.Visits;
import dev.feedwarden.model.Health;
import dev.feedwarden.model.HostMemory;
import dev.feedwarden.model.Intake;
import dev.feedwarden.model.Label;
import dev.feedwarden.model.Lease;
import dev.feedwarden.model.NextPoll;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.Overrides;
import dev.feedwarden.model.PollError;
import dev.feedwarden.model.Rhythm;
import dev.feedwarden.model.Source;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.Standing;
import dev.feedwarden.model.Transition;
import dev.feedwarden.model.Validators;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.policy.Policy.Moment;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import org.jspecify.annotations.Nullable;

/** A feed between two polls, as the policy's tests know it. */
record Feed(Transition state, @Nullable Duration interval, @Nullable Overrides policy) {
  static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  static final Feed FINE =
      new Feed(
          new Transition(Health.FINE, Standing.ACTIVE, new NextPoll(NOW, NextPoll.Reason.INTERVAL)),
          null,
          null);
  static final Outcome NOT_MODIFIED = new Outcome.NotModified(Validators.NONE, Rhythm.NONE);
  static final Outcome FRESH = new Outcome.Fresh(Changes.NONE, Snapshot.NONE);
  private static final WebUrl URL = WebUrl.of("https://example.org/feed");

  static Outcome failed(ErrorType type) {
    return failed(type, null);
  }

  static Outcome failed(ErrorType type, @Nullable Duration retryAfter) {
    return new Outcome.Failed(
        new PollError(type, Cause.STATUS, 499, "https://example.org/feed"), retryAfter);
  }

  static Outcome deferred(Duration wait) {
    return new Outcome.Deferred(NOW.plus(wait));
  }

  /** What {@link Health} keeps of such a failure. */
  static Health.LastError lastError(ErrorType type) {
    return new Health.LastError(
        type,
        "feed poll " + type.wire() + ": HTTP 499 for https://example.org/feed",
        new Health.Outage(NOW, type == ErrorType.UNEXPECTED ? NOW : null));
  }

  /** Dice at which the interval is neither shortened nor lengthened. */
  static Moment now() {
    return new Moment(NOW, 0.5);
  }

  Feed every(Duration own) {
    return new Feed(state, own, policy);
  }

  Feed judgedBy(Overrides own) {
    return new Feed(state, interval, own);
  }

  Feed standing(Standing standing) {
    return new Feed(new Transition(state.health(), standing, state.next()), interval, policy);
  }

  Feed after(Policy policy, Outcome... outcomes) {
    var feed = this;
    for (var outcome : outcomes) {
      feed = new Feed(policy.next(feed.claim(), outcome, now()), interval, this.policy);
    }
    return feed;
  }

  Feed after(int times, Policy policy, Outcome outcome) {
    return after(policy, Collections.nCopies(times, outcome).toArray(new Outcome[0]));
  }

  Claim claim() {
    return new Claim(
        new Lease(URL.hostKey(), 1, NOW, NOW.plusSeconds(180), HostMemory.NONE),
        new Source(
            new SourceId("01890000-0000-7000-8000-000000000000"),
            new Source.Settings(
                new Label("a feed"), URL, true, Intake.every(interval), null, policy),
            state.standing(),
            1,
            new Source.Stamps(NOW, NOW)),
        new FeedState(Snapshot.NONE, state.health(), Visits.NONE, state.next()));
  }
}
