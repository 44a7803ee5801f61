package dev.feedwarden.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An entry as it is stored. */
public record Article(
    long id,
    SourceId sourceId,
    @Nullable String guid,
    Entry.Content content,
    Entry.Dates dates,
    Seen seen) {
  /** How often the article has changed, and when it came. */
  public record Seen(int revision, Instant firstAt) {}
}
