package dev.feedwarden.model;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What is known about when a feed has something new.
 *
 * @param learned from the dates of its items, if they say anything
 * @param hints what the document says
 * @param freshFor how long its server said that the answer holds
 * @param atMost how long it may be left alone lest entries come and go unseen, if that has happened
 */
public record Rhythm(
    @Nullable Learned learned,
    Hints hints,
    @Nullable Duration freshFor,
    @Nullable Duration atMost) {
  public static final Rhythm NONE = new Rhythm(null, Hints.NONE, null);

  /** A rhythm with which nothing was ever missed. */
  public Rhythm(@Nullable Learned learned, Hints hints, @Nullable Duration freshFor) {
    this(learned, hints, freshFor, null);
  }

  /** The usual time between two items, and the date of the newest. */
  public record Learned(Duration gap, Instant newest) {}
}
