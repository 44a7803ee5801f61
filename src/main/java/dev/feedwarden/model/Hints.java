package dev.feedwarden.model;

import java.time.DayOfWeek;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a feed itself says about when to come again.
 *
 * @param between the time from one visit to the next, of {@code ttl} or {@code sy:updatePeriod}
 * @param skipHours hours of the day, UTC, at which nothing is published
 * @param skipDays days of the week, UTC, on which nothing is published
 */
public record Hints(@Nullable Duration between, Set<Integer> skipHours, Set<DayOfWeek> skipDays) {
  public static final Hints NONE = new Hints(null, Set.of(), Set.of());

  public Hints {
    skipHours = Set.copyOf(skipHours);
    skipDays = Set.copyOf(skipDays);
  }
}
