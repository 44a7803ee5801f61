package dev.feedwarden.policy;

import dev.feedwarden.model.Cause;
import dev.feedwarden.model.ErrorType;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.Pace;
import dev.feedwarden.model.Pace.Floor;
import dev.feedwarden.model.Pace.Refusal;
import dev.feedwarden.model.PollError;
import dev.feedwarden.model.SourceId;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Learns how fast a host may be asked: twice as slow when it refuses, a tenth faster when it does
 * not mind for long.
 *
 * @param least the gap that is left in any case
 * @param longestWait how long a server may make us wait at its word
 */
public record HostPace(Duration least, Duration longestWait) {
  static final Duration CEILING = Duration.ofHours(1);
  static final int CLEAN_RUN = 10;
  private static final Duration FIRST = Duration.ofSeconds(1);
  private static final Duration REMEMBERED = Duration.ofDays(1);
  private static final Duration LONGEST_DELAY = Duration.ofMinutes(5);
  private static final Duration TOGETHER = Duration.ofHours(1);

  /**
   * What a request teaches.
   *
   * @param rest how long the host is left alone now
   * @param isHosts whether it was the host that refused, and not one feed of it
   */
  public record Lesson(Pace pace, Duration rest, boolean isHosts) {}

  /** The gap to be left after a request. */
  public Duration gap(Pace pace) {
    return Backoff.longer(least, pace.gap());
  }

  /** What a request says about its host's pace. */
  public sealed interface Reaction {
    /** The host answered at leisure; what it had to say is the feed's affair. */
    record Clean() implements Reaction {}

    /** Nothing. */
    record Silent() implements Reaction {}

    /**
     * It was asked too fast.
     *
     * @param limit whether it said so in as many words
     */
    record Refused(boolean limit, @Nullable Duration retryAfter) implements Reaction {}

    /** What a feed's outcome says. */
    static Reaction of(Outcome outcome) {
      return switch (outcome) {
        case Outcome.Fresh _, Outcome.NotModified _ -> new Clean();
        case Outcome.Failed failed -> of(failed.error(), failed.retryAfter());
        case Outcome.Deferred _ -> new Silent();
      };
    }

    /** What one answer says, whatever it is part of. */
    static Reaction of(int status, @Nullable Duration retryAfter) {
      return switch (status) {
        case 429, 503 -> new Refused(status == 429, retryAfter);
        case 403 -> new Silent();
        default -> status >= 200 && status < 500 ? new Clean() : new Silent();
      };
    }

    private static Reaction of(PollError error, @Nullable Duration retryAfter) {
      if (error.cause() == Cause.STATUS) {
        return of(error.statusCode(), retryAfter);
      }
      return error.type() == ErrorType.PARSE_ERROR ? new Clean() : new Silent();
    }
  }

  /** What follows from a request that was made for a feed. */
  public Lesson after(Pace before, SourceId feed, Reaction reaction, Instant now) {
    var last = before.refusal();
    return after(before, feed, last == null || !last.by().equals(feed), reaction, now);
  }

  /** The same for one of a source's pages, which was hardly refused before. */
  public Lesson afterPage(Pace before, SourceId source, Reaction reaction, Instant now) {
    return after(before, source, true, reaction, now);
  }

  private Lesson after(
      Pace before, SourceId feed, boolean another, Reaction reaction, Instant now) {
    return switch (reaction) {
      case Reaction.Clean() -> lesson(clean(before, now));
      case Reaction.Silent() -> lesson(before);
      case Reaction.Refused refused -> refused(before, feed, another, refused, now);
    };
  }

  /**
   * What follows from a crawl delay that a host names, for as long as it is believed; more than a
   * few minutes is not.
   */
  public static Pace told(Pace before, Duration delay, Instant until, Instant now) {
    var wanted = Backoff.shorter(delay, LONGEST_DELAY);
    var isLess = floor(before, now).compareTo(wanted) > 0;
    return new Pace(
        Backoff.longer(before.gap(), wanted),
        before.clean(),
        before.refusal(),
        isLess ? before.floor() : new Floor(wanted, until));
  }

  private Lesson lesson(Pace pace) {
    return new Lesson(pace, gap(pace), false);
  }

  private Pace clean(Pace before, Instant now) {
    // Past the first run only its length counts: 10 to 19, and again.
    var count = before.clean() + 1 == 2 * CLEAN_RUN ? CLEAN_RUN : before.clean() + 1;
    if (count != CLEAN_RUN || before.gap().isZero()) {
      return new Pace(before.gap(), count, before.refusal(), before.floor());
    }
    var gap = Backoff.longer(Backoff.scaled(before.gap(), 0.9), floor(before, now));
    return gap.compareTo(least) <= 0
        ? new Pace(Duration.ZERO, count, before.refusal(), null)
        : new Pace(gap, count, before.refusal(), before.floor());
  }

  private static Duration floor(Pace pace, Instant now) {
    var floor = pace.floor();
    return floor == null || !floor.until().isAfter(now) ? Duration.ZERO : floor.gap();
  }

  // A feed may be refused for itself. It is the host's doing when another feed of it was refused
  // within the hour and hardly anything went well between; a server that names a time is believed
  // the first time without that.
  private Lesson refused(
      Pace before, SourceId feed, boolean another, Reaction.Refused reaction, Instant now) {
    var retryAfter = reaction.retryAfter();
    var last = before.refusal();
    var doubtful = before.clean() < CLEAN_RUN;
    var byTwo = doubtful && another && last != null && !last.at().plus(TOGETHER).isBefore(now);
    var pace =
        byTwo || (doubtful && another && retryAfter != null)
            ? slower(before, feed, now)
            : noted(before, feed, now);
    var told = retryAfter == null ? Duration.ZERO : Backoff.shorter(retryAfter, longestWait);
    return new Lesson(
        pace, byTwo ? Backoff.longer(gap(pace), told) : gap(pace), byTwo && reaction.limit());
  }

  private Pace slower(Pace before, SourceId feed, Instant now) {
    var gap = gap(before);
    var twice = Backoff.longer(FIRST, gap.multipliedBy(2));
    return new Pace(Backoff.shorter(twice, CEILING), 0, new Refusal(feed, now), needed(gap, now));
  }

  // Nothing is proven. But a gap that had begun to sink has sunk too far, and is not tried again
  // for a day: else we would draw a refusal at every step for ever.
  private Pace noted(Pace before, SourceId feed, Instant now) {
    var gap = gap(before);
    var refusal = new Refusal(feed, now);
    var hasSunk = before.clean() >= CLEAN_RUN && gap.compareTo(least) > 0;
    if (!hasSunk || floor(before, now).compareTo(gap) >= 0) {
      return new Pace(before.gap(), 0, refusal, before.floor());
    }
    var needed = needed(gap, now);
    return new Pace(needed.gap(), 0, refusal, needed);
  }

  private static Floor needed(Duration gap, Instant now) {
    return new Floor(Backoff.shorter(Backoff.scaled(gap, 1.2), CEILING), now.plus(REMEMBERED));
  }
}
