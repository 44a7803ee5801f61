package dev.feedwarden.feed;

import dev.feedwarden.model.WebUrl;

/** Where the relative links of a document begin before it says so itself. */
public final class DocumentBase {
  private DocumentBase() {}

  /** The URL it was fetched from, or the one that its Content-Location names. */
  public static WebUrl of(WebUrl fetched, String contentLocation) {
    var named = Links.resolve(fetched, contentLocation);
    return named != null && WebUrl.parse(named) instanceof WebUrl.Parsed.Good(var url)
        ? url
        : fetched;
  }
}
