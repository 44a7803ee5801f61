package dev.feedwarden.policy;

import dev.feedwarden.model.Hints;
import dev.feedwarden.model.NextPoll.Reason;
import dev.feedwarden.model.Rhythm;
import dev.feedwarden.model.Rhythm.Learned;
import dev.feedwarden.policy.Policy.Moment;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * When a feed is asked again if nothing went wrong.
 *
 * @param standard the interval of a feed of which nothing is known
 */
public record Schedule(Duration standard) {
  static final Duration SHORTEST = Duration.ofMinutes(15);
  static final Duration LONGEST = Duration.ofHours(24);
  private static final int RECENT = 20;
  private static final int ENOUGH = 5;
  private static final int SILENCE = 10;

  /**
   * What items teach: the median gap of the last twenty, drawn to the standard interval when there
   * are fewer than five; nothing without two dates.
   */
  public @Nullable Learned learn(Collection<Instant> dates, Instant now) {
    var recent =
        dates.stream()
            .filter(date -> !date.isAfter(now))
            .distinct()
            .sorted(Comparator.reverseOrder())
            .limit(RECENT)
            .toList();
    if (recent.size() < 2) {
      return null;
    }
    var gaps =
        IntStream.range(1, recent.size())
            .mapToObj(i -> Duration.between(recent.get(i), recent.get(i - 1)))
            .sorted()
            .toList();
    var median = gaps.get((gaps.size() - 1) / 2).plus(gaps.get(gaps.size() / 2)).dividedBy(2);
    var known = Math.min(recent.size(), ENOUGH);
    var drawn =
        bounded(median)
            .multipliedBy(known)
            .plus(standard.multipliedBy(ENOUGH - known))
            .dividedBy(ENOUGH);
    return new Learned(drawn.truncatedTo(ChronoUnit.MILLIS), recent.getFirst());
  }

  /** The time to the next visit; the interval of the source's own is nobody else's to change. */
  Wait next(@Nullable Duration own, Rhythm rhythm, Moment at) {
    if (own != null) {
      return new Wait(varied(own, at), Reason.INTERVAL);
    }
    var learned = rhythm.learned();
    var base =
        learned == null
            ? new Wait(varied(standard, at), Reason.INTERVAL)
            : new Wait(varied(bounded(length(learned, at.now())), at), Reason.LEARNED);
    var hinted = new Wait(Backoff.scaled(hint(rhythm), 1 + 0.1 * at.dice()), Reason.HINT);
    return awake(inTime(base.orLonger(hinted), rhythm, at), rhythm.hints(), at);
  }

  // What was lost once by waiting is not waited for as long again, whoever asks for it.
  private static Wait inTime(Wait wait, Rhythm rhythm, Moment at) {
    var atMost = rhythm.atMost();
    return atMost == null || wait.length().compareTo(atMost) <= 0
        ? wait
        : new Wait(Backoff.scaled(atMost, 1 - 0.1 * at.dice()), Reason.LEARNED);
  }

  /** The interval itself, from which waits are made. */
  public Duration interval(@Nullable Duration own) {
    return own == null ? standard : own;
  }

  // What has been silent for much longer than usual is asked less often: at a tenth of the silence.
  private static Duration length(Learned learned, Instant now) {
    var silence = Duration.between(learned.newest(), now).dividedBy(SILENCE);
    return Backoff.longer(learned.gap(), silence);
  }

  private static Duration hint(Rhythm rhythm) {
    var between = rhythm.hints().between();
    var fresh = rhythm.freshFor();
    var longest =
        Backoff.longer(
            between == null ? Duration.ZERO : between, fresh == null ? Duration.ZERO : fresh);
    return Backoff.shorter(longest, LONGEST);
  }

  // Not in an hour or on a day at which nothing is published, unless that is more than a day off.
  private static Wait awake(Wait wait, Hints hints, Moment at) {
    var end = wait.end(at);
    var latest = at.now().plus(Backoff.longer(LONGEST, wait.length()));
    var open = end;
    while (isSkipped(open, hints) && open.isBefore(latest)) {
      open = open.truncatedTo(ChronoUnit.HOURS).plus(Duration.ofHours(1));
    }
    if (open.equals(end) || isSkipped(open, hints) || open.isAfter(latest)) {
      return wait;
    }
    // Some minutes past the hour, so that not all come at once.
    var length = Duration.between(at.now(), open).plus(Backoff.scaled(SHORTEST, at.dice()));
    return new Wait(length, Reason.HINT);
  }

  private static boolean isSkipped(Instant at, Hints hints) {
    var local = at.atOffset(ZoneOffset.UTC);
    return hints.skipHours().contains(local.getHour())
        || hints.skipDays().contains(local.getDayOfWeek());
  }

  private static Duration bounded(Duration gap) {
    return Backoff.longer(SHORTEST, Backoff.shorter(gap, LONGEST));
  }

  private static Duration varied(Duration interval, Moment at) {
    return Backoff.scaled(interval, 0.9 + 0.2 * at.dice());
  }
}
