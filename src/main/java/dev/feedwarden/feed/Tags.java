package dev.feedwarden.feed;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Gathers tags; those that differ in case only are one. */
final class Tags {
  private static final int LONGEST = 100;
  private static final int MOST = 50;

  private Map<String, String> tags = Map.of();
  private int dropped;

  /** The category element just opened: Atom and iTunes have attributes, RSS has words. */
  void category(Cursor cursor) {
    for (var name : List.of("term", "label", "text")) {
      var said = cursor.attribute(name);
      if (said != null && !said.isBlank()) {
        add(PlainText.ofTitle(said, LONGEST));
        return;
      }
    }
    add(TextReader.rss(cursor).title(LONGEST));
  }

  /** The element just opened holds several words with commas between them. */
  void keywords(Cursor cursor) {
    for (var word : TextReader.rss(cursor).title(LONGEST * MOST).split(",", MOST + 1)) {
      add(word.strip());
    }
  }

  void add(String tag) {
    if (tag.isEmpty()) {
      return;
    }
    if (tags.size() < MOST) {
      tags = tags.isEmpty() ? new LinkedHashMap<>() : tags;
      tags.putIfAbsent(tag.toLowerCase(Locale.ROOT), Chars.cut(tag, LONGEST));
    } else {
      dropped++;
    }
  }

  List<String> all() {
    return List.copyOf(tags.values());
  }

  /** How many were too many. */
  int dropped() {
    return dropped;
  }
}
