package dev.feedwarden.feed;

import dev.feedwarden.model.WebUrl;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Links as feeds write them, made absolute; all that is not http or https is no link. */
final class Links {
  private static final int LONGEST = 4_096;
  private static final Pattern ABSOLUTE = Pattern.compile("(?i)https?://.*", Pattern.DOTALL);
  private static final Pattern SCHEME =
      Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:.*", Pattern.DOTALL);
  private static final Pattern NEVER_RAW = Pattern.compile("[\\x00-\\x20\"<>`\\x7f]");

  private Links() {}

  /** The absolute form of a reference (RFC 3986, 5.2), or null if it does not lead to the web. */
  static @Nullable String resolve(WebUrl base, String reference) {
    if (reference.length() > LONGEST) {
      return null;
    }
    var written = reference.strip().replaceAll("[\\t\\n\\r]", "");
    if (written.isEmpty()) {
      return null;
    }
    var hash = written.indexOf('#');
    var address = hash < 0 ? written : written.substring(0, hash);
    var fragment = hash < 0 ? "" : NEVER_RAW.matcher(written.substring(hash)).replaceAll("%20");
    var absolute = absolute(base, address);
    if (absolute == null || !(WebUrl.parse(absolute) instanceof WebUrl.Parsed.Good(var url))) {
      return null;
    }
    return url.text() + (fragment.length() > 1 ? fragment : "");
  }

  /**
   * The form in which two spellings of one link are equal; anchors on a page are different places.
   */
  static String key(String link) {
    var hash = link.indexOf('#');
    return WebUrl.of(link).key() + (hash < 0 ? "" : link.substring(hash));
  }

  private static @Nullable String absolute(WebUrl base, String address) {
    if (ABSOLUTE.matcher(address).matches()) {
      return address;
    }
    if (SCHEME.matcher(address).matches()) {
      return null;
    }
    if (address.startsWith("//")) {
      return base.scheme() + ":" + address;
    }
    var root = base.scheme() + "://" + base.authority();
    if (address.isEmpty()) {
      return root + base.target();
    }
    var path = base.target().replaceFirst("\\?.*", "");
    return switch (address.charAt(0)) {
      case '?' -> root + path + address;
      case '/' -> root + withoutDots(address);
      default -> root + withoutDots(path.substring(0, path.lastIndexOf('/') + 1) + address);
    };
  }

  private static String withoutDots(String target) {
    var query = target.indexOf('?');
    var path = query < 0 ? target : target.substring(0, query);
    if (!path.contains("/.")) {
      return target;
    }
    var out = new StringBuilder();
    for (var segment : path.substring(1).split("/", -1)) {
      switch (segment) {
        case "." -> {}
        case ".." -> out.setLength(Math.max(0, out.lastIndexOf("/")));
        default -> out.append('/').append(segment);
      }
    }
    var directory = path.endsWith("/.") || path.endsWith("/..");
    return out.append(directory || out.isEmpty() ? "/" : "")
        + (query < 0 ? "" : target.substring(query));
  }
}
