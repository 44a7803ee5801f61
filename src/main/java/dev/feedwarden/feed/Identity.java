package dev.feedwarden.feed;

import dev.feedwarden.model.Enclosure;
import dev.feedwarden.model.Entry;
import dev.feedwarden.model.Person;
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
public final class Identity {
  private static final String HASH_VERSION = "2:";

  private final Map<String, Integer> guids = new HashMap<>();
  private final Map<String, Set<String>> titlesByLink = new HashMap<>();
  private final Map<String, Integer> aliases = new HashMap<>();

  private Identity(List<Item> items) {
    for (var item : items) {
      if (item.id() != null) {
        guids.merge(item.id(), 1, Integer::sum);
      }
      var link = item.links().page();
      if (link != null) {
        var titles = titlesByLink.computeIfAbsent(Links.key(link), _ -> new HashSet<>());
        titles.add(item.words().title());
      }
      var alias = alias(item);
      if (alias != null) {
        aliases.merge(alias, 1, Integer::sum);
      }
    }
  }

  /** The items of one document with their keys; of several with one key the first. */
  public static List<Keyed> of(List<Item> items) {
    var identity = new Identity(items);
    var seen = new HashSet<String>();
    var keyed = new ArrayList<Keyed>();
    for (var item : items) {
      var key = identity.key(item);
      if (seen.add(key.primary())) {
        keyed.add(new Keyed(item, key, new Entry.Marks(contentHash(item), identity.url(item))));
      }
    }
    return keyed;
  }

  private Entry.EntryKey key(Item item) {
    var alias = alias(item);
    return new Entry.EntryKey(
        Digest.of(primary(item)),
        alias != null && aliases.getOrDefault(alias, 0) == 1 ? Digest.of(alias) : null);
  }

  private String primary(Item item) {
    var guid = item.id();
    if (guid != null && guids.getOrDefault(guid, 0) == 1) {
      return "g" + guid;
    }
    var link = distinctive(item);
    if (link != null) {
      return "l" + link;
    }
    var title = item.words().title();
    var told = title.isEmpty() ? Texts.summary(item) : title;
    return "t" + told + "\0" + (item.dates().published() == null ? "" : item.dates().published());
  }

  // A link that entries with different titles share, such as the home page, tells none apart.
  private @Nullable String distinctive(Item item) {
    var link = item.links().page();
    if (link == null) {
      return null;
    }
    var key = Links.key(link);
    return titlesByLink.getOrDefault(key, Set.of()).size() == 1 ? key : null;
  }

  private @Nullable String url(Item item) {
    var link = distinctive(item);
    return link == null ? null : Digest.of(link); // as Links.hash
  }

  private static @Nullable String alias(Item item) {
    var link = item.links().page();
    var title = item.words().title();
    return link == null || title.isEmpty() ? null : "a" + Links.key(link) + "\0" + title;
  }

  // Of what a reader sees, so that other markup around the same words is no change.
  private static String contentHash(Item item) {
    var words = item.words();
    var link = item.links().page();
    var fields =
        Stream.of(
                Stream.of(words.title(), link == null ? "" : Links.key(link)),
                Stream.of(words.summary().words(), words.content().words()),
                item.authors().stream().map(Person::shown),
                item.tags().stream().sorted(),
                item.links().enclosures().stream().map(Enclosure::url).sorted())
            .map(part -> String.join("\0", part.toList()));
    return HASH_VERSION + Digest.of(String.join("\1", fields.toList()));
  }
}
