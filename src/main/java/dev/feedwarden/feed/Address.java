package dev.feedwarden.feed;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * An http or https URL as browsers read it (URL Standard of the WHATWG, section 4.4, as far as it
 * concerns these schemes). It is lenient for the sake of what publishers write; what we fetch goes
 * through the strict {@link dev.feedwarden.model.WebUrl}.
 *
 * @param authority user info if there is any, host, and port unless it is the scheme's own
 * @param path beginning with a slash, without dot segments
 */
record Address(
    String scheme,
    String authority,
    String path,
    @Nullable String query,
    @Nullable String fragment) {

  /** The address that a reference leads to, from a base if there is one; null if nowhere. */
  static @Nullable Address parse(String reference, @Nullable Address base) {
    var text = tidy(reference);
    int colon = schemeEnd(text);
    if (colon < 0) {
      return base == null ? null : relative(text, base);
    }
    var scheme = text.substring(0, colon).toLowerCase(Locale.ROOT);
    if (!scheme.equals("http") && !scheme.equals("https")) {
      return null;
    }
    var rest = text.substring(colon + 1);
    return base != null && base.scheme.equals(scheme) && !rest.startsWith("//")
        ? relative(rest, base)
        : absolute(scheme, rest);
  }

  /** The whole address. */
  String text() {
    var out = new StringBuilder().append(scheme).append("://").append(authority).append(path);
    if (query != null) {
      out.append('?').append(query);
    }
    if (fragment != null) {
      out.append('#').append(fragment);
    }
    return out.toString();
  }

  private static @Nullable Address absolute(String scheme, String rest) {
    int from = 0;
    while (from < rest.length() && isSlash(rest.charAt(from))) {
      from++;
    }
    int end = from;
    while (end < rest.length() && "/\\?#".indexOf(rest.charAt(end)) < 0) {
      end++;
    }
    var authority = Authority.parse(scheme, rest.substring(from, end));
    return authority == null ? null : within(scheme, authority, "/", rest.substring(end));
  }

  private static @Nullable Address relative(String text, Address base) {
    var slashed = !text.isEmpty() && isSlash(text.charAt(0));
    if (slashed && text.length() > 1 && isSlash(text.charAt(1))) {
      return absolute(base.scheme, text);
    }
    if (text.isEmpty()) {
      return new Address(base.scheme, base.authority, base.path, base.query, null);
    }
    return switch (text.charAt(0)) {
      case '#' ->
          new Address(
              base.scheme,
              base.authority,
              base.path,
              base.query,
              Escapes.FRAGMENT.encoded(text.substring(1)));
      case '?' -> tail(base.scheme, base.authority, base.path, text);
      default ->
          within(
              base.scheme,
              base.authority,
              slashed ? "/" : base.path.substring(0, base.path.lastIndexOf('/') + 1),
              text);
    };
  }

  private static Address within(String scheme, String authority, String folder, String text) {
    int end = 0;
    while (end < text.length() && text.charAt(end) != '?' && text.charAt(end) != '#') {
      end++;
    }
    var path = folder + Escapes.PATH.encoded(text.substring(0, end).replace('\\', '/'));
    var rooted = end > 0 && isSlash(text.charAt(0)) ? path.substring(folder.length()) : path;
    return tail(scheme, authority, DotSegments.removed(rooted), text.substring(end));
  }

  private static Address tail(String scheme, String authority, String path, String text) {
    var hash = text.indexOf('#');
    var query = hash < 0 ? text : text.substring(0, hash);
    return new Address(
        scheme,
        authority,
        path,
        query.isEmpty() ? null : Escapes.QUERY.encoded(query.substring(1)),
        hash < 0 ? null : Escapes.FRAGMENT.encoded(text.substring(hash + 1)));
  }

  // Controls and spaces around, tabs and line breaks anywhere.
  private static String tidy(String text) {
    int from = 0;
    int to = text.length();
    while (from < to && text.charAt(from) <= ' ') {
      from++;
    }
    while (to > from && text.charAt(to - 1) <= ' ') {
      to--;
    }
    var trimmed = text.substring(from, to);
    return trimmed.indexOf('\t') < 0 && trimmed.indexOf('\n') < 0 && trimmed.indexOf('\r') < 0
        ? trimmed
        : trimmed.replace("\t", "").replace("\n", "").replace("\r", "");
  }

  private static int schemeEnd(String text) {
    for (int i = 0; i < text.length(); i++) {
      var c = text.charAt(i);
      var letter = (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
      var later = (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
      if (c == ':') {
        return i > 0 ? i : -1;
      }
      if (!letter && !(later && i > 0)) {
        return -1;
      }
    }
    return -1;
  }

  private static boolean isSlash(char c) {
    return c == '/' || c == '\\';
  }
}
