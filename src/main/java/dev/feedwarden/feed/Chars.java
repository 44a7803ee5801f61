package dev.feedwarden.feed;

/** Which characters may leave this package: those that XML can carry and every database stores. */
final class Chars {
  static final char REPLACEMENT = '\uFFFD';

  private Chars() {}

  /**
   * The text with U+FFFD for every C0 control, lone surrogate and noncharacter; C1 controls, which
   * nobody means, become the windows-1252 characters that were meant.
   */
  static String storable(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (!isPlain(text.charAt(i))) {
        var paired =
            i + 1 < text.length() && Character.isSurrogatePair(text.charAt(i), text.charAt(i + 1));
        if (!paired) {
          return storableFrom(text, i);
        }
        i++;
      }
    }
    return text;
  }

  /** At most {@code max} characters of the text, never half a surrogate pair. */
  static String cut(String text, int max) {
    if (text.length() <= max) {
      return text;
    }
    var split = Character.isHighSurrogate(text.charAt(max - 1));
    return text.substring(0, split ? max - 1 : max);
  }

  /** Whether a code point is a character of XML 1.0. */
  static boolean isStorable(int codePoint) {
    return (codePoint >= 0x20 && codePoint < 0xD800)
        || (codePoint > 0xDFFF && codePoint < 0xFFFE)
        || (codePoint > 0xFFFF && codePoint <= Character.MAX_CODE_POINT)
        || isBreak(codePoint);
  }

  private static boolean isBreak(int c) {
    return c == '\t' || c == '\n' || c == '\r';
  }

  private static boolean isPlain(char c) {
    return (c >= 0x20 && c < 0x80)
        || (c >= 0xA0 && c < 0xD800)
        || (c >= 0xE000 && c < 0xFFFE)
        || isBreak(c);
  }

  private static String storableFrom(String text, int first) {
    var out = new StringBuilder(text.length()).append(text, 0, first);
    for (int i = first; i < text.length(); ) {
      var c = text.codePointAt(i);
      out.append(Entities.character(c));
      i += Character.charCount(c);
    }
    return out.toString();
  }
}
