package dev.feedwarden.api.pages;

import dev.feedwarden.model.WebUrl;
import org.jspecify.annotations.Nullable;

/** Text that others wrote, as a page may show it; a template escapes it besides. */
public final class Remote {
  private static final int LINE = 160;

  private Remote() {}

  /** One short line. */
  public static String line(@Nullable String text) {
    return line(text, LINE);
  }

  /** One line, cut by code points; what would steer a screen is shown as a question mark. */
  public static String line(@Nullable String text, int longest) {
    return cut(text == null ? "" : text, longest, false);
  }

  /** Many lines, with their breaks. */
  public static String block(@Nullable String text, int longest) {
    return cut(text == null ? "" : text, longest, true);
  }

  private static String cut(String text, int longest, boolean withBreaks) {
    var out = new StringBuilder(Math.min(text.length(), longest + 1));
    var marks = 0;
    var count = 0;
    for (int i = 0; i < text.length(); ) {
      var c = text.codePointAt(i);
      i += Character.charCount(c);
      // A tower of marks on one letter would reach into the lines above.
      marks = Character.getType(c) == Character.NON_SPACING_MARK ? marks + 1 : 0;
      if (marks > 3) {
        continue;
      }
      if (count++ == longest) {
        return out.append('…').toString();
      }
      out.appendCodePoint(shown(c, withBreaks));
    }
    return out.toString();
  }

  private static int shown(int c, boolean withBreaks) {
    if (c == '\n' || c == '\t' || c == '\r') {
      return withBreaks && c != '\r' ? c : ' ';
    }
    var steers = (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
    var isHalf = c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
    return steers || isHalf || Character.isISOControl(c) ? 0xfffd : c;
  }

  /** An address that may be clicked; nothing for what is not absolute and http or https. */
  public static @Nullable String href(@Nullable String url) {
    return url != null && WebUrl.parse(url) instanceof WebUrl.Parsed.Good(var good)
        ? good.text()
        : null;
  }
}
