package dev.feedwarden.poll;

import dev.feedwarden.feed.FeedReader;
import dev.feedwarden.fetch.Fetcher;
import dev.feedwarden.fetch.Vault;
import dev.feedwarden.model.Blame;
import dev.feedwarden.model.Claim;
import dev.feedwarden.model.Condition;
import dev.feedwarden.model.Credentials;
import dev.feedwarden.model.FetchResult;
import dev.feedwarden.model.FetchResult.Answered;
import dev.feedwarden.model.HostMemory;
import dev.feedwarden.model.MoveCandidate;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.Poll;
import dev.feedwarden.policy.Conditional;
import dev.feedwarden.policy.Evidence;
import dev.feedwarden.policy.Evidence.Waiting;
import dev.feedwarden.policy.HostPace;
import dev.feedwarden.policy.HostPace.Reaction;
import dev.feedwarden.policy.Policy;
import dev.feedwarden.policy.Policy.Moment;
import dev.feedwarden.policy.RetryPolicy;
import dev.feedwarden.policy.Sign;
import dev.feedwarden.poll.Tally.Times;
import dev.feedwarden.poll.Understanding.Understood;
import dev.feedwarden.store.Turns.Return;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Visits one source: get, understand, decide, write, tell. */
public final class Poller {
  private final Reach reach;
  private final RetryPolicy retries;
  private final Policy policy;
  private final Supplier<Vault> vault;

  /**
   * A poller's parts.
   *
   * @param vault asked only when a feed has credentials
   */
  public Poller(Reach reach, RetryPolicy retries, Policy policy, Supplier<Vault> vault) {
    this.reach = reach;
    this.retries = retries;
    this.policy = policy;
    this.vault = vault;
  }

  /**
   * A poll, what its transaction made of it, and what its host gets.
   *
   * @param given the host, if it went back with the poll
   */
  public record Polled(Poll poll, Poll.Receipt receipt, Rest rest, @Nullable Return given) {}

  /** How long a host is left alone after a poll, and what is remembered of it. */
  public record Rest(Duration length, HostMemory memory) {}

  /** Whether a host is done with once a poll is written. */
  public interface Parting {
    Parting NEVER = _ -> null;

    /** What goes back with the poll; null if the caller gives it back later. */
    @Nullable Return after(Rest rest);
  }

  /** Makes one poll, after which the host is the caller's to give back. */
  public Polled poll(Claim claim, Duration least, long taken) throws InterruptedException {
    return poll(claim, least, taken, Parting.NEVER);
  }

  /**
   * Makes one poll; a stop in the middle leaves no trace.
   *
   * @param least the least time between two requests to the host, whatever it has taught us
   * @param taken when the lease was taken, by the reach's time
   */
  public Polled poll(Claim claim, Duration least, long taken, Parting parting)
      throws InterruptedException {
    var memory = claim.lease().memory();
    var pace = pace(least);
    var began = reach.time().nanos();
    var condition = Conditional.toSend(claim.state().snapshot(), claim.lease().takenAt());
    var result = reach.fetching().fetch(request(claim, condition, pace.gap(memory.pace())));
    var ended = reach.time().nanos();
    var now = now(claim, taken);
    var understood = filled(claim, understanding(now).of(claim, condition, result), pace);
    var found = understood.outcome();
    var read = reach.time().nanos();
    var sign = Sign.of(found, result, FeedReader::bodyHash);
    var seen = reach.witness().sighting(claim, sign, began, ended);
    var heard = reach.witness().judged(found, seen);
    var lesson =
        pace.after(memory.pace(), claim.source().id(), reaction(claim, heard, result), now);
    var step = new Neighbours(reach.recording(), policy).step(claim, heard, lesson, now);
    var outcome = step.outcome();
    var transition = policy.next(claim, outcome, Moment.of(claim.source().id(), now));
    var move = new Sightings(reach.memory()).after(claim, outcome, result.trace(), now);
    var remains = Remains.of(claim.source(), outcome, result);
    var visit = visit(result, move, now, began);
    var poll = new Poll(claim, outcome, transition, visit, remains, understood.remarks());
    var rest = new Rest(step.rest(), step.memory());
    var isMore = move != null || outcome instanceof Outcome.Deferred;
    var given = isMore ? null : parting.after(rest);
    var decided = reach.time().nanos();
    var receipt = recorded(poll, given);
    var times =
        new Times(
            Duration.ofNanos(ended - began),
            Duration.ofNanos(read - ended),
            Duration.ofNanos(reach.time().nanos() - decided));
    reach.tally().polled(poll, receipt, times);
    PollLog.polled(poll, receipt, policy.table(claim.source()));
    if (move != null && receipt instanceof Poll.Receipt.Stored) {
      reach.recording().sighted(poll, move);
    }
    if (outcome instanceof Outcome.Failed(_, _, var blame) && blame == Blame.PENDING) {
      reach.witness().hold(new Waiting<>(seen, poll.withoutExhibit()));
    }
    PollLog.host(claim.lease(), step.memory());
    return new Polled(poll, receipt, rest, given == null ? null : given.given());
  }

  // Within the poll, so that all of it is written or nothing.
  private Understood filled(Claim claim, Understood found, HostPace pace)
      throws InterruptedException {
    if (!(found.outcome() instanceof Outcome.Fresh(var changes, var snapshot))
        || changes.gap() == null) {
      return found;
    }
    var gap = pace.gap(claim.lease().memory().pace());
    var backfill = new Backfill(reach, claim, credentials(claim), gap);
    return found.filled(backfill.fill(changes, changes.gap()), snapshot);
  }

  private Understanding understanding(Instant now) {
    return new Understanding(reach.memory(), policy.schedule(), reach.witness().domains(), now);
  }

  // A host that only told us where to go has no part in what others said there.
  private static Reaction reaction(Claim claim, Outcome heard, FetchResult result) {
    var home = claim.source().feed().hostKey();
    return result.trace().finalUrl().hostKey().equals(home)
        ? Reaction.of(heard)
        : new Reaction.Clean();
  }

  /** What a host gets after a poll that taught us nothing. */
  public Rest rest(Claim claim, Duration least) {
    var memory = claim.lease().memory();
    return new Rest(pace(least).gap(memory.pace()), memory);
  }

  private HostPace pace(Duration least) {
    return new HostPace(least, policy.longestRetryAfter());
  }

  private Poll.Receipt recorded(Poll poll, @Nullable Return back) {
    try {
      if (poll.outcome() instanceof Outcome.Deferred) {
        reach.recording().postpone(poll);
        return new Poll.Receipt.Stored(0, 0, 0);
      }
      return reach.recording().commit(poll, back);
    } catch (RuntimeException fault) {
      throw new NotRecorded(poll, fault);
    }
  }

  /** Counts or forgives the failures that need not wait for evidence any longer. */
  public void settle() {
    settling().settle(reach.witness().settle());
  }

  /** Why we think that our own line is down, if we do. */
  public Optional<String> outage() {
    return reach.witness().outage().map(Evidence.Outage::words);
  }

  /** Counts or forgives all failures that wait: nothing more will be polled. */
  public void finish() {
    settling().settle(reach.witness().finish());
  }

  private Settling settling() {
    return new Settling(reach, policy);
  }

  /** Puts a feed off after a fault of our own; nothing is counted against it. */
  public void postpone(Claim claim, long taken) {
    reach.tally().faulted();
    var now = now(claim, taken);
    var transition = policy.ourFault(claim, Moment.of(claim.source().id(), now));
    var visit = new Poll.Visit(now, Duration.ZERO, 0, 0, 0);
    reach.recording().postpone(new Poll(claim, new Outcome.Deferred(now), transition, visit));
  }

  private Fetcher.Request request(Claim claim, Condition condition, Duration gap) {
    return new Fetcher.Request(
        claim.source().feed(),
        condition,
        credentials(claim),
        policy.attempts(claim, retries),
        gap,
        reach.crossings().of(claim.source().id()));
  }

  private @Nullable Credentials credentials(Claim claim) {
    var locked = claim.source().settings().credentials();
    return locked == null
        ? null
        : vault
            .get()
            .unlock(locked)
            .orElseThrow(
                () -> new IllegalStateException("credentials were locked with another key"));
  }

  // The database's time at the lease, and our own monotonic time since.
  private Instant now(Claim claim, long taken) {
    return claim.lease().takenAt().plusMillis((reach.time().nanos() - taken) / 1_000_000);
  }

  private Poll.Visit visit(
      FetchResult result, @Nullable MoveCandidate move, Instant now, long began) {
    var took = Duration.ofNanos(reach.time().nanos() - began);
    var retries = result.trace().retryCount();
    var phases = result.trace().last();
    return switch (result) {
      case Answered a ->
          new Poll.Visit(now, took, retries, a.status(), a.body().length, move, phases);
      case FetchResult.Unanswered _, FetchResult.Refrained _ ->
          new Poll.Visit(now, took, retries, 0, 0, move, phases);
    };
  }
}
