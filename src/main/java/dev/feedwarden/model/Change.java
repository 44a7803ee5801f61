package dev.feedwarden.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What one entry of a document means for the articles stored of its source. */
public sealed interface Change {
  /** Never seen before. */
  record Added(Entry entry) implements Change {}

  /** Its content is another one. */
  record Revised(long article, Entry entry) implements Change {}

  /** Nothing changed but our way to describe it. */
  record Refreshed(long article, Entry entry) implements Change {}

  /**
   * As it was.
   *
   * @param unknown those of its keys that nobody has remembered yet, which are seldom any
   * @param article absent if it was purged
   */
  record Same(List<String> unknown, @Nullable Long article) implements Change {
    public Same {
      unknown = List.copyOf(unknown);
    }
  }

  /** What is stored under a key; both are absent if the article was purged. */
  record Known(@Nullable Long article, @Nullable String contentMark) {}
}
