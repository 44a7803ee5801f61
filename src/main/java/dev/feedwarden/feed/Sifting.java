package dev.feedwarden.feed;

import dev.feedwarden.model.Budget;
import dev.feedwarden.model.Change;
import dev.feedwarden.model.Change.Known;
import dev.feedwarden.model.Changes;
import dev.feedwarden.model.Entry;
import dev.feedwarden.model.Entry.Marks;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Tells what is new, changed and gone in a document; only new and changed items are sanitised. */
public final class Sifting {
  private Sifting() {}

  /**
   * Compares a document with what is stored; nothing if the budget is spent before the end.
   *
   * @param channel whose authors wrote the items that name none
   * @param known what is stored under the keys of these items
   * @param before how many entries the document before had
   */
  public static Optional<Changes> changes(
      Channel channel, List<Keyed> items, Map<String, Known> known, int before, Budget budget) {
    var all = new ArrayList<Change>();
    var desk = new Desk();
    var added = 0;
    for (var item : items) {
      var change = change(channel, item, known, budget, desk);
      if (change == null || budget.spent()) {
        return Optional.empty();
      }
      all.add(change);
      added += change instanceof Change.Added ? 1 : 0;
    }
    return Optional.of(new Changes(all, Math.max(0, before - (all.size() - added))));
  }

  private static @Nullable Change change(
      Channel channel, Keyed item, Map<String, Known> known, Budget budget, Desk desk) {
    var found = known.get(item.key().primary());
    var alias = item.key().alias();
    if (found == null && alias != null) {
      found = known.get(alias);
    }
    var article = found == null ? null : found.article();
    var mark = found == null ? null : found.contentMark();
    if (found != null && (article == null || mark == null || mark.equals(item.marks().content()))) {
      var unknown = item.key().all().stream().filter(key -> !known.containsKey(key)).toList();
      return new Change.Same(unknown, article);
    }
    var entry = entry(channel, item, budget, desk);
    if (entry == null) {
      return null;
    }
    if (article == null || mark == null) {
      return new Change.Added(entry);
    }
    return Marks.comparable(mark, item.marks().content())
        ? new Change.Revised(article, entry)
        : new Change.Refreshed(article, entry);
  }

  private static @Nullable Entry entry(Channel channel, Keyed keyed, Budget budget, Desk desk) {
    var item = keyed.item();
    var body = item.words().content().isBlank() ? item.words().summary() : item.words().content();
    return switch (body.clean(budget, desk)) {
      case Sanitizer.Result.Spent _ -> null;
      case Sanitizer.Result.Safe(var html, _) ->
          new Entry(
              keyed.key(),
              item.id(),
              new Entry.Content(
                  item.words().title(),
                  item.links().page(),
                  Texts.names(Authorship.of(item, channel)),
                  keyed.beginning().line(item),
                  item.tags(),
                  item.words().language()),
              new Entry.Body(html, item.links().enclosures(), item.links().comments()),
              item.dates(),
              keyed.marks());
    };
  }
}
