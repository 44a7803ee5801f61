package dev.feedwarden.app;

import dev.feedwarden.model.Masked;

/** What may stand in a log: nothing secret, nothing endless, nothing that a terminal obeys. */
final class LogText {
  static final int LONGEST = 2_000;
  static final int LONGEST_STACK = 32_000;

  private LogText() {}

  /** One value on one line. */
  static String value(String text) {
    return escaped(Masked.text(cut(text, LONGEST)), false);
  }

  /** A stack trace, whose lines stay lines. */
  static String stack(String text) {
    return escaped(Masked.text(cut(text, LONGEST_STACK)), true);
  }

  private static String cut(String text, int longest) {
    if (text.length() <= longest) {
      return text;
    }
    var end = Character.isHighSurrogate(text.charAt(longest - 1)) ? longest - 1 : longest;
    return text.substring(0, end) + "… (" + (text.length() - end) + " more characters)";
  }

  private static String escaped(String text, boolean linesStay) {
    if (text.codePoints().noneMatch(c -> isUnsafe(c, linesStay))) {
      return text;
    }
    var out = new StringBuilder(text.length() + 16);
    text.codePoints()
        .forEach(
            c -> {
              if (isUnsafe(c, linesStay)) {
                out.append("\\u%04x".formatted(c));
              } else {
                out.appendCodePoint(c);
              }
            });
    return out.toString();
  }

  // Controls, line separators, and marks that turn the direction of what follows.
  private static boolean isUnsafe(int c, boolean linesStay) {
    if (linesStay && (c == '\n' || c == '\t')) {
      return false;
    }
    return Character.isISOControl(c)
        || c == 0x2028
        || c == 0x2029
        || (c >= 0x200e && c <= 0x200f)
        || (c >= 0x202a && c <= 0x202e)
        || (c >= 0x2066 && c <= 0x2069)
        || (c >= 0xd800 && c <= 0xdfff);
  }
}
