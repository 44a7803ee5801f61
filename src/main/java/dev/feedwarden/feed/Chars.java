package dev.feedwarden.feed;

/** Which characters may leave this package: those that XML can carry and every database stores. */
final class Chars {
  static final char REPLACEMENT = '\uFFFD';

  private Chars() {}

  /** The text with U+FFFD for every control character, lone surrogate and noncharacter. */
  static String storable(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (!isPlain(text.charAt(i))) {
        return storableFrom(text, i);
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
    return switch (codePoint) {
      case '\t', '\n', '\r' -> true;
      case 0xFFFE, 0xFFFF -> false;
      default ->
          (codePoint >= 0x20 && codePoint < 0xD800)
              || (codePoint > 0xDFFF && codePoint <= Character.MAX_CODE_POINT);
    };
  }

  private static boolean isPlain(char c) {
    return c < 0xD800 && (c >= 0x20 || isStorable(c));
  }

  private static String storableFrom(String text, int first) {
    var out = new StringBuilder(text.length()).append(text, 0, first);
    for (int i = first; i < text.length(); ) {
      var c = text.codePointAt(i);
      out.appendCodePoint(isStorable(c) ? c : REPLACEMENT);
      i += Character.charCount(c);
    }
    return out.toString();
  }
}
