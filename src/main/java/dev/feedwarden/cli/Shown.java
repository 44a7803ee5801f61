package dev.feedwarden.cli;

import dev.feedwarden.store.Gaps;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Values as a person reads them. */
final class Shown {
  private Shown() {}

  /**
   * Without anything that a terminal would obey: control characters (but for our own colours) and
   * direction marks.
   */
  static String clean(String text) {
    var out = new StringBuilder(text.length());
    text.codePoints().forEach(c -> out.appendCodePoint(isHarmless(c) ? c : '\ufffd'));
    return out.toString();
  }

  /** Remote text: our own colours are not allowed either. */
  static String remote(@Nullable String text) {
    return text == null ? "" : clean(text).replace('\u001b', '\ufffd').replace('\n', ' ');
  }

  private static boolean isHarmless(int c) {
    var direction = (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
    return !direction && (c == '\n' || c == 0x1b || !Character.isISOControl(c));
  }

  static String cut(String text, int longest) {
    if (text.codePointCount(0, text.length()) <= longest) {
      return text;
    }
    return text.substring(0, text.offsetByCodePoints(0, longest - 1)) + "…";
  }

  /** How long ago or how soon, roughly. */
  static String when(@Nullable Instant at, Instant now) {
    if (at == null) {
      return "never";
    }
    var apart = Duration.between(now, at);
    return apart.isNegative() ? length(apart.negated()) + " ago" : "in " + length(apart);
  }

  /** When something is due. */
  static String due(@Nullable Instant at, Instant now) {
    return at != null && !at.isAfter(now) ? "now" : when(at, now);
  }

  static String length(Duration duration) {
    var seconds = duration.toMillis() / 1_000.0;
    if (seconds < 1) {
      return duration.toMillis() + " ms";
    }
    if (seconds < 100) {
      return Math.round(seconds) + " s";
    }
    if (seconds < 100 * 60) {
      return Math.round(seconds / 60) + " min";
    }
    return seconds < 100 * 3_600
        ? Math.round(seconds / 3_600) + " h"
        : Math.round(seconds / 86_400) + " d";
  }

  /** What may be missing of a feed. */
  static String gap(Gaps.Found found) {
    var gap = found.gap();
    var filling = gap.filling();
    return "gap: "
        + (filling.closed() ? "filled, " : "entries may be missing ")
        + "from "
        + (gap.from() == null ? "?" : gap.from())
        + " to "
        + gap.to()
        + (filling.pages() == 0
            ? ""
            : " ("
                + count(filling.entries(), "item")
                + " of "
                + count(filling.pages(), "older page")
                + ")");
  }

  static String count(long n, String thing) {
    return n + " " + thing + (n == 1 ? "" : "s");
  }
}
