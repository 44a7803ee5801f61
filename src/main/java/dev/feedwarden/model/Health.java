package dev.feedwarden.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a feed's failures have added up to.
 *
 * @param consecutiveErrors failed polls of any kind since the last success: what people see
 * @param errorCount failed polls ever
 * @param streak what the disabling rules count
 * @param repeats how often in a row the last error's type has come before it: the exponent of a
 *     backoff
 */
public record Health(
    int consecutiveErrors,
    long errorCount,
    Streak streak,
    int repeats,
    @Nullable LastError lastError) {

  /** The failure seen last, kept until a success; only the feed's own is among those counted. */
  public record LastError(ErrorType type, String message, Outage outage, Blame blame) {
    /** A failure of the feed's own. */
    public LastError(ErrorType type, String message, Outage outage) {
      this(type, message, outage, Blame.FEED);
    }
  }

  /**
   * The time without a success.
   *
   * @param since its first failure
   * @param toldAt when a person was last told that they must act
   */
  public record Outage(Instant since, @Nullable Instant toldAt) {}

  /**
   * Counted errors in a row.
   *
   * @param type the type of the present run, or nothing
   * @param sameType how long the run of that type is
   * @param anyType how many counted errors of any mix there were
   */
  public record Streak(@Nullable ErrorType type, int sameType, int anyType) {
    public static final Streak NONE = new Streak(null, 0, 0);
  }

  public static final Health FINE = new Health(0, 0, Streak.NONE, 0, null);
}
