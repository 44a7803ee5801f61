package dev.feedwarden.model;

import java.time.DayOfWeek;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a feed itself says about when to come again, and where.
 *
 * @param between the time from one visit to the next, of {@code ttl} or {@code sy:updatePeriod}
 * @param skipHours hours of the day, UTC, at which nothing is published
 * @param skipDays days of the week, UTC, on which nothing is published
 * @param movedTo where it says that it has gone; known only of a document that was just read
 */
public record Hints(
    @Nullable Duration between,
    Set<Integer> skipHours,
    Set<DayOfWeek> skipDays,
    @Nullable WebUrl movedTo) {
  public static final Hints NONE = new Hints(null, Set.of(), Set.of());

  public Hints {
    skipHours = Set.copyOf(skipHours);
    skipDays = Set.copyOf(skipDays);
  }

  /** Of a feed that is where it is. */
  public Hints(@Nullable Duration between, Set<Integer> skipHours, Set<DayOfWeek> skipDays) {
    this(between, skipHours, skipDays, null);
  }

  /** The same of a feed that has gone elsewhere. */
  public Hints movedTo(@Nullable WebUrl elsewhere) {
    return new Hints(between, skipHours, skipDays, elsewhere);
  }
}
