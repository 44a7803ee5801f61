package dev.feedwarden.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a page has to say.
 *
 * @param html of the main text, safe to show
 * @param text the same without markup, a line for each block
 */
public record PageContent(Facts facts, String html, String text) {
  /** What a page says about itself. */
  public record Facts(
      String title,
      @Nullable String byline,
      @Nullable Instant publishedAt,
      @Nullable String canonicalUrl,
      @Nullable String language,
      @Nullable String imageUrl) {}
}
