package dev.feedwarden.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a feed's documents are like as a rule, and what is odd about them now.
 *
 * @param doubt nothing while its documents look as they should
 */
public record Watch(Baseline baseline, @Nullable Doubt doubt, Silence silence) {
  public static final Watch NONE = new Watch(Baseline.NONE, null, Silence.UNKNOWN);

  /** The same without any doubt. */
  public Watch cleared() {
    return new Watch(baseline, null, silence);
  }

  /** The same without any doubt, in another silence. */
  public Watch hearing(Silence now) {
    return new Watch(baseline, null, now);
  }

  /** The same in doubt. */
  public Watch doubting(Doubt now) {
    return new Watch(baseline, now, silence);
  }

  /**
   * The document that others are compared with.
   *
   * @param bytes 0 if there is none
   * @param site whose feed it is, as far as it says so
   * @param window how many entries it holds at most, once older ones were seen to make room for new
   *     ones; 0 while nobody knows
   */
  public record Baseline(long bytes, @Nullable String site, int window) {
    public static final Baseline NONE = new Baseline(0, null, 0);
  }

  /**
   * Documents of one shape that were not believed.
   *
   * @param site whose feed they are, as far as they say so
   * @param sightings how many came in a row
   */
  public record Doubt(Suspicion kind, @Nullable String site, int sightings, Instant since) {}

  /**
   * How long a feed is silent as a rule.
   *
   * @param usualUntil from when on its present silence is no longer usual; nothing if nobody can
   *     tell
   * @param staleSince when that was found to be so; nothing while all is well
   */
  public record Silence(@Nullable Instant usualUntil, @Nullable Instant staleSince) {
    public static final Silence UNKNOWN = new Silence(null, null);
  }
}
