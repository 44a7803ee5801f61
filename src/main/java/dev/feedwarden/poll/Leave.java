package dev.feedwarden.poll;

import dev.feedwarden.fetch.Fetcher;
import dev.feedwarden.fetch.Hops;
import dev.feedwarden.model.Condition;
import dev.feedwarden.model.FetchResult;
import dev.feedwarden.model.FetchResult.Answered;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.policy.HostPace.Reaction;
import dev.feedwarden.policy.RetryAfter;
import dev.feedwarden.policy.RetryPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Asks for a page as a poll asks for a feed: with its host's leave and at its pace, in one attempt
 * and without credentials.
 */
record Leave(Reach.Fetching fetching, Hops hops) {
  /** What came of it; nothing if the host is not to be asked now. */
  Optional<FetchResult> ask(WebUrl url) throws InterruptedException {
    if (!(hops.ask(url) instanceof Hops.Leave.Granted(var slot))) {
      return Optional.empty();
    }
    Reaction reaction = new Reaction.Silent();
    try {
      var result =
          fetching.fetch(
              new Fetcher.Request(
                  url, Condition.NONE, null, RetryPolicy.ONCE, Duration.ZERO, hops));
      reaction = reaction(url, result);
      return Optional.of(result);
    } finally {
      slot.done(reaction);
    }
  }

  // A host that only told us where to go has no part in what others said there.
  private static Reaction reaction(WebUrl url, FetchResult result) {
    if (!result.trace().finalUrl().hostKey().equals(url.hostKey())) {
      return new Reaction.Clean();
    }
    return result instanceof Answered answer
        ? Reaction.of(answer.status(), RetryAfter.of(answer.headers(), Instant.now()).orElse(null))
        : new Reaction.Silent();
  }
}
