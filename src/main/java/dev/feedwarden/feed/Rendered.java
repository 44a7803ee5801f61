package dev.feedwarden.feed;

/** A piece of a feed as HTML that is safe to show. */
public final class Rendered {
  private static final int LONGEST = 256 * 1024;

  private Rendered() {}

  /** The text of a piece, its markup left out. */
  public static String html(Markup markup) {
    // Not normalised: long runs of combining marks take quadratic time.
    return escaped(Chars.cut(markup.words(), LONGEST));
  }

  /** What there is to read of an item: its content, else its summary. */
  static String body(Item item) {
    var content = item.words().content();
    return html(content.isBlank() ? item.words().summary() : content);
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
