package dev.feedwarden.policy;

import dev.feedwarden.model.FetchResult.FetchTrace;
import dev.feedwarden.model.MoveCandidate;
import dev.feedwarden.model.Outcome;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Remembers where a feed says that it has moved; one word is not believed yet. */
public final class Moves {
  private static final Set<Integer> PERMANENT = Set.of(301, 308);

  private Moves() {}

  /** The candidate after a poll: only a success over permanent redirects alone speaks for one. */
  public static @Nullable MoveCandidate after(
      @Nullable MoveCandidate before, Outcome outcome, FetchTrace trace, Instant now) {
    return switch (outcome) {
      case Outcome.Failed _, Outcome.Deferred _ -> before;
      case Outcome.Fresh _, Outcome.NotModified _ -> {
        var moved =
            !trace.redirects().isEmpty()
                && trace.redirects().stream().allMatch(hop -> PERMANENT.contains(hop.status()));
        if (!moved) {
          yield null;
        }
        yield before != null && before.to().equals(trace.finalUrl())
            ? new MoveCandidate(before.to(), before.sightings() + 1, before.since())
            : new MoveCandidate(trace.finalUrl(), 1, now);
      }
    };
  }
}
