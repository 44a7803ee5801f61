package dev.feedwarden.feed;

import dev.feedwarden.model.Entry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * By what an entry is known again. A key never depends on the order of the entries, on today or on
 * the host's time zone.
 */
final class Identity {
  private static final String HASH_VERSION = "1:";

  private final Map<String, Integer> guids = new HashMap<>();
  private final Map<String, Set<String>> titlesByLink = new HashMap<>();
  private final Map<String, Integer> aliases = new HashMap<>();

  private Identity(List<Draft> drafts) {
    for (var draft : drafts) {
      if (draft.guid() != null) {
        guids.merge(draft.guid(), 1, Integer::sum);
      }
      var link = draft.content().link();
      if (link != null) {
        var titles = titlesByLink.computeIfAbsent(Links.key(link), _ -> new HashSet<>());
        titles.add(draft.content().title());
      }
      var alias = alias(draft.content());
      if (alias != null) {
        aliases.merge(alias, 1, Integer::sum);
      }
    }
  }

  /** The drafts of one document as entries with keys; of several with one key the first. */
  static List<Entry> entries(List<Draft> drafts) {
    var identity = new Identity(drafts);
    var seen = new HashSet<String>();
    var entries = new ArrayList<Entry>();
    for (var draft : drafts) {
      var key = identity.key(draft);
      if (seen.add(key.primary())) {
        entries.add(
            new Entry(key, draft.guid(), draft.content(), draft.dates(), contentHash(draft)));
      }
    }
    return entries;
  }

  private Entry.EntryKey key(Draft draft) {
    var alias = alias(draft.content());
    return new Entry.EntryKey(
        Digest.of(primary(draft)),
        alias != null && aliases.getOrDefault(alias, 0) == 1 ? Digest.of(alias) : null);
  }

  private String primary(Draft draft) {
    var guid = draft.guid();
    if (guid != null && guids.getOrDefault(guid, 0) == 1) {
      return "g" + guid;
    }
    var link = draft.content().link();
    if (link != null) {
      var key = Links.key(link);
      // A link that entries with different titles share, such as the home page, tells none apart.
      if (titlesByLink.getOrDefault(key, Set.of()).size() == 1) {
        return "l" + key;
      }
    }
    var title = draft.content().title();
    var told = title.isEmpty() ? draft.content().summary() : title;
    return "t" + told + "\0" + (draft.dates().published() == null ? "" : draft.dates().published());
  }

  private static @Nullable String alias(Entry.Content content) {
    return content.link() == null || content.title().isEmpty()
        ? null
        : "a" + Links.key(content.link()) + "\0" + content.title();
  }

  private static String contentHash(Draft draft) {
    var content = draft.content();
    var fields =
        Stream.concat(
            Stream.of(
                content.title(), text(content.link()), text(content.author()), content.summary()),
            content.tags().stream().sorted());
    return HASH_VERSION + Digest.of(String.join("\0", fields.toList()));
  }

  private static String text(@Nullable String value) {
    return value == null ? "" : value;
  }
}
