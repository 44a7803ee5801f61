package dev.feedwarden.fetch;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.feedwarden.model.WebUrl;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
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
    var text = asMeant(location.strip());
    var absolute =
        text.matches("(?i)[a-z][a-z0-9+.-]*:.*") ? text : origin(from, text) + relative(from, text);
    return WebUrl.parse(absolute) instanceof WebUrl.Parsed.Good(var url) ? url : null;
  }

  // A header's bytes come as Latin-1 characters; most servers that send others mean UTF-8.
  private static String asMeant(String text) {
    try {
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(text.getBytes(ISO_8859_1))).toString();
    } catch (CharacterCodingException reallyLatin) {
      return text;
    }
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
