package dev.feedwarden.feed;

import java.time.Instant;

/**
 * What a date in a feed names.
 *
 * @param guessed whether the zone, the time or the day was missing, or the text has a second
 *     reading
 */
record Dated(Instant instant, boolean guessed) {}
