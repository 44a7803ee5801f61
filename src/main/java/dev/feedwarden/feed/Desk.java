package dev.feedwarden.feed;

/**
 * Where the texts of a document are worked on, one after the other: what a text needs only while it
 * is looked at would be most of the memory that reading takes.
 */
final class Desk {
  private final Sheet sheet = new Sheet(1_024);
  private char[] chars = {};

  /** The characters of a text, with whatever behind them, until the next text is laid out. */
  char[] laidOut(String text) {
    if (text.length() > chars.length) {
      chars = new char[Math.max(text.length(), 2 * chars.length)];
    }
    text.getChars(0, text.length(), chars, 0);
    return chars;
  }

  /** Something to write on, which is empty, until the next one is asked for. */
  Sheet sheet() {
    sheet.setLength(0);
    return sheet;
  }
}
