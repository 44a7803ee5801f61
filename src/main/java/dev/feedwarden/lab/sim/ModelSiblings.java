package dev.feedwarden.lab.sim;

import dev.feedwarden.model.Blame;
import dev.feedwarden.model.Claim;
import dev.feedwarden.model.ErrorType;
import dev.feedwarden.model.FeedState;
import dev.feedwarden.model.Health.LastError;
import dev.feedwarden.model.Siblings;
import dev.feedwarden.model.Siblings.Failing;
import dev.feedwarden.store.Registered;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** How the other feeds of a model's host stand. */
final class ModelSiblings {
  private ModelSiblings() {}

  static Siblings of(Stream<Registered> feeds, Claim claim, Instant since) {
    var others =
        feeds
            .filter(row -> !row.source().id().equals(claim.source().id()))
            .map(Registered::state)
            .filter(state -> isAfter(state.visits().lastPolledAt(), since))
            .filter(state -> isTelling(state.health().lastError(), since))
            .toList();
    var failing = new EnumMap<ErrorType, Failing>(ErrorType.class);
    others.stream()
        .map(state -> state.health().lastError())
        .filter(Objects::nonNull)
        .forEach(
            last ->
                failing.merge(
                    last.type(), new Failing(1, last.outage().since()), ModelSiblings::both));
    var lastSuccess =
        others.stream()
            .map(FeedState::visits)
            .map(FeedState.Visits::lastSuccessAt)
            .filter(Objects::nonNull)
            .max(Instant::compareTo);
    return new Siblings(others.size(), failing, lastSuccess.orElse(null));
  }

  private static boolean isAfter(@Nullable Instant at, Instant since) {
    return at != null && !at.isBefore(since);
  }

  // What may be our own failure is not known to be theirs.
  private static boolean isTelling(@Nullable LastError last, Instant since) {
    return last == null
        || (!last.outage().since().isBefore(since)
            && (last.blame() == Blame.FEED || last.blame() == Blame.HOST));
  }

  private static Failing both(Failing one, Failing other) {
    return new Failing(
        one.count() + other.count(),
        one.since().isBefore(other.since()) ? one.since() : other.since());
  }
}
