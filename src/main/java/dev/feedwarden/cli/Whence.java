package dev.feedwarden.cli;

import dev.feedwarden.model.WebUrl;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Where a document came from; the relative links of one from nowhere stay relative. */
record Whence(@Nullable WebUrl known) {
  // A folder below the root, so that "a" and "/a" can be told apart afterwards.
  private static final WebUrl NOWHERE = WebUrl.of("http://nowhere.invalid/-/");
  private static final Pattern MADE =
      Pattern.compile("http://nowhere\\.invalid/(?:-/([^\"'<>\\s/?#]*))?");

  /** What links are resolved against. */
  WebUrl base() {
    return known == null ? NOWHERE : known;
  }

  /** A link as it can be told. */
  @Nullable String link(@Nullable String link) {
    if (link == null || known != null) {
      return link;
    }
    var told = html(link);
    return told.isEmpty() ? null : told;
  }

  /** Links, and HTML with links in it, as far as they are known. */
  String html(String text) {
    return known != null || !text.contains(NOWHERE.host())
        ? text
        : MADE.matcher(text).replaceAll(made -> Matcher.quoteReplacement(relative(made.group(1))));
  }

  // What has a colon, or could hide one, must not become a scheme.
  private static String relative(@Nullable String first) {
    if (first == null) {
      return "/";
    }
    return first.indexOf(':') >= 0 || first.indexOf('&') >= 0 ? "./" + first : first;
  }
}
