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

  /** What follows from an outcome. */
  public Transition next(Claim claim, Outcome outcome, Moment at) {
    var before = claim.state().health();
    return switch (outcome) {
      case Outcome.Fresh _, Outcome.NotModified _ ->
          new Transition(recovered(before), Standing.ACTIVE, afterInterval(claim, at));
      case Outcome.Failed(var error, var retryAfter) -> {
        var health = worse(before, error);
        yield switch (table.rule(error.type())) {
          case Rule.Disabling rule -> counted(claim, health, error, rule, retryAfter, at);
          case Rule.BackingOff rule -> backingOff(claim, health, rule, retryAfter, at);
          case Rule.Puzzling rule -> puzzling(claim, health, rule, at);
        };
      }
      case Outcome.Deferred(var until) ->
          new Transition(
              before,
              claim.source().standing(),
              new NextPoll(until, claim.state().next().reason()));
    };
  }

  /** What follows from a fault of our own: nothing is counted, the feed is asked again later. */
  public Transition ourFault(Claim claim, Moment at) {
    return new Transition(
        claim.state().health(), claim.source().standing(), afterInterval(claim, at));
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

  private Transition counted(
      Claim claim,
      Health health,
      PollError error,
      Rule.Disabling rule,
      @Nullable Duration retryAfter,
      Moment at) {
    if (!disables(claim, health, rule)) {
      var told = believed(retryAfter, health);
      var next =
          told.compareTo(interval(claim)) > 0
              ? after(told, Reason.RETRY_AFTER, at)
              : afterInterval(claim, at);
      return new Transition(health, Standing.ACTIVE, next);
    }
    // Shortened by up to a quarter, so that a probe does not keep landing on the same hour.
    var until = at.now().plus(Backoff.scaled(rule.cooldown(), 1 - 0.25 * at.dice()));
    var since = claim.source().standing() instanceof Standing.Cooling c ? c.since() : at.now();
    return new Transition(
        health,
        new Standing.Cooling(error.type(), since, until, BY_POLICY),
        new NextPoll(until, Reason.COOLDOWN));
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

  private Transition backingOff(
      Claim claim, Health health, Rule.BackingOff rule, @Nullable Duration retryAfter, Moment at) {
    var own = Backoff.doubled(rule.base(), health.repeats(), rule.cap());
    var told = believed(retryAfter, health);
    var next =
        told.compareTo(own) > 0
            ? after(told, Reason.RETRY_AFTER, at)
            : after(own, Reason.BACKOFF, at);
    return new Transition(health, stillCooling(claim, next), next);
  }

  private Transition puzzling(Claim claim, Health health, Rule.Puzzling rule, Moment at) {
    var wait = Backoff.doubled(interval(claim), health.repeats(), rule.cap());
    var next = after(wait, Reason.BACKOFF, at);
    return new Transition(health, stillCooling(claim, next), next);
  }

  // Beyond our limit a server is believed step by step: the limit, twice the limit, and so on.
  private Duration believed(@Nullable Duration retryAfter, Health health) {
    var limit = Backoff.doubled(longestRetryAfter, health.repeats(), RetryAfter.LONGEST);
    return retryAfter == null ? Duration.ZERO : Backoff.shorter(retryAfter, limit);
  }

  // A probe that met neither success nor a counting failure goes on cooling until the next try.
  private static Standing stillCooling(Claim claim, NextPoll next) {
    return switch (claim.source().standing()) {
      case Standing.Cooling(var reason, var since, var until, var by) ->
          new Standing.Cooling(reason, since, next.at() == null ? until : next.at(), by);
      case Standing.Active active -> active;
      case Standing.Stopped stopped -> stopped;
    };
  }

  private NextPoll afterInterval(Claim claim, Moment at) {
    var wait = Backoff.scaled(interval(claim), 0.9 + 0.2 * at.dice());
    return new NextPoll(at.now().plus(wait), Reason.INTERVAL);
  }

  // Never earlier than asked for.
  private static NextPoll after(Duration wait, Reason reason, Moment at) {
    return new NextPoll(at.now().plus(Backoff.scaled(wait, 1 + 0.1 * at.dice())), reason);
  }

  private Duration interval(Claim claim) {
    var own = claim.source().settings().interval();
    return own == null ? interval : own;
  }
}
