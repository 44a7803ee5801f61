package dev.feedwarden.feed;

import dev.feedwarden.model.Entry;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a date in a feed names.
 *
 * @param guessed whether the zone, the time or the day was missing, or the text has a second
 *     reading
 */
record Dated(Instant instant, boolean guessed) {
  static Entry.Dates dates(@Nullable Dated published, @Nullable Dated updated) {
    return new Entry.Dates(
        published == null ? null : published.instant,
        updated == null ? null : updated.instant,
        (published != null && published.guessed) || (updated != null && updated.guessed));
  }
}
