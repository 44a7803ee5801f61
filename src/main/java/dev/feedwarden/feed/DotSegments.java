package dev.feedwarden.feed;

/** The dots that go up or stay in a path, also when they are escaped (URL Standard, 4.4). */
final class DotSegments {
  private DotSegments() {}

  /** A path that begins with a slash, without them. */
  static String removed(String path) {
    if (!path.contains("/.") && !path.contains("/%2")) {
      return path;
    }
    var out = new StringBuilder(path.length());
    for (int from = 1; from <= path.length(); ) {
      var slash = path.indexOf('/', from);
      int end = slash < 0 ? path.length() : slash;
      int dots = dots(path, from, end);
      if (dots == 2) {
        out.setLength(Math.max(0, out.lastIndexOf("/")));
      }
      if (dots == 0) {
        out.append('/').append(path, from, end);
      } else if (slash < 0) {
        out.append('/');
      }
      from = end + 1;
    }
    return out.toString();
  }

  // How many dots a segment consists of; 0 if it is an ordinary one.
  private static int dots(String path, int from, int end) {
    int count = 0;
    for (int i = from; i < end; count++) {
      var escaped = path.regionMatches(true, i, "%2e", 0, 3) && i + 3 <= end;
      if ((!escaped && path.charAt(i) != '.') || count == 2) {
        return 0;
      }
      i += escaped ? 3 : 1;
    }
    return count;
  }
}
