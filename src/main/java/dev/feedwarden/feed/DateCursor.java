package dev.feedwarden.feed;

/** A place in the text of a date, with the few ways to look at what follows. */
final class DateCursor {
  private final String text;
  private int at;

  DateCursor(String text) {
    this.text = text;
  }

  boolean isAtStart() {
    return at == 0;
  }

  boolean isAtEnd() {
    return at >= text.length();
  }

  /** The character so many places ahead or, if negative, behind; NUL outside of the text. */
  char peek(int ahead) {
    int i = at + ahead;
    return i >= 0 && i < text.length() ? text.charAt(i) : '\0';
  }

  boolean isDigit(int ahead) {
    var c = peek(ahead);
    return c >= '0' && c <= '9';
  }

  boolean isLetter(int ahead) {
    return Character.isLetter(peek(ahead));
  }

  boolean startsWith(String words) {
    return text.startsWith(words, at);
  }

  /** How many digits there are from so many places ahead. */
  int digits(int ahead) {
    int end = ahead;
    while (isDigit(end)) {
      end++;
    }
    return end - ahead;
  }

  /** The number that the next digits are, which must be there. */
  int number(int digits) {
    int from = at;
    at += digits;
    return Integer.parseInt(text, from, at, 10);
  }

  /** How many characters "am", "p.m." or "μ. μ." take from there; 0 if it is none of them. */
  int half(int ahead) {
    if ("apπμAPΠΜ".indexOf(peek(ahead)) < 0) {
      return 0;
    }
    int dot = peek(ahead + 1) == '.' ? 1 : 0;
    int space = dot == 1 && isBlank(peek(ahead + 2)) ? 1 : 0;
    int length = 2 + dot + space;
    return "mμMΜ".indexOf(peek(ahead + length - 1)) >= 0 && !isLetter(ahead + length) ? length : 0;
  }

  static boolean isBlank(char c) {
    return Character.isWhitespace(c)
        || Character.isSpaceChar(c)
        || Character.getType(c) == Character.FORMAT;
  }

  void skip(int count) {
    at += count;
  }

  /** Skips to behind a character, or to the end. */
  void skipPast(char c) {
    var found = text.indexOf(c, at);
    at = found < 0 ? text.length() : found + 1;
  }

  /** The letters from here, with the marks and apostrophes that belong to words; not skipped. */
  String word() {
    int end = 0;
    while (isWordPart(end)) {
      end++;
    }
    return text.substring(at, at + end);
  }

  /** All up to the next space or bracket; not skipped. */
  String chunk() {
    int end = at;
    while (end < text.length() && text.charAt(end) > ' ' && text.charAt(end) != ')') {
      end++;
    }
    return text.substring(at, end);
  }

  private boolean isWordPart(int ahead) {
    var c = peek(ahead);
    return Character.isLetter(c)
        || Character.getType(c) == Character.NON_SPACING_MARK
        || ((c == '\'' || c == '\u2019') && isLetter(ahead + 1));
  }
}
