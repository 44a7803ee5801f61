package dev.feedwarden.feed;

import dev.feedwarden.model.WebUrl;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Chooses, among all links of an item or a feed, the one that leads to its page. */
final class LinkChoice {
  private @Nullable String written;
  private @Nullable String page;
  private @Nullable String alternate;
  private @Nullable String permanent;

  /** The link element just opened: RSS has the address as text, Atom as an attribute. */
  void link(Cursor cursor) {
    var base = cursor.base();
    var href = cursor.attribute("href");
    if (href == null) {
      var text = Text.rss(cursor).raw();
      written = written == null && text != null ? Links.resolve(base, text) : written;
      return;
    }
    var relation = cursor.attribute("rel");
    if (relation != null && !relation.isBlank() && !relation.strip().endsWith("alternate")) {
      return;
    }
    var type = cursor.attribute("type");
    var target = Links.resolve(base, href);
    if (type == null || type.toLowerCase(Locale.ROOT).contains("html")) {
      page = page == null ? target : page;
    } else {
      alternate = alternate == null ? target : alternate;
    }
  }

  /**
   * A guid is the item's address unless it says otherwise (RSS 2.0), and only if it is absolute.
   */
  void guid(WebUrl base, String guid, @Nullable String isPermaLink) {
    var denied = isPermaLink != null && isPermaLink.strip().equalsIgnoreCase("false");
    if (!denied && guid.regionMatches(true, 0, "http", 0, 4)) {
      permanent = Links.resolve(base, guid);
    }
  }

  @Nullable String best() {
    if (written != null) {
      return written;
    }
    if (page != null) {
      return page;
    }
    return alternate != null ? alternate : permanent;
  }
}
