package dev.feedwarden.policy;

import dev.feedwarden.model.FetchResult.FetchTrace;
import dev.feedwarden.model.FetchResult.Hop;
import dev.feedwarden.model.MoveCandidate;
import dev.feedwarden.model.MoveCandidate.How;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.Overlap;
import dev.feedwarden.model.Source;
import dev.feedwarden.model.WebUrl;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Remembers where a feed is said to have moved, and tells when that is to be believed. */
public final class Moves {
  /** How often in a row it must be said. */
  public static final int SIGHTINGS = 3;

  /** And for how long. */
  public static final Duration WHILE = Duration.ofHours(24);

  private static final Set<Integer> PERMANENT = Set.of(301, 308);

  private Moves() {}

  /** Where the permanent redirects led to, up to the first that is not; nothing if nowhere. */
  public static @Nullable WebUrl target(WebUrl asked, FetchTrace trace) {
    @Nullable WebUrl to = null;
    for (Hop hop : trace.redirects()) {
      if (!PERMANENT.contains(hop.status())) {
        break;
      }
      to = hop.to();
    }
    return to == null || to.key().equals(asked.key()) ? null : to;
  }

  /**
   * What a document says of its feed's address.
   *
   * @param isNew whether it was read: of one that is as before nobody looked again
   * @param movedTo where it says that the feed has gone
   */
  public record Said(boolean isNew, @Nullable WebUrl movedTo) {
    public static final Said AS_BEFORE = new Said(false, null);
  }

  /**
   * The candidate after a poll: only a success speaks for one.
   *
   * @param target as redirects have it
   * @param overlap of the document with what was stored before it came
   */
  public static @Nullable MoveCandidate after(
      @Nullable MoveCandidate before,
      Outcome outcome,
      @Nullable WebUrl target,
      Said said,
      Overlap overlap,
      Instant now) {
    return switch (outcome) {
      case Outcome.Failed _, Outcome.Deferred _ -> before;
      case Outcome.Fresh _, Outcome.NotModified _ -> {
        if (target != null) {
          yield again(before, target, How.REDIRECT, overlap, now);
        }
        var told = said.isNew() ? said.movedTo() : lastTold(before);
        // The document at the old address proves nothing about the one at the new.
        yield told == null ? null : again(before, told, How.NEW_FEED_URL, Overlap.NONE, now);
      }
    };
  }

  private static @Nullable WebUrl lastTold(@Nullable MoveCandidate before) {
    return before != null && before.how() == How.NEW_FEED_URL ? before.to() : null;
  }

  private static MoveCandidate again(
      @Nullable MoveCandidate before, WebUrl to, How how, Overlap overlap, Instant now) {
    return before != null && before.how() == how && before.to().equals(to)
        ? before.again(overlap)
        : new MoveCandidate(to, how, now, overlap);
  }

  /** Whether a redirect's target has proved itself; a document's own word never does. */
  public static boolean isProven(Source source, MoveCandidate move, Instant now) {
    return move.how() == How.REDIRECT
        && isLasting(move, now)
        && move.overlap().isHalf()
        && mayFollow(source, move.to());
  }

  /** Whether it has been said often and for long. */
  public static boolean isLasting(MoveCandidate move, Instant now) {
    return move.sightings() >= SIGHTINGS && !move.since().plus(WHILE).isAfter(now);
  }

  /** Whether somebody redirects to what is not this feed. */
  public static boolean isDoubtful(MoveCandidate move) {
    return move.how() == How.REDIRECT && move.overlap().isMeasured() && !move.overlap().isHalf();
  }

  /** What only its owner may read is never looked for at another site unless a person says so. */
  public static boolean mayFollow(Source source, WebUrl to) {
    return !source.isPrivate() || to.isOfOrigin(source.feed());
  }
}
