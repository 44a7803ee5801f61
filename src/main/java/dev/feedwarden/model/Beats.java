package dev.feedwarden.model;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The hours in which a feed had something new, as hours since the epoch: what comes in one hour,
 * however much, is one beat.
 *
 * @param hours in order, each once, the latest of them at most
 */
public record Beats(List<Long> hours) {
  /** Twelve days of a feed that never rests, years of a blog. */
  public static final int MOST = 300;

  public static final Beats NONE = new Beats(List.of());
  private static final long HOUR = 3_600;

  public Beats {
    hours = List.copyOf(hours);
  }

  /** With some more. */
  public Beats with(Collection<Instant> more) {
    var all =
        Stream.concat(hours.stream(), more.stream().map(Beats::hour)).distinct().sorted().toList();
    return new Beats(all.subList(Math.max(0, all.size() - MOST), all.size()));
  }

  private static long hour(Instant at) {
    return Math.floorDiv(at.getEpochSecond(), HOUR);
  }

  /** The times between one and the next, in hours. */
  public LongStream gaps() {
    return LongStream.range(1, hours.size()).map(i -> hours.get((int) i) - hours.get((int) i - 1));
  }
}
