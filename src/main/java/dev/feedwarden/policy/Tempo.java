package dev.feedwarden.policy;

import dev.feedwarden.model.Beats;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A feed's own rhythm, and how likely a silence is by it.
 *
 * <p>Beats that are close to each other by the feed's own measure are one burst. Time is stretched
 * by its week, so that an hour in which it seldom speaks counts less. The gaps between bursts
 * follow a Weibull law, whose shape is taken from their spread: regular feeds have a short tail,
 * erratic ones a long one. Of its scale we know no more than the gaps tell: the fewer they are, the
 * longer the tail (for shape 1 this is the Lomax law, exactly).
 */
public final class Tempo {
  /** What is less likely than this is not to be expected of a fleet of feeds in its lifetime. */
  static final double UNUSUAL = 1e-6;

  private static final int ENOUGH = 10;
  private static final Duration LEAST_SPAN = Duration.ofDays(14); // each day of the week twice
  private static final double CLOSE = 0.2; // of the mean gap
  private static final double LONGER = 1.5;
  private static final Duration SHORTEST = Duration.ofDays(1);
  private static final double HOUR = 3_600_000;

  private final Week week;
  private final double last;
  private final double longest;
  private final Tail tail;

  private Tempo(Week week, double last, double longest, Tail tail) {
    this.week = week;
    this.last = last;
    this.longest = longest;
    this.tail = tail;
  }

  /** The rhythm of a feed; nothing if it has spoken too seldom to have one. */
  public static Optional<Tempo> of(Beats beats) {
    var hours = beats.hours();
    var bursts = hours.size() < ENOUGH ? List.<Long>of() : bursts(hours);
    if (bursts.size() < ENOUGH || bursts.getLast() - bursts.getFirst() < LEAST_SPAN.toHours()) {
      return Optional.empty();
    }
    // A day of many beats is no more its day than one of a single beat.
    var week = Week.of(bursts);
    var gaps = new double[bursts.size() - 1];
    Arrays.setAll(gaps, i -> week.at(bursts.get(i + 1)) - week.at(bursts.get(i)));
    var longest = beats.gaps().max().orElse(0);
    return Optional.of(new Tempo(week, hours.getLast() + 1.0, longest, Tail.of(gaps)));
  }

  /** The last beat of each burst. */
  private static List<Long> bursts(List<Long> beats) {
    var close = CLOSE * (beats.getLast() - beats.getFirst()) / (beats.size() - 1);
    var bursts = new ArrayList<Long>();
    for (int i = 0; i < beats.size(); i++) {
      if (i + 1 == beats.size() || beats.get(i + 1) - beats.get(i) > close) {
        bursts.add(beats.get(i));
      }
    }
    return bursts;
  }

  /** How likely a silence is that lasts from the last beat until now, or longer. */
  public double probability(Instant now) {
    return tail.probability(week.at(now.toEpochMilli() / HOUR) - week.at(last));
  }

  /**
   * Until when the present silence is usual: until it is unlikely, and half as long again as any
   * before it.
   */
  public Instant usualUntil() {
    var unlikely = week.after(last, tail.length(UNUSUAL)) - last;
    var hours = Math.max(Math.max(unlikely, LONGER * longest), (double) SHORTEST.toHours());
    return Instant.ofEpochMilli(Math.round((last + hours) * HOUR));
  }
}
