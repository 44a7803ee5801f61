package dev.feedwarden.feed;

import dev.feedwarden.model.Change;
import dev.feedwarden.model.Change.Known;
import dev.feedwarden.model.Changes;
import dev.feedwarden.model.Entry;
import dev.feedwarden.model.Entry.Marks;
import java.util.List;
import java.util.Map;

/** Tells what is new, changed and gone in a document; only new and changed items are sanitised. */
public final class Sifting {
  private Sifting() {}

  /**
   * Compares a document with what is stored.
   *
   * @param channel whose authors wrote the items that name none
   * @param known what is stored under the keys of these items
   * @param before how many entries the document before had
   */
  public static Changes changes(
      Channel channel, List<Keyed> items, Map<String, Known> known, int before) {
    var all = items.stream().map(item -> change(channel, item, known)).toList();
    var added = all.stream().filter(change -> change instanceof Change.Added).count();
    return new Changes(all, Math.max(0, before - (int) (all.size() - added)));
  }

  private static Change change(Channel channel, Keyed item, Map<String, Known> known) {
    var found = known.get(item.key().primary());
    var alias = item.key().alias();
    if (found == null && alias != null) {
      found = known.get(alias);
    }
    if (found == null) {
      return new Change.Added(entry(channel, item));
    }
    var article = found.article();
    var mark = found.contentMark();
    if (article == null || mark == null || mark.equals(item.marks().content())) {
      return new Change.Same(item.key(), article);
    }
    return Marks.comparable(mark, item.marks().content())
        ? new Change.Revised(article, entry(channel, item))
        : new Change.Refreshed(article, entry(channel, item));
  }

  private static Entry entry(Channel channel, Keyed keyed) {
    var item = keyed.item();
    return new Entry(
        keyed.key(),
        item.id(),
        new Entry.Content(
            item.words().title(),
            item.links().page(),
            Texts.names(Authorship.of(item, channel)),
            Texts.summary(item),
            item.tags(),
            item.words().language()),
        new Entry.Body(Rendered.body(item), item.links().enclosures(), item.links().comments()),
        item.dates(),
        keyed.marks());
  }
}
