package dev.feedwarden.feed;

/** What a reader sees of an item's bodies: white space folded, not normalised. */
public record Seen(String summary, String content) {
  private static final int LONGEST_LINE = 4_000;

  static Seen of(Item item, Desk desk) {
    return new Seen(item.words().summary().words(desk), item.words().content().words(desk));
  }

  /** As much of it as a line needs, so that the rest may be forgotten. */
  Seen beginning() {
    return new Seen(Chars.cut(summary, LONGEST_LINE), Chars.cut(content, LONGEST_LINE));
  }

  /** The item's summary as a plain line, else the beginning of its content. */
  String line(Item item) {
    var told = item.words().summary().beginning(summary, LONGEST_LINE);
    return told.isEmpty() ? item.words().content().beginning(content, LONGEST_LINE) : told;
  }
}
