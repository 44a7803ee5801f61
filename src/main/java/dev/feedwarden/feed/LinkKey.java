package dev.feedwarden.feed;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What is left of a link when all that does not choose the page is taken away. */
final class LinkKey {
  private static final Pattern SLASHES = Pattern.compile("/{2,}");
  // Servlet containers and ASP.NET put the session into the path of those without cookies.
  private static final Pattern SESSION_IN_PATH =
      Pattern.compile(
          "(?i);(?:jsessionid|phpsessid|sessionid|sid)=[^;/]*|/\\([asf]\\([a-z0-9_-]{20,80}\\)\\)(?=/)");

  private LinkKey() {}

  /** Whether a clean link is its own key. */
  static boolean isPlain(String link) {
    for (int i = 8; i < link.length(); i++) {
      var c = link.charAt(i);
      if ("?#%;([]|".indexOf(c) >= 0 || (c == '/' && link.charAt(i - 1) == '/')) {
        return false;
      }
    }
    return true;
  }

  static String canonical(String link) {
    var address = Address.parse(link, null);
    if (address == null) {
      return elsewhere(link.strip());
    }
    var query = address.query() == null ? null : query(address.query());
    return new Address(
            address.scheme(), withoutRoot(address.authority()), path(address.path()), query, null)
        .text();
  }

  /** The place on the page, without the number sign; empty for none and for mere tracking. */
  static String anchor(String link) {
    var hash = link.indexOf('#');
    if (hash < 0) {
      return "";
    }
    var anchor = Escapes.tidy(Escapes.COMPARED.encoded(link.substring(hash + 1).strip()));
    var equals = anchor.indexOf('=');
    return equals > 0 && Tracking.is(anchor.substring(0, equals), anchor.substring(equals + 1))
        ? ""
        : anchor;
  }

  private static String path(String path) {
    var tidy = Escapes.tidy(Escapes.COMPARED.encoded(path));
    var single = tidy.contains("//") ? SLASHES.matcher(tidy).replaceAll("/") : tidy;
    var sessionless =
        single.indexOf(';') < 0 && !single.contains("/(")
            ? single
            : SESSION_IN_PATH.matcher(single).replaceAll("");
    return DotSegments.removed(sessionless);
  }

  private static @Nullable String query(String query) {
    var kept = new ArrayList<String>();
    for (var pair : Escapes.tidy(Escapes.COMPARED.encoded(query)).split("&", -1)) {
      var equals = pair.indexOf('=');
      var name = equals < 0 ? pair : pair.substring(0, equals);
      var value = equals < 0 ? "" : pair.substring(equals + 1);
      if (!name.isEmpty() && !Tracking.is(name, value)) {
        kept.add(value.isEmpty() ? name : pair);
      }
    }
    // The order of equal names may mean something, that of different ones hardly ever does.
    kept.sort(Comparator.comparing(LinkKey::name));
    return kept.isEmpty() ? null : String.join("&", kept);
  }

  private static String name(String pair) {
    var equals = pair.indexOf('=');
    return equals < 0 ? pair : pair.substring(0, equals);
  }

  private static String withoutRoot(String authority) {
    return authority.endsWith(".") && !authority.endsWith("..") && authority.length() > 1
        ? authority.substring(0, authority.length() - 1)
        : authority;
  }

  // Not the web, or no host: only the path can be tidied.
  private static String elsewhere(String link) {
    var colon = link.indexOf(':');
    if (colon < 0 || !link.startsWith("/", colon + 1)) {
      return link;
    }
    var scheme = link.substring(0, colon).toLowerCase(Locale.ROOT);
    var rest = link.substring(colon + 1);
    var pathFrom = rest.startsWith("//") ? Math.max(2, rest.indexOf('/', 2)) : 0;
    var authority = rest.substring(0, pathFrom);
    var shown = authority.equals("//") && !scheme.equals("file") ? "" : authority;
    return scheme + ":" + shown + path(rest.substring(pathFrom));
  }
}
