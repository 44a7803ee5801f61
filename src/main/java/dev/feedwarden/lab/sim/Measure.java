package dev.feedwarden.lab.sim;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One figure of a score: its names, and how it is shown. */
public enum Measure {
  TO_THE_DEAD("requests_to_dead", "DEAD", "requests to a dead feed", 0, Score::toTheDead),
  RECOVERY(
      "recovery_hours", "RECOVERY", "hours to recover", 1, s -> hours(s.freshness().recovery())),
  STALE(
      "stale_percent",
      "STALE",
      "% of the time over 24 h stale",
      1,
      s -> 100 * s.freshness().stale()),
  NEVER(
      "never_refreshed", "NEVER", "feeds never refreshed", 0, s -> s.freshness().neverRefreshed()),
  REFUSED("rate_limited", "429", "answers 429", 0, s -> s.load().refused()),
  DISABLES("false_disables", "DISABLED", "feeds disabled wrongly", 0, s -> s.harm().disables()),
  OUR_ERRORS("our_errors", "OURS", "errors counted that were ours", 0, s -> s.harm().errors()),
  TOLD("messages_in", "IN", "messages that an outage of ours began", 0, s -> s.harm().told()),
  UNTOLD("messages_out", "OUT", "messages that it ended", 0, s -> s.harm().untold()),
  REQUESTS("requests", "REQUESTS", "requests in all", 0, s -> s.load().requests()),
  PEAK("peak_per_minute", "PEAK", "most requests in a minute", 0, s -> s.load().peak()),
  HOST_PEAK(
      "peak_per_host_minute",
      "HOST",
      "most requests to a host in a minute",
      0,
      s -> s.load().hostPeak());

  private final String key;
  private final String heading;
  private final String meaning;
  private final int digits;

  @SuppressWarnings("ImmutableEnumChecker") // a function without state
  private final Function<Score, @Nullable Number> of;

  Measure(
      String key,
      String heading,
      String meaning,
      int digits,
      Function<Score, @Nullable Number> of) {
    this.key = key;
    this.heading = heading;
    this.meaning = meaning;
    this.digits = digits;
    this.of = of;
  }

  /** The name in JSON. */
  public String key() {
    return key;
  }

  /** The name over a column. */
  public String heading() {
    return heading;
  }

  public String meaning() {
    return meaning;
  }

  /** The figure, rounded as it is shown; none where it has no meaning. */
  public Optional<Number> of(Score score) {
    return Optional.ofNullable(of.apply(score))
        .map(n -> digits == 0 ? (Number) n.longValue() : (Number) rounded(n.doubleValue()));
  }

  private double rounded(double value) {
    var scale = Math.pow(10, digits);
    return Math.round(value * scale) / scale;
  }

  /** The figure for people. */
  public String text(Score score) {
    return of(score)
        .map(n -> String.format(Locale.ROOT, "%." + digits + "f", n.doubleValue()))
        .orElse("–");
  }

  private static @Nullable Double hours(@Nullable Duration duration) {
    return duration == null ? null : (Double) (duration.toMillis() / 3_600_000.0);
  }
}
