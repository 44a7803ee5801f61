package dev.feedwarden.poll;

import dev.feedwarden.feed.Identity;
import dev.feedwarden.feed.Keyed;
import dev.feedwarden.feed.Reading;
import dev.feedwarden.feed.Resemblance;
import dev.feedwarden.model.Headline;
import dev.feedwarden.model.Overlap;
import dev.feedwarden.store.Registered;
import java.util.ArrayList;
import java.util.List;

/** Compares a document with what is stored of a source. */
record Likeness(Registered source, List<Headline> stored, Reach.Memory memory) {
  private static final int MOST_TITLES = 5;
  private static final int LONGEST_TITLE = 200;

  /** What a document has in common with the source, and some titles of that. */
  record Shared(Overlap overlap, List<String> titles) {}

  /**
   * Of the shorter of the two documents: a feed that moved may well show more entries than it did,
   * or fewer.
   */
  Shared of(Reading.Feed feed) {
    var keyed = Identity.of(feed.items());
    var known = memory.known(source.source().id(), keyed.stream().map(Keyed::key).toList());
    var alike = new Resemblance(stored);
    var common = new ArrayList<String>();
    for (var one : keyed) {
      var item = one.item();
      var headline =
          new Headline(item.words().title(), item.links().page(), item.dates().published());
      if (one.key().all().stream().anyMatch(known::containsKey)
          || !alike.among(List.of(headline)).isEmpty()) {
        common.add(cut(headline.title()));
      }
    }
    var before = source.state().snapshot().itemCount();
    var of = Math.max(common.size(), Math.min(keyed.size(), before == 0 ? keyed.size() : before));
    return new Shared(new Overlap(common.size(), of), common.stream().limit(MOST_TITLES).toList());
  }

  private static String cut(String title) {
    return title.codePointCount(0, title.length()) <= LONGEST_TITLE
        ? title
        : title.substring(0, title.offsetByCodePoints(0, LONGEST_TITLE));
  }
}
