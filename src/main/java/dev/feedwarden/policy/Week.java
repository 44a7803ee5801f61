package dev.feedwarden.policy;

import java.util.Arrays;
import java.util.List;

/**
 * A feed's week, UTC: how much each of its hours counts, so that an average hour counts as one.
 * Time is in hours since the epoch.
 */
final class Week {
  private static final int HOURS = 24;
  private static final int DAYS = 7;
  private static final int LENGTH = HOURS * DAYS;

  // As if it had spoken so often at any time of day and on any day: few beats make no pattern.
  private static final double EVEN_HOURS = 12;
  private static final double EVEN_DAYS = 7;
  private static final double LEAST = 0.1;
  private static final int[] NEAR = {1, 2, 3, 2, 1};

  private final double[] sums;

  private Week(double[] weights) {
    var all = Arrays.stream(weights).sum();
    sums = new double[LENGTH + 1];
    for (int i = 0; i < LENGTH; i++) {
      sums[i + 1] = sums[i] + weights[i] * LENGTH / all;
    }
  }

  static Week of(List<Long> beats) {
    var byHour = new double[HOURS];
    var byDay = new double[DAYS];
    for (var beat : beats) {
      var place = (int) Math.floorMod(beat, (long) LENGTH);
      byDay[place / HOURS]++;
      for (int i = 0; i < NEAR.length; i++) {
        byHour[Math.floorMod(place + i - NEAR.length / 2, HOURS)] += NEAR[i] / 9.0;
      }
    }
    var weights = new double[LENGTH];
    for (int i = 0; i < LENGTH; i++) {
      var hour = (byHour[i % HOURS] + EVEN_HOURS / HOURS) / (beats.size() + EVEN_HOURS) * HOURS;
      var day = (byDay[i / HOURS] + EVEN_DAYS / DAYS) / (beats.size() + EVEN_DAYS) * DAYS;
      weights[i] = Math.max(hour * day, LEAST);
    }
    return new Week(weights);
  }

  /** The stretched time of an hour. */
  double at(double hour) {
    var weeks = Math.floor(hour / LENGTH);
    var rest = hour - weeks * LENGTH;
    var whole = Math.min((int) rest, LENGTH - 1);
    return weeks * LENGTH + sums[whole] + (rest - whole) * (sums[whole + 1] - sums[whole]);
  }

  /** The hour at which so much stretched time has passed since another. */
  double after(double hour, double stretched) {
    var end = at(hour) + stretched;
    var weeks = Math.floor(end / LENGTH);
    var rest = end - weeks * LENGTH;
    int whole = 0;
    while (whole < LENGTH - 1 && sums[whole + 1] <= rest) {
      whole++;
    }
    return weeks * LENGTH + whole + (rest - sums[whole]) / (sums[whole + 1] - sums[whole]);
  }
}
