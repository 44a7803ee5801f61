package dev.feedwarden.store;

import org.jspecify.annotations.Nullable;

/**
 * Where an article is talked about, as it is stored: mostly that is an anchor of the article's own
 * page, and then the anchor alone, which is relative to the article's link.
 */
final class CommentsText {
  private CommentsText() {}

  static @Nullable String of(@Nullable String comments, @Nullable String link) {
    return comments != null && link != null && comments.startsWith(link + "#")
        ? comments.substring(link.length())
        : comments;
  }

  static @Nullable String read(@Nullable String stored, @Nullable String link) {
    return stored != null && stored.startsWith("#") ? link + stored : stored;
  }
}
