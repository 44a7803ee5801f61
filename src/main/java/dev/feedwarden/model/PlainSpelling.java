package dev.feedwarden.model;

import org.jspecify.annotations.Nullable;

/**
 * How nearly all URLs are spelt: in lower case, in ASCII, with nothing to encode. They are read at
 * every poll and for every link of an article, and this takes a fraction of the time; what it does
 * not know, {@link WebUrl#parse} reads with care.
 */
final class PlainSpelling {
  private static final int LONGEST_NAME = 253;
  private static final int LONGEST_LABEL = 63;

  private PlainSpelling() {}

  /** Null for a text that needs care; it may be good all the same. */
  static @Nullable WebUrl read(String text) {
    var scheme = text.startsWith("https://") ? "https" : text.startsWith("http://") ? "http" : null;
    if (scheme == null || text.length() > WebUrl.LONGEST) {
      return null;
    }
    var from = scheme.length() + 3;
    var slash = text.indexOf('/', from);
    if (slash < 0 || !isTarget(text, slash)) {
      return null;
    }
    var colon = text.lastIndexOf(':', slash);
    var end = colon < from ? slash : colon;
    var port = colon < from ? WebUrl.defaultPort(scheme) : port(text, colon + 1, slash);
    var host = text.substring(from, end);
    return port > 0 && (isName(host) || WebUrl.QUAD.matcher(host).matches())
        ? new WebUrl(scheme, host, port, text.substring(slash))
        : null;
  }

  private static boolean isTarget(String text, int from) {
    for (int i = from; i < text.length(); i++) {
      var c = text.charAt(i);
      if (c == '#' || !WebUrl.isRaw(c)) {
        return false;
      }
    }
    return true;
  }

  // Zero for one that is none, or is spelt in an odd way.
  private static int port(String text, int from, int to) {
    if (to - from < 1 || to - from > 5 || text.charAt(from) == '0') {
      return 0;
    }
    int port = 0;
    for (int i = from; i < to; i++) {
      var digit = text.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        return 0;
      }
      port = 10 * port + digit;
    }
    return port <= 65_535 ? port : 0;
  }

  // Its last label begins with a letter: no resolver takes it for a number.
  private static boolean isName(String host) {
    int label = 0;
    for (int i = 0; i < host.length(); i++) {
      var c = host.charAt(i);
      if (c == '.') {
        if (i == label || host.charAt(i - 1) == '-') {
          return false;
        }
        label = i + 1;
      } else if (!isLetter(c)
          && !(c >= '0' && c <= '9')
          && !(c == '-' && isInside(host, i, label))) {
        return false;
      } else if (i - label >= LONGEST_LABEL) {
        return false;
      }
    }
    return host.length() <= LONGEST_NAME
        && label < host.length()
        && isLetter(host.charAt(label))
        && !host.endsWith("-");
  }

  // Two hyphens begin names that were written in another alphabet.
  private static boolean isInside(String host, int at, int label) {
    return at > label && host.charAt(at - 1) != '-';
  }

  private static boolean isLetter(char c) {
    return c >= 'a' && c <= 'z';
  }
}
