package dev.feedwarden.policy;

import dev.feedwarden.model.Courtesy;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** Judges us by the rules that we publish, each by figures that were recorded. */
public final class CourtesyCheck {
  private static final int FEW = 3;
  private static final double MANY_REFUSALS = 0.05;

  private CourtesyCheck() {}

  /**
   * What we promise a host.
   *
   * @param gap the least time between two requests
   * @param lanes how many requests at once
   * @param validated whether it gives validators to ask with
   */
  public record Promise(Duration gap, int lanes, boolean validated) {}

  /** What is said of one rule. */
  public enum Verdict {
    KEPT,
    BROKEN,
    /** There is nothing to judge it by. */
    OPEN;

    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** One rule, and the figure that it was judged by. */
  public record Grade(String rule, Verdict verdict, String figure) {}

  /** All rules, in their order. */
  public static List<Grade> of(Courtesy seen, Promise promise) {
    return List.of(
        named(seen),
        conditional(seen, promise),
        atOnce(seen, promise),
        gap(seen, promise),
        waits(seen),
        refusals(seen));
  }

  private static Grade named(Courtesy seen) {
    var count = seen.requests().count();
    return new Grade(
        "every request says who we are and where to complain",
        judged(count > 0, seen.requests().named() == count),
        seen.requests().named() + " of " + count + " requests");
  }

  private static Grade conditional(Courtesy seen, Promise promise) {
    var asked = seen.requests();
    return new Grade(
        "what is known already is not asked for again",
        judged(
            promise.validated() && asked.count() >= FEW, asked.conditional() * 2 >= asked.count()),
        asked.conditional()
            + " of "
            + asked.count()
            + " requests conditional, "
            + seen.answers().notModified()
            + " answered with 304"
            + (promise.validated() ? "" : "; the host gives nothing to ask by"));
  }

  private static Grade atOnce(Courtesy seen, Promise promise) {
    var most = seen.requests().atOnce();
    return new Grade(
        promise.lanes() == 1
            ? "one request at a time"
            : "at most " + promise.lanes() + " requests at a time",
        judged(seen.requests().count() > 0, most <= promise.lanes()),
        "at most " + most + " at a time");
  }

  private static Grade gap(Courtesy seen, Promise promise) {
    var shortest = seen.requests().shortestGap();
    return new Grade(
        "at least " + promise.gap().toMillis() + " ms between two requests",
        judged(
            shortest != null && promise.lanes() == 1,
            shortest != null && shortest.compareTo(promise.gap()) >= 0),
        shortest == null ? "never two in a row" : "at least " + shortest.toMillis() + " ms");
  }

  private static Grade waits(Courtesy seen) {
    var waits = seen.waits();
    return new Grade(
        "who asks us to come later is not asked sooner",
        judged(waits.kept() + waits.broken() > 0, waits.broken() == 0),
        "told "
            + waits.told()
            + " times, came in time "
            + waits.kept()
            + ", early "
            + waits.broken());
  }

  private static Grade refusals(Courtesy seen) {
    var count = seen.requests().count();
    var refused = seen.answers().refused();
    return new Grade(
        "we are not a burden",
        judged(count >= FEW, refused <= MANY_REFUSALS * count),
        refused + " of " + count + " requests refused with 429 or 503");
  }

  private static Verdict judged(boolean isKnown, boolean isKept) {
    if (!isKnown) {
      return Verdict.OPEN;
    }
    return isKept ? Verdict.KEPT : Verdict.BROKEN;
  }
}
