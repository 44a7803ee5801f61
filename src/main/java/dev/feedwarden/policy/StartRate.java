package dev.feedwarden.policy;

import java.time.Duration;

/**
 * Keeps a service that was down for a while from asking everybody at once when it comes back.
 *
 * @param perSecond how many polls may begin in a second
 * @param during how long after its start that holds
 */
public record StartRate(int perSecond, Duration during) {
  /** How many more polls may begin now. */
  public long allowance(Duration sinceStart, long begun) {
    return sinceStart.compareTo(during) >= 0
        ? Long.MAX_VALUE
        : Math.max(0, perSecond * (sinceStart.toSeconds() + 1) - begun);
  }
}
