package dev.feedwarden.fetch;

import dev.feedwarden.model.WebUrl;
import org.jspecify.annotations.Nullable;

/** Where a Location leads. */
final class Redirects {
  private Redirects() {}

  /** The target of a redirect, or nothing if it leads to no URL, or from https back to http. */
  static @Nullable WebUrl follow(WebUrl from, @Nullable String location) {
    var to = location == null ? null : resolve(from, location);
    var downgrade = to != null && from.scheme().equals("https") && to.scheme().equals("http");
    return downgrade ? null : to;
  }

  private static @Nullable WebUrl resolve(WebUrl from, String location) {
    var text = location.strip();
    var absolute =
        text.matches("(?i)[a-z][a-z0-9+.-]*:.*") ? text : origin(from, text) + relative(from, text);
    return WebUrl.parse(absolute) instanceof WebUrl.Parsed.Good(var url) ? url : null;
  }

  private static String origin(WebUrl from, String text) {
    return text.startsWith("//") ? from.scheme() + ":" : from.scheme() + "://" + from.authority();
  }

  // RFC 3986 section 5.3; dot segments are left to the server, as browsers would have resolved
  // them.
  private static String relative(WebUrl from, String text) {
    if (text.startsWith("/")) {
      return text;
    }
    var query = from.target().indexOf('?');
    var path = query < 0 ? from.target() : from.target().substring(0, query);
    if (text.isEmpty() || text.startsWith("#")) {
      return from.target();
    }
    return text.startsWith("?") ? path + text : path.substring(0, path.lastIndexOf('/') + 1) + text;
  }
}
