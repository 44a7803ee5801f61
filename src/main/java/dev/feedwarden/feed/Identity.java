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
import org.jspecify.annotations.Nullable;

/**
 * By what an entry is known again. A key never depends on the order of the entries, on today or on
 * the host's time zone.
 */
public final class Identity {
  private static final String HASH_VERSION = "2:";

  /** An item and its link in the form in which its spellings are equal. */
  private record Linked(Item item, @Nullable String link) {
    @Nullable String alias() {
      var title = item.words().title();
      return link == null || title.isEmpty() ? null : "a" + link + "\0" + title;
    }
  }

  private final Map<String, Integer> guids = new HashMap<>();
  private final Map<String, Set<String>> titlesByLink = new HashMap<>();
  private final Map<String, Integer> aliases = new HashMap<>();
  private final Desk desk = new Desk();
  private final Marking marking = new Marking(desk);

  private Identity(List<Linked> items) {
    for (var each : items) {
      if (each.item.id() != null) {
        guids.merge(each.item.id(), 1, Integer::sum);
      }
      if (each.link != null) {
        var titles = titlesByLink.computeIfAbsent(each.link, _ -> new HashSet<>());
        titles.add(each.item.words().title());
      }
      var alias = each.alias();
      if (alias != null) {
        aliases.merge(alias, 1, Integer::sum);
      }
    }
  }

  /** The items of one document with their keys; of several with one key the first. */
  public static List<Keyed> of(List<Item> items) {
    var linked = items.stream().map(Identity::linked).toList();
    var identity = new Identity(linked);
    var primaries = new HashSet<String>();
    var keyed = new ArrayList<Keyed>();
    for (var each : linked) {
      var key = identity.key(each);
      if (primaries.add(key.primary())) {
        var seen = Seen.of(each.item, identity.desk);
        keyed.add(new Keyed(each.item, key, identity.marks(each, seen), seen.beginning()));
      }
    }
    return keyed;
  }

  private static Linked linked(Item item) {
    var page = item.links().page();
    return new Linked(item, page == null ? null : Links.key(page));
  }

  private Entry.EntryKey key(Linked each) {
    var alias = each.alias();
    return new Entry.EntryKey(
        marking.of(primary(each)),
        alias != null && aliases.getOrDefault(alias, 0) == 1 ? marking.of(alias) : null);
  }

  private String primary(Linked each) {
    var guid = each.item.id();
    if (guid != null && guids.getOrDefault(guid, 0) == 1) {
      return "g" + guid;
    }
    var link = distinctive(each);
    if (link != null) {
      return "l" + link;
    }
    var title = each.item.words().title();
    var told = title.isEmpty() ? Seen.of(each.item, desk).line(each.item) : title;
    var published = each.item.dates().published();
    return "t" + told + "\0" + (published == null ? "" : published);
  }

  // A link that entries with different titles share, such as the home page, tells none apart.
  private @Nullable String distinctive(Linked each) {
    var titles = each.link == null ? Set.of() : titlesByLink.getOrDefault(each.link, Set.of());
    return titles.size() == 1 ? each.link : null;
  }

  private Entry.Marks marks(Linked each, Seen seen) {
    var link = distinctive(each);
    return new Entry.Marks(contentHash(each, seen), link == null ? null : marking.of(link));
  }

  // Of what a reader sees, so that other markup around the same words is no change.
  private String contentHash(Linked each, Seen seen) {
    var item = each.item;
    return HASH_VERSION
        + marking.of(
            List.of(
                List.of(item.words().title(), each.link == null ? "" : each.link),
                List.of(seen.summary(), seen.content()),
                item.authors().stream().map(Person::shown).toList(),
                item.tags().stream().sorted().toList(),
                item.links().enclosures().stream().map(Enclosure::url).sorted().toList()));
  }
}
