package dev.feedwarden.model;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What we asked of a host, and what it thought of that. */
public record Courtesy(Requests requests, Answers answers, Waits waits) {
  public static final Courtesy NOTHING =
      new Courtesy(new Requests(0, 0, 0, 0, null), new Answers(0, 0, 0, 0, 0), new Waits(0, 0, 0));

  /**
   * How we asked.
   *
   * @param named those that said who we are and where to complain
   * @param conditional those for what is new only
   * @param atOnce the most at one time
   * @param shortestGap between the end of one and the beginning of the next, redirects not counted
   */
  public record Requests(
      long count, long named, long conditional, int atOnce, @Nullable Duration shortestGap) {}

  /**
   * What was answered.
   *
   * @param bytes of bodies, as they came over the wire
   * @param refused with 429 or 503
   * @param errors of other kinds
   * @param none requests that got no answer
   */
  public record Answers(long notModified, long bytes, long refused, long errors, long none) {}

  /**
   * What became of each Retry-After.
   *
   * @param kept how often the next request for that URL came in time
   * @param broken and how often not
   */
  public record Waits(long told, long kept, long broken) {}

  /** Both together. */
  public Courtesy plus(Courtesy other) {
    var a = requests;
    var b = other.requests;
    return new Courtesy(
        new Requests(
            a.count + b.count,
            a.named + b.named,
            a.conditional + b.conditional,
            Math.max(a.atOnce, b.atOnce),
            shorter(a.shortestGap, b.shortestGap)),
        new Answers(
            answers.notModified + other.answers.notModified,
            answers.bytes + other.answers.bytes,
            answers.refused + other.answers.refused,
            answers.errors + other.answers.errors,
            answers.none + other.answers.none),
        new Waits(
            waits.told + other.waits.told,
            waits.kept + other.waits.kept,
            waits.broken + other.waits.broken));
  }

  private static @Nullable Duration shorter(@Nullable Duration one, @Nullable Duration other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return one.compareTo(other) <= 0 ? one : other;
  }
}
