package dev.feedwarden.lab.sim;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a policy came to in a scenario.
 *
 * @param toTheDead requests to feeds that never come back, per such feed
 * @param freshness of the feeds that are graded
 * @param harm what was done to feeds that deserved none of it
 * @param load what their hosts saw of us
 */
public record Score(
    String scenario,
    String policy,
    @Nullable Long toTheDead,
    Freshness freshness,
    Harm harm,
    Load load) {

  /**
   * How old what we have is.
   *
   * @param recovery from the end of an outage to the next success, the mean; none without outages
   * @param stale the share of the time in which the last success was more than a day ago
   * @param neverRefreshed feeds without a single success
   */
  public record Freshness(@Nullable Duration recovery, double stale, int neverRefreshed) {
    public Optional<Duration> mean() {
      return Optional.ofNullable(recovery);
    }
  }

  /**
   * What was done wrongly.
   *
   * @param disables automatic disables of feeds that were to come back
   * @param errors counted while the fault was ours
   * @param told messages that an outage of our own began
   * @param untold messages that it ended
   */
  public record Harm(int disables, int errors, int told, int untold) {}

  /**
   * Requests.
   *
   * @param refused answers 429
   * @param peak the most requests in a minute
   * @param hostPeak the most requests to one host in a minute
   */
  public record Load(long requests, long refused, int peak, int hostPeak) {}
}
