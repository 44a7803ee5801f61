package dev.feedwarden.feed;

import dev.feedwarden.model.WebUrl;
import org.jspecify.annotations.Nullable;

/** Links as feeds write them, made absolute; all that is not http or https is no link. */
final class Links {
  private static final int LONGEST = 4_096;

  private Links() {}

  /** Where a reference leads (URL Standard, 4.4), or null if that is not to the web. */
  static @Nullable String resolve(WebUrl base, String reference) {
    if (reference.length() > LONGEST) {
      return null;
    }
    if (isClean(reference)) {
      return reference;
    }
    if (reference.isBlank()) {
      return null; // an empty element names no page, although an empty reference would
    }
    var address = Address.parse(reference, address(base));
    var link = address == null ? null : address.text();
    return link == null || link.length() > LONGEST ? null : link;
  }

  /**
   * The form in which two spellings of one link are equal; anchors on a page are different places.
   * For comparing only: the link itself stays as it was written.
   */
  static String key(String link) {
    var anchor = LinkKey.anchor(link);
    return anchor.isEmpty() ? canonical(link) : canonical(link) + "#" + anchor;
  }

  /** The same for the page that a link leads to, whatever the place on it. */
  static String canonical(String link) {
    return isClean(link) && LinkKey.isPlain(link) ? link : LinkKey.canonical(link);
  }

  /** What stands for a link in an index: the digest of its key. */
  static String hash(String link) {
    return Digest.mark(key(link));
  }

  /** Whether nothing would change in an absolute link, which is so for nearly all of them. */
  private static boolean isClean(String link) {
    int from = link.startsWith("https://") ? 8 : link.startsWith("http://") ? 7 : 0;
    int slash = from == 0 ? -1 : link.indexOf('/', from);
    if (slash < 0 || !Authority.isPlainName(link, from, slash)) {
      return false;
    }
    for (int i = slash; i < link.length(); i++) {
      var c = link.charAt(i);
      var dots = c == '/' && i + 1 < link.length() && ".%".indexOf(link.charAt(i + 1)) >= 0;
      var raw = Escapes.PATH.isRaw(c) ? c != '\'' && c != '\\' : c == '?' || c == '#';
      if (dots || !raw) {
        return false;
      }
    }
    return true;
  }

  private static Address address(WebUrl url) {
    var target = url.target();
    var query = target.indexOf('?');
    return new Address(
        url.scheme(),
        url.authority(),
        query < 0 ? target : target.substring(0, query),
        query < 0 ? null : target.substring(query + 1),
        null);
  }
}
