package dev.feedwarden.feed;

/** A piece of a feed as HTML that is safe to show. */
public final class Rendered {
  private static final int LONGEST = 256 * 1024;

  private Rendered() {}

  /** The text of a piece, its markup left out. */
  public static String html(Markup markup) {
    return escaped(
        markup.html()
            ? PlainText.ofBody(markup.value(), LONGEST)
            : Chars.cut(markup.value().strip(), LONGEST));
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
