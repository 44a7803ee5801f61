package dev.feedwarden.policy;

import dev.feedwarden.model.Blame;
import dev.feedwarden.model.ErrorType;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.Siblings;
import dev.feedwarden.model.Siblings.Failing;
import dev.feedwarden.model.Trouble;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Whether a failure is its host's: when half of the feeds that were fine begin to fail alike.
 *
 * @param firstProbe how long a host is left alone when it is found to fail; twice as long each time
 * @param lastProbe the longest that it is left alone
 * @param excuse how long its failure is no fault of its feeds
 */
public record HostHealth(Duration firstProbe, Duration lastProbe, Duration excuse) {
  public static final HostHealth STANDARD =
      new HostHealth(Duration.ofMinutes(15), Duration.ofHours(6), Duration.ofDays(3));

  private static final int FEWEST = 2;

  /**
   * What one feed's poll says about its host.
   *
   * @param trouble of the host from now on
   * @param isHosts whether the failure is the host's and not the feed's
   * @param rest how long the host is left alone because of it
   */
  public record Finding(@Nullable Trouble trouble, boolean isHosts, Duration rest) {}

  private static final Finding WELL = new Finding(null, false, Duration.ZERO);

  /** Whether an outcome may be the host's failure, so that its other feeds are to be looked at. */
  public static boolean isSuspect(Outcome outcome) {
    return outcome instanceof Outcome.Failed failed && !alike(failed.error().type()).isEmpty();
  }

  /**
   * Judges an outcome.
   *
   * @param failingSince since when the feed itself has been failing, this poll included
   * @param since when the interval began that the others are judged by
   */
  public Finding after(
      @Nullable Trouble before,
      Outcome outcome,
      Instant failingSince,
      Siblings others,
      Instant since,
      Instant now) {
    return switch (outcome) {
      case Outcome.Fresh _, Outcome.NotModified _ -> WELL;
      case Outcome.Deferred _ -> new Finding(before, false, Duration.ZERO);
      case Outcome.Failed failed -> {
        if (failed.blame() == Blame.US) {
          yield new Finding(before, false, Duration.ZERO);
        }
        if (before != null) {
          yield stillFailing(before, isSuspect(outcome), now);
        }
        // What may be ours, or was not fine before, proves nothing.
        yield failed.blame() == Blame.PENDING || failingSince.isBefore(since)
            ? WELL
            : first(failed.error().type(), failingSince, others, now);
      }
    };
  }

  // The excuse ends after three days: then each feed is judged by itself, though the host still is
  // left alone between probes.
  private Finding stillFailing(Trouble before, boolean suspect, Instant now) {
    var probes = before.probes() + 1;
    var excused = now.isBefore(before.since().plus(excuse));
    return new Finding(
        new Trouble(before.since(), probes, before.evidence()),
        suspect && excused,
        Backoff.doubled(firstProbe, probes, lastProbe));
  }

  private Finding first(ErrorType type, Instant failingSince, Siblings others, Instant now) {
    var failing = alike(type).stream().map(others.failing()::get).filter(Objects::nonNull).toList();
    var count = 1 + failing.stream().mapToInt(Failing::count).sum();
    var began = failing.stream().map(Failing::since).min(Instant::compareTo).orElse(failingSince);
    var polled = 1 + others.polled();
    if (count < FEWEST || 2 * count < polled || isSuccessSince(began, others)) {
      return WELL;
    }
    var evidence = count + " of " + polled + " feeds fail with " + type.wire();
    return new Finding(new Trouble(now, 0, evidence), true, firstProbe);
  }

  private static boolean isSuccessSince(Instant began, Siblings others) {
    var success = others.lastSuccess();
    return success != null && !success.isBefore(began);
  }

  // A host that dies answers some with an error and others not at all. What is about pace or about
  // ourselves is no such failure.
  private static Set<ErrorType> alike(ErrorType type) {
    return switch (type) {
      case NETWORK, UPSTREAM_FAILURE -> EnumSet.of(ErrorType.NETWORK, ErrorType.UPSTREAM_FAILURE);
      case FORBIDDEN, NOT_FOUND, GONE, PARSE_ERROR -> EnumSet.of(type);
      case RATE_LIMITED, UNEXPECTED -> EnumSet.noneOf(ErrorType.class);
    };
  }
}
