package dev.feedwarden.policy;

import dev.feedwarden.model.Claim;
import dev.feedwarden.model.ErrorType;
import dev.feedwarden.model.Health;
import dev.feedwarden.model.Health.LastError;
import dev.feedwarden.model.Health.Outage;
import dev.feedwarden.model.Health.Streak;
import dev.feedwarden.model.NextPoll;
import dev.feedwarden.model.NextPoll.Reason;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.PollError;
import dev.feedwarden.model.Rhythm;
import dev.feedwarden.model.Source;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.Standing;
import dev.feedwarden.model.Transition;
import dev.feedwarden.policy.ErrorTable.Action;
import dev.feedwarden.policy.ErrorTable.Level;
import dev.feedwarden.policy.ErrorTable.Rule;
import dev.feedwarden.policy.ErrorTable.Waiting;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The poll layer: what one outcome does to a feed's health, standing and schedule.
 *
 * @param table of the sources that have none of their own
 * @param common what holds for a profile of their own too
 * @param longestRetryAfter how long a server may make us wait at its first word
 * @param hosts when a host is to blame, and how it is asked then
 */
public record Policy(
    ErrorTable table,
    Common common,
    Schedule schedule,
    Duration longestRetryAfter,
    HostHealth hosts) {
  private static final String BY_POLICY = "policy";
  private static final Duration TELL_AGAIN = Duration.ofDays(1);

  /** A policy whose profiles are as they come. */
  public Policy(ErrorTable table, Schedule schedule, Duration longestRetryAfter) {
    this(table, Common.NOTHING, schedule, longestRetryAfter, HostHealth.STANDARD);
  }

  /** When a decision is made, and the dice for it in [0, 1). */
  public record Moment(Instant now, double dice) {
    /**
     * A moment whose dice are cast by what is decided on, so that a decision can be made again: of
     * two sources or two instants nothing follows for each other.
     */
    public static Moment of(SourceId source, Instant now) {
      var id = UUID.fromString(source.value());
      var mixed = mixed(id.getMostSignificantBits() ^ mixed(now.toEpochMilli()));
      return new Moment(now, (mixed(id.getLeastSignificantBits() ^ mixed) >>> 11) * 0x1p-53);
    }

    // David Stafford's 13th mix, as in java.util.SplittableRandom.
    private static long mixed(long bits) {
      var some = (bits ^ (bits >>> 30)) * 0xbf58476d1ce4e5b9L;
      var more = (some ^ (some >>> 27)) * 0x94d049bb133111ebL;
      return more ^ (more >>> 31);
    }
  }

  /** The table that a source is judged by; its overrides were checked when they were written. */
  public ErrorTable table(Source source) {
    var own = source.settings().policy();
    if (own == null) {
      return table;
    }
    return switch (Cells.write(table, common, own)) {
      case Cells.Written.Good(var written) -> written;
      case Cells.Written.Bad(var problems) ->
          throw new IllegalStateException("policy of source " + source.id() + ": " + problems);
    };
  }

  /**
   * How a source is asked: once where another request at once has little hope. That is after a
   * cooldown, while its host is in trouble, and when it has been failing under rules that wait the
   * longer the longer it fails.
   */
  public RetryPolicy attempts(Claim claim, RetryPolicy usual) {
    var last = claim.state().health().lastError();
    var waning =
        last != null
            && table(claim.source()).rule(last.type()).waiting() instanceof Waiting.HalfTheOutage;
    var hopeless = claim.isProbe() || claim.lease().memory().trouble() != null || waning;
    return hopeless ? RetryPolicy.ONCE : usual;
  }

  /** What follows from an outcome. */
  public Transition next(Claim claim, Outcome outcome, Moment at) {
    var next = unlessStopped(claim, judged(claim, outcome, at));
    var alarm = Alarms.of(claim, next, () -> table(claim.source()), at.now());
    return new Transition(next.health(), next.standing(), next.next(), alarm);
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
      case Outcome.Fresh(_, var snapshot) -> succeeded(claim, snapshot.rhythm(), at);
      case Outcome.NotModified(_, var rhythm) -> succeeded(claim, rhythm, at);
      case Outcome.Failed failed -> blamed(claim, failed, at);
      case Outcome.Deferred(var until) -> {
        var wait = Backoff.longer(Duration.between(at.now(), until), Duration.ZERO);
        yield asBefore(claim, before, new Wait(wait, claim.state().next().reason()), at);
      }
    };
  }

  private Transition succeeded(Claim claim, Rhythm rhythm, Moment at) {
    var health = new Health(0, claim.state().health().errorCount(), Streak.NONE, 0, null);
    return active(health, schedule.next(claim.source().settings().interval(), rhythm, at), at);
  }

  private Transition blamed(Claim claim, Outcome.Failed failed, Moment at) {
    return switch (failed.blame()) {
      case FEED -> failed(claim, failed.error(), failed.retryAfter(), table(claim.source()), at);
      case HOST, PENDING -> excused(claim, failed, rhythm(claim, at), at);
      case US -> excused(claim, failed, turn(claim, at), at);
    };
  }

  // Shown and not counted: the feed is asked again as if it had not been asked.
  private Transition excused(Claim claim, Outcome.Failed failed, Wait wait, Moment at) {
    var error = failed.error();
    var before = claim.state().health();
    var last = before.lastError();
    var outage = last == null ? new Outage(at.now(), null) : last.outage();
    var health =
        new Health(
            before.consecutiveErrors(),
            before.errorCount(),
            before.streak(),
            before.repeats(),
            new LastError(error.type(), error.message(), outage, failed.blame()));
    return asBefore(claim, health, wait, at);
  }

  // Our own failure takes nobody's turn, which another worker may make better use of: who was asked
  // out of turn stays due as before, who was due comes again soon.
  private Wait turn(Claim claim, Moment at) {
    var next = claim.state().next();
    if (next.at() != null && next.at().isAfter(at.now())) {
      return new Wait(Duration.between(at.now(), next.at()), next.reason());
    }
    var usual = rhythm(claim, at);
    var soon = stretched(Schedule.SHORTEST, at);
    return new Wait(Backoff.shorter(soon, usual.length()), usual.reason());
  }

  private Transition failed(
      Claim claim, PollError error, @Nullable Duration retryAfter, ErrorTable table, Moment at) {
    var rule = table.rule(error.type());
    var health = worse(claim.state().health(), error, rule, at);
    var wait = waiting(claim, health, rule.waiting(), at).orLonger(told(retryAfter, health, at));
    return switch (rule) {
      case Rule.Counted counted ->
          disables(claim, health, counted, table)
              ? cooling(claim, health, error.type(), counted, at)
              : active(health, wait, at);
      case Rule.Uncounted _ -> asBefore(claim, health, wait, at);
    };
  }

  private static Health worse(Health before, PollError error, Rule rule, Moment at) {
    // What was never counted began nothing that this could go on with.
    var last = before.consecutiveErrors() == 0 ? null : before.lastError();
    var again = last != null && last.type() == error.type();
    return new Health(
        before.consecutiveErrors() + 1,
        before.errorCount() + 1,
        rule instanceof Rule.Counted ? longer(before.streak(), error.type()) : before.streak(),
        again ? before.repeats() + 1 : 0,
        new LastError(error.type(), error.message(), outage(last, rule, at)));
  }

  private static Streak longer(Streak before, ErrorType type) {
    var sameType = before.type() == type ? before.sameType() + 1 : 1;
    return new Streak(type, sameType, before.anyType() + 1);
  }

  private static Outage outage(@Nullable LastError before, Rule rule, Moment at) {
    var since = before == null ? at.now() : before.outage().since();
    var told = before == null ? null : before.outage().toldAt();
    var due = told == null || !told.plus(TELL_AGAIN).isAfter(at.now());
    return new Outage(since, rule.level() == Level.ERROR && due ? at.now() : told);
  }

  private static boolean disables(Claim claim, Health health, Rule.Counted rule, ErrorTable table) {
    // A probe renews what its row could have begun; under another profile it may be no longer so.
    var renews = claim.isProbe() && rule.after() != ErrorTable.NEVER;
    return rule.action() == Action.DISABLE && (renews || table.isReached(rule, health));
  }

  private static Transition active(Health health, Wait wait, Moment at) {
    return new Transition(health, Standing.ACTIVE, wait.next(at));
  }

  private static Transition cooling(
      Claim claim, Health health, ErrorType type, Rule.Counted rule, Moment at) {
    var until = cooldownEnd(rule, at);
    var since = claim.source().standing() instanceof Standing.Cooling c ? c.since() : at.now();
    return new Transition(
        health,
        new Standing.Cooling(type, since, until, BY_POLICY),
        new NextPoll(until, Reason.COOLDOWN));
  }

  // Shortened by up to a quarter, so that a probe does not keep landing on the same hour.
  static Instant cooldownEnd(Rule.Counted rule, Moment at) {
    return at.now().plus(Backoff.scaled(rule.cooldown(), 1 - 0.25 * at.dice()));
  }

  // What is neither a success nor a counting failure ends no cooldown and shortens none: a probe
  // goes on cooling until its next try, a poll that was forced before that changes nothing.
  private static Transition asBefore(Claim claim, Health health, Wait wait, Moment at) {
    var next = wait.next(at);
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

  private Wait waiting(Claim claim, Health health, Waiting waiting, Moment at) {
    return switch (waiting) {
      case Waiting.Interval() -> rhythm(claim, at);
      case Waiting.Doubling(var base, var cap) ->
          backoff(Backoff.doubled(base, health.repeats(), cap), at);
      case Waiting.DoublingInterval(var cap) -> {
        // A rhythm that is slower than the cap is not made faster by a failure.
        var interval = schedule.interval(claim.source().settings().interval());
        var longest = Backoff.longer(cap, interval);
        yield backoff(Backoff.doubled(interval, health.repeats(), longest), at);
      }
      case Waiting.HalfTheOutage(var least, var most) -> {
        var half = Duration.between(since(health, at), at.now()).dividedBy(2);
        yield new Wait(
            about(Backoff.longer(least, Backoff.shorter(half, most)), at), Reason.BACKOFF);
      }
    };
  }

  private static Instant since(Health health, Moment at) {
    return health.lastError() == null ? at.now() : health.lastError().outage().since();
  }

  private static Wait backoff(Duration wait, Moment at) {
    return new Wait(stretched(wait, at), Reason.BACKOFF);
  }

  // Beyond our limit a server is believed step by step: the limit, twice the limit, and so on.
  private Wait told(@Nullable Duration retryAfter, Health health, Moment at) {
    var limit = Backoff.doubled(longestRetryAfter, health.repeats(), RetryAfter.LONGEST);
    var wait = retryAfter == null ? Duration.ZERO : Backoff.shorter(retryAfter, limit);
    return new Wait(stretched(wait, at), Reason.RETRY_AFTER);
  }

  private Wait rhythm(Claim claim, Moment at) {
    return schedule.next(
        claim.source().settings().interval(), claim.state().snapshot().rhythm(), at);
  }

  // Nobody asked for this one: the more it varies the better.
  private static Duration about(Duration wait, Moment at) {
    return Backoff.scaled(wait, 1 + 0.25 * at.dice());
  }

  // Never earlier than asked for.
  private static Duration stretched(Duration wait, Moment at) {
    return Backoff.scaled(wait, 1 + 0.1 * at.dice());
  }
}
