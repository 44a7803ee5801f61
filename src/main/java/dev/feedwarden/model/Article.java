package dev.feedwarden.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An entry as it is stored.
 *
 * @param duplicateOf the oldest article of another source that is the same, if there is one
 */
public record Article(
    long id,
    SourceId sourceId,
    @Nullable String guid,
    Version version,
    Seen seen,
    @Nullable Long duplicateOf) {
  /** What an article says, or said before it changed. */
  public record Version(Entry.Content content, Entry.Body body, Entry.Dates dates) {}

  /** How often the article has changed, and when it came. */
  public record Seen(int revision, Instant firstAt) {}

  /**
   * What an article was.
   *
   * @param number 1 is the first that was seen
   */
  public record Revision(int number, Version version, Instant replacedAt) {}
}
