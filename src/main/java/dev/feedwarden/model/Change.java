package dev.feedwarden.model;

import org.jspecify.annotations.Nullable;

/** What one entry of a document means for the articles stored of its source. */
public sealed interface Change {
  /** Never seen before. */
  record Added(Entry entry) implements Change {}

  /** Its content is another one. */
  record Revised(long article, Entry entry) implements Change {}

  /** Nothing changed but our way to describe it. */
  record Refreshed(long article, Entry entry) implements Change {}

  /** As it was; the article is absent if it was purged. */
  record Same(Entry.EntryKey key, @Nullable Long article) implements Change {}

  /** What is stored under a key; both are absent if the article was purged. */
  record Known(@Nullable Long article, @Nullable String contentMark) {}
}
