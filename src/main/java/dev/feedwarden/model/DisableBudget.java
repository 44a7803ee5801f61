package dev.feedwarden.model;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * How many feeds may still be disabled automatically: 5 % of the fleet in any hour, and never fewer
 * than 3. The hour is kept in slices of five minutes, one more than twelve, so that no window of an
 * hour can hold more.
 *
 * @param slice the number of the newest slice since the epoch
 * @param used disables in each slice, the newest first
 * @param held how many were held back in the same slices
 */
public record DisableBudget(long slice, List<Integer> used, List<Integer> held) {
  private static final long SLICE = Duration.ofMinutes(5).toMillis();
  private static final int SLICES = 13;
  private static final int LEAST = 3;
  private static final int SHARE = 20;

  public static final DisableBudget UNUSED =
      new DisableBudget(0, Collections.nCopies(SLICES, 0), Collections.nCopies(SLICES, 0));

  public DisableBudget {
    used = List.copyOf(used);
    held = List.copyOf(held);
    if (used.size() != SLICES || held.size() != SLICES) {
      throw new IllegalArgumentException("a budget has " + SLICES + " slices");
    }
  }

  /** What came of asking for one more. */
  public sealed interface Answer {
    DisableBudget after();

    record Granted(DisableBudget after) implements Answer {}

    /**
     * One too many.
     *
     * @param first whether none was refused in the hour before
     */
    record Refused(DisableBudget after, boolean first) implements Answer {}
  }

  /** How many a fleet may lose in an hour. */
  public static long cap(long fleet) {
    return Math.max(LEAST, fleet / SHARE);
  }

  /** Asks for one more. */
  public Answer ask(long fleet, Instant now) {
    var today = at(now);
    return sum(today.used) < cap(fleet)
        ? new Answer.Granted(new DisableBudget(today.slice, oneMore(today.used), today.held))
        : new Answer.Refused(
            new DisableBudget(today.slice, today.used, oneMore(today.held)), sum(today.held) == 0);
  }

  /** Whether the fleet was counted in another slice than this one. */
  public boolean isOlderThan(Instant now) {
    return slice < now.toEpochMilli() / SLICE;
  }

  // A clock that went back finds the newest slice as it was.
  private DisableBudget at(Instant now) {
    var present = Math.max(slice, now.toEpochMilli() / SLICE);
    var passed = (int) Math.min(SLICES, present - slice);
    return new DisableBudget(present, shifted(used, passed), shifted(held, passed));
  }

  private static List<Integer> shifted(List<Integer> counts, int by) {
    var all = new ArrayList<>(Collections.nCopies(by, 0));
    all.addAll(counts.subList(0, SLICES - by));
    return all;
  }

  private static List<Integer> oneMore(List<Integer> counts) {
    var all = new ArrayList<>(counts);
    all.set(0, all.getFirst() + 1);
    return all;
  }

  private static long sum(List<Integer> counts) {
    return counts.stream().mapToLong(Integer::longValue).sum();
  }
}
