package dev.feedwarden.policy;

import dev.feedwarden.model.Claim;
import dev.feedwarden.model.ErrorType;
import dev.feedwarden.model.Health;
import dev.feedwarden.model.Health.LastError;
import dev.feedwarden.model.Health.Streak;
import dev.feedwarden.model.NextPoll;
import dev.feedwarden.model.NextPoll.Reason;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.PollError;
import dev.feedwarden.model.Standing;
import dev.feedwarden.model.Transition;
import dev.feedwarden.policy.ErrorTable.Rule;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The poll layer: what one outcome does to a feed's health, standing and schedule.
 *
 * @param counting what the thresholds are compared with
 * @param interval between two polls of a source that names none
 * @param longestRetryAfter how long a server may make us wait at its first word
 */
public record Policy(
    ErrorTable table, Counting counting, Duration interval, Duration longestRetryAfter) {
  private static final String BY_POLICY = "policy";

  /** Which counter reaches a threshold. */
  public enum Counting {
    /** Errors of one type in a row. */
    SAME_TYPE,
    /** All errors since the last success. */
    ANY
  }

  /** When a decision is made, and the dice for it in [0, 1). */
  public record Moment(Instant now, double dice) {}

  /** How long to wait, and the rule that says so. */
  private record Wait(Duration length, Reason reason) {
    Instant end(Moment at) {
      return at.now().plus(length);
    }

    Wait orLonger(Wait other) {
      return other.length.compareTo(length) > 0 ? other : this;
    }
  }

  /** What follows from an outcome. */
  public Transition next(Claim claim, Outcome outcome, Moment at) {
    return unlessStopped(claim, judged(claim, outcome, at));
  }

  /** What follows from a fault of our own: nothing is counted, the feed is asked again later. */
  public Transition ourFault(Claim claim, Moment at) {
    return unlessStopped(claim, asBefore(claim, claim.state().health(), rhythm(claim, at), at));
  }

  // What a person stopped stays stopped, whatever it answers.
  private static Transition unlessStopped(Claim claim, Transition decided) {
    return claim.source().standing() instanceof Standing.Stopped stopped
        ? new Transition(decided.health(), stopped, claim.state().next())
        : decided;
  }

  private Transition judged(Claim claim, Outcome outcome, Moment at) {
    var before = claim.state().health();
    return switch (outcome) {
      case Outcome.Fresh _, Outcome.NotModified _ ->
          active(recovered(before), rhythm(claim, at), at);
      case Outcome.Failed(var error, var retryAfter) -> {
        var health = worse(before, error);
        var told = told(retryAfter, health, at);
        yield switch (table.rule(error.type())) {
          case Rule.Disabling rule ->
              disables(claim, health, rule)
                  ? cooling(claim, health, error.type(), rule, at)
                  : active(health, rhythm(claim, at).orLonger(told), at);
          case Rule.BackingOff rule ->
              asBefore(claim, health, backoff(health, rule, at).orLonger(told), at);
          case Rule.Puzzling rule -> asBefore(claim, health, puzzled(claim, health, rule, at), at);
        };
      }
      case Outcome.Deferred(var until) -> {
        var wait = Backoff.longer(Duration.between(at.now(), until), Duration.ZERO);
        yield asBefore(claim, before, new Wait(wait, claim.state().next().reason()), at);
      }
    };
  }

  private static Health recovered(Health before) {
    return new Health(0, before.errorCount(), Streak.NONE, 0, null);
  }

  private Health worse(Health before, PollError error) {
    var again = before.lastError() != null && before.lastError().type() == error.type();
    var counts = table.rule(error.type()) instanceof Rule.Disabling;
    return new Health(
        before.consecutiveErrors() + 1,
        before.errorCount() + 1,
        counts ? longer(before.streak(), error.type()) : before.streak(),
        again ? before.repeats() + 1 : 0,
        new LastError(error.type(), error.message()));
  }

  private static Streak longer(Streak before, ErrorType type) {
    var sameType = before.type() == type ? before.sameType() + 1 : 1;
    return new Streak(type, sameType, before.anyType() + 1);
  }

  private boolean disables(Claim claim, Health health, Rule.Disabling rule) {
    var count =
        switch (counting) {
          case SAME_TYPE -> health.streak().sameType();
          case ANY -> health.consecutiveErrors();
        };
    return claim.isProbe()
        || count >= rule.after()
        || health.streak().anyType() >= table.backstop();
  }

  private static Transition active(Health health, Wait wait, Moment at) {
    return new Transition(health, Standing.ACTIVE, new NextPoll(wait.end(at), wait.reason()));
  }

  private static Transition cooling(
      Claim claim, Health health, ErrorType type, Rule.Disabling rule, Moment at) {
    // Shortened by up to a quarter, so that a probe does not keep landing on the same hour.
    var until = at.now().plus(Backoff.scaled(rule.cooldown(), 1 - 0.25 * at.dice()));
    var since = claim.source().standing() instanceof Standing.Cooling c ? c.since() : at.now();
    return new Transition(
        health,
        new Standing.Cooling(type, since, until, BY_POLICY),
        new NextPoll(until, Reason.COOLDOWN));
  }

  // What is neither a success nor a counting failure ends no cooldown and shortens none: a probe
  // goes on cooling until its next try, a poll that was forced before that changes nothing.
  private static Transition asBefore(Claim claim, Health health, Wait wait, Moment at) {
    var next = new NextPoll(wait.end(at), wait.reason());
    return switch (claim.source().standing()) {
      case Standing.Cooling(var reason, var since, var until, var by) ->
          until.isAfter(wait.end(at))
              ? new Transition(
                  health, claim.source().standing(), new NextPoll(until, Reason.COOLDOWN))
              : new Transition(health, new Standing.Cooling(reason, since, wait.end(at), by), next);
      case Standing.Active active -> new Transition(health, active, next);
      case Standing.Stopped stopped -> new Transition(health, stopped, next);
    };
  }

  private static Wait backoff(Health health, Rule.BackingOff rule, Moment at) {
    var wait = Backoff.doubled(rule.base(), health.repeats(), rule.cap());
    return new Wait(stretched(wait, at), Reason.BACKOFF);
  }

  // A rhythm that is slower than the cap is not made faster by a failure.
  private Wait puzzled(Claim claim, Health health, Rule.Puzzling rule, Moment at) {
    var cap = Backoff.longer(rule.cap(), interval(claim));
    var wait = Backoff.doubled(interval(claim), health.repeats(), cap);
    return new Wait(stretched(wait, at), Reason.BACKOFF);
  }

  // Beyond our limit a server is believed step by step: the limit, twice the limit, and so on.
  private Wait told(@Nullable Duration retryAfter, Health health, Moment at) {
    var limit = Backoff.doubled(longestRetryAfter, health.repeats(), RetryAfter.LONGEST);
    var wait = retryAfter == null ? Duration.ZERO : Backoff.shorter(retryAfter, limit);
    return new Wait(stretched(wait, at), Reason.RETRY_AFTER);
  }

  private Wait rhythm(Claim claim, Moment at) {
    return new Wait(Backoff.scaled(interval(claim), 0.9 + 0.2 * at.dice()), Reason.INTERVAL);
  }

  // Never earlier than asked for.
  private static Duration stretched(Duration wait, Moment at) {
    return Backoff.scaled(wait, 1 + 0.1 * at.dice());
  }

  private Duration interval(Claim claim) {
    var own = claim.source().settings().interval();
    return own == null ? interval : own;
  }
}
