package dev.feedwarden.feed;

import dev.feedwarden.model.WebUrl;

/** By what a page is known again: the same for all spellings of its address. */
public final class PageKey {
  private PageKey() {}

  /** The key of an address, as articles have it of their links. */
  public static String of(WebUrl url) {
    return Links.hash(url.text());
  }
}
