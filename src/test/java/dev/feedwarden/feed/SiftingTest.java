package dev.feedwarden.feed;

import static dev.feedwarden.feed.Feeds.rss;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Budget;
import dev.feedwarden.model.Change;
import dev.feedwarden.model.Change.Known;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class SiftingTest {
  private static final Reading.Feed FEED =
      (Reading.Feed)
          Feeds.read(
              rss("<item><guid>1</guid><title>A</title><link>https://x.example/a</link></item>"));
  private static final Keyed ITEM = Identity.of(FEED.items()).getFirst();
  private static final Known STORED = new Known(7L, ITEM.marks().content());

  private static List<Change> changes(Map<String, Known> known) {
    return Sifting.changes(FEED.channel(), List.of(ITEM), known, 1, Budget.UNLIMITED)
        .orElseThrow()
        .all();
  }

  @Test
  void an_unchanged_item_asks_to_remember_only_the_keys_that_nobody_knows() {
    var primary = ITEM.key().primary();
    var alias = String.valueOf(ITEM.key().alias());

    assertThat(changes(Map.of(primary, STORED, alias, STORED)))
        .containsExactly(new Change.Same(List.of(), 7L));
    assertThat(changes(Map.of(primary, STORED)))
        .containsExactly(new Change.Same(List.of(alias), 7L));
    assertThat(changes(Map.of(alias, STORED)))
        .containsExactly(new Change.Same(List.of(primary), 7L));
  }
}
