package dev.feedwarden.feed;

import dev.feedwarden.model.Enclosure;
import dev.feedwarden.model.WebUrl;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** All links of an item or a feed, by where they lead. */
final class LinkSet {
  private static final int MOST = 100;

  private final Pick<String> page = new Pick<>();
  private final Pick<String> comments = new Pick<>();
  private Map<String, String> related = Map.of();
  private List<String> hubs = List.of();
  private Map<String, Enclosure> enclosures = Map.of();
  private int dropped;

  /** The link element just opened: RSS has the address as text, Atom as an attribute. */
  void link(Cursor cursor) {
    var base = cursor.base();
    var written = cursor.attribute("href");
    var href = written != null ? written : cursor.attribute("resource");
    if (href == null) {
      page.insist(0, text(cursor, base)); // of several, feeds mean the last
      return;
    }
    var rel = cursor.attribute("rel");
    if (rel == null && cursor.name().space() == Space.PLAIN) {
      page.insist(0, Links.resolve(base, href));
      return;
    }
    var relation = relation(rel);
    var type = cursor.attribute("type");
    var target = Links.resolve(base, href);
    if (target == null) {
      return;
    }
    switch (relation) {
      case "alternate" -> page.offer(type == null || isPage(type) ? 1 : 2, target);
      case "enclosure" -> enclosure(target, type, cursor.attribute("length"));
      case "replies" -> comments.offer(type == null || isPage(type) ? 1 : 2, target);
      default -> relation(relation, target);
    }
  }

  /** A link to something of the feed's kin. */
  void relation(String relation, @Nullable String target) {
    if (target == null || related.size() >= MOST) {
      return;
    }
    if (!relation.equals("hub")) {
      related = related.isEmpty() ? new HashMap<>() : related;
      related.putIfAbsent(relation, target);
    } else if (hubs.size() < MOST && !hubs.contains(target)) {
      hubs = hubs.isEmpty() ? new ArrayList<>() : hubs;
      hubs.add(target);
    }
  }

  /** The enclosure element just opened. */
  void enclosure(Cursor cursor) {
    var url = cursor.attribute("url");
    var href = url != null ? url : cursor.attribute("href");
    var target = href == null ? null : Links.resolve(cursor.base(), href);
    if (target != null) {
      var length = cursor.attribute("length");
      enclosure(
          target, cursor.attribute("type"), length != null ? length : cursor.attribute("filesize"));
    }
  }

  void enclosure(String target, @Nullable String type, @Nullable String length) {
    if (enclosures.size() < MOST) {
      var kind = type == null || type.isBlank() ? null : PlainText.ofText(type, 100);
      enclosures = enclosures.isEmpty() ? new LinkedHashMap<>() : enclosures;
      enclosures.putIfAbsent(target, new Enclosure(target, kind, bytes(length)));
    } else {
      dropped++;
    }
  }

  /** The comments element just opened. */
  void comments(Cursor cursor, int rank) {
    var base = cursor.base();
    comments.offer(rank, text(cursor, base));
  }

  /**
   * A guid is the item's address unless it says otherwise (RSS 2.0).
   *
   * @return the address of a relative one that says it is an address
   */
  @Nullable String guid(WebUrl base, String guid, @Nullable String isPermaLink) {
    var said = isPermaLink == null ? "" : isPermaLink.strip().toLowerCase(Locale.ROOT);
    var absolute = guid.regionMatches(true, 0, "http", 0, 4);
    if (said.equals("false") || (!absolute && !said.equals("true"))) {
      return null;
    }
    var address = Links.resolve(base, guid);
    page.offer(3, address);
    return absolute ? null : address;
  }

  /** An address that only stands in when no link is given. */
  void instead(int rank, @Nullable String target) {
    page.offer(rank, target);
  }

  /** The page this is the feed or the item of. */
  @Nullable String page() {
    return page.best();
  }

  Item.Links ofItem() {
    return new Item.Links(page.best(), comments.best(), List.copyOf(enclosures.values()));
  }

  Channel.Places ofChannel(@Nullable String image, @Nullable String movedTo) {
    var pages =
        new Channel.Pages(related.get("next"), related.get("prev-archive"), related.get("current"));
    return new Channel.Places(page.best(), related.get("self"), image, hubs, pages, movedTo);
  }

  /** How many were too many. */
  int dropped() {
    return dropped;
  }

  private static @Nullable String text(Cursor cursor, WebUrl base) {
    var words = TextReader.words(cursor);
    return words == null ? null : Links.resolve(base, words);
  }

  // The registered name may be written as an address (RFC 4287, 4.2.7.2).
  private static String relation(@Nullable String rel) {
    if (rel == null || rel.isBlank()) {
      return "alternate";
    }
    var lower = rel.strip().toLowerCase(Locale.ROOT);
    return lower.substring(lower.lastIndexOf('/') + 1);
  }

  private static boolean isPage(String type) {
    return type.isBlank() || type.toLowerCase(Locale.ROOT).contains("html");
  }

  private static @Nullable Long bytes(@Nullable String length) {
    if (length == null || !length.strip().matches("[0-9]{1,15}")) {
      return null;
    }
    var bytes = Long.parseLong(length.strip());
    return bytes == 0 ? null : bytes;
  }
}
