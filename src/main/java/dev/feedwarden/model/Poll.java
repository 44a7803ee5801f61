package dev.feedwarden.model;

import dev.feedwarden.model.FetchResult.Phases;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One finished visit with everything that its transaction writes.
 *
 * @param exhibit the answer that it failed on, if there is one to be kept
 * @param remarks what was odd about it
 */
public record Poll(
    Claim claim,
    Outcome outcome,
    Transition transition,
    Visit visit,
    @Nullable Exhibit exhibit,
    List<Remark> remarks) {
  public Poll {
    remarks = List.copyOf(remarks);
  }

  /** A poll about which nothing is odd. */
  public Poll(
      Claim claim, Outcome outcome, Transition transition, Visit visit, @Nullable Exhibit exhibit) {
    this(claim, outcome, transition, visit, exhibit, List.of());
  }

  /** A poll that leaves nothing to look at. */
  public Poll(Claim claim, Outcome outcome, Transition transition, Visit visit) {
    this(claim, outcome, transition, visit, null);
  }

  /** The same poll without its disable. */
  public Poll held() {
    return new Poll(claim, outcome, transition.held(), visit, exhibit, remarks);
  }

  /** The same poll without the answer, which is too large to be kept in mind for long. */
  public Poll withoutExhibit() {
    return new Poll(claim, outcome, transition, visit, null, remarks);
  }

  /** The source as this poll's transaction leaves it: what a later word about it starts from. */
  public Claim claimAfter() {
    var source = claim.source();
    if (source.standing().equals(transition.standing())) {
      return claim;
    }
    return new Claim(
        claim.lease(),
        new Source(
            source.id(),
            source.settings(),
            transition.standing(),
            source.revision() + 1,
            source.stamps()),
        claim.state());
  }

  /** What became of a failure that waited for evidence. */
  public sealed interface Settlement {
    /** Counted, unless it was superseded. */
    record Done(Receipt receipt) implements Settlement {}

    /** Somebody is at its host: it goes on waiting. */
    record NotYet() implements Settlement {}
  }

  /** How late it began, by its schedule; nothing if nobody had planned it. */
  public Optional<Duration> lag() {
    return Optional.ofNullable(claim.state().next().at())
        .map(due -> Duration.between(due, claim.lease().takenAt()))
        .map(late -> late.isNegative() ? Duration.ZERO : late);
  }

  /**
   * How the visit went on the wire.
   *
   * @param phases of the last attempt
   */
  public record Visit(
      Instant endedAt,
      Duration took,
      int retryCount,
      int statusCode,
      long bytes,
      @Nullable MoveCandidate move,
      Phases phases) {

    /** A visit that says nothing about a move. */
    public Visit(Instant endedAt, Duration took, int retryCount, int statusCode, long bytes) {
      this(endedAt, took, retryCount, statusCode, bytes, null, Phases.NONE);
    }
  }

  /** What the transaction made of it. */
  public sealed interface Receipt {
    /** Written. */
    record Stored(int inserted, int updated, int skipped) implements Receipt {}

    /**
     * Written, but for the disable, which would have been one too many.
     *
     * @param first whether it is the first one of its hour
     */
    record Held(Stored stored, boolean first) implements Receipt {}

    /** The lease or the source had changed hands: only a history row was written. */
    record Superseded() implements Receipt {}
  }
}
