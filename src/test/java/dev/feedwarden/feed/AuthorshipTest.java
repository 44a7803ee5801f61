package dev.feedwarden.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Budget;
import dev.feedwarden.model.Entry;
import dev.feedwarden.model.Hints;
import dev.feedwarden.model.Person;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class AuthorshipTest {
  private static final Person ANN = new Person("Ann", null, null);
  private static final Person BOB = new Person(null, "bob@x.example", null);
  private static final Channel OF_ANN_AND_BOB =
      new Channel(
          new Channel.Names(
              null, null, Markup.none(Feeds.BASE), null, Markup.none(Feeds.BASE), null),
          new Channel.Places(null, null, null, List.of(), Channel.Pages.NONE, null),
          List.of(ANN, BOB),
          List.of(),
          Entry.Dates.NONE,
          Hints.NONE);

  private static Item item(String title, Person... authors) {
    var none = Markup.none(Feeds.BASE);
    return new Item(
        title,
        new Item.Words(title, none, none, null),
        new Item.Links(null, null, List.of()),
        List.of(authors),
        List.of(),
        Entry.Dates.NONE);
  }

  @Test
  void an_item_that_names_nobody_is_by_those_who_made_the_feed() {
    assertThat(Authorship.of(item("a"), OF_ANN_AND_BOB)).containsExactly(ANN, BOB);
    assertThat(Authorship.of(item("a", BOB), OF_ANN_AND_BOB)).containsExactly(BOB);
  }

  @Test
  void what_is_stored_names_them_but_is_not_another_content_for_it() {
    var keyed = Identity.of(List.of(item("a"), item("b", BOB)));

    var stored =
        Sifting.changes(OF_ANN_AND_BOB, keyed, Map.of(), 0, Budget.UNLIMITED)
            .orElseThrow()
            .entries();

    assertThat(stored)
        .extracting(entry -> entry.content().author())
        .containsExactly("Ann, bob@x.example", "bob@x.example");
    assertThat(stored)
        .extracting(Entry::marks)
        .isEqualTo(keyed.stream().map(Keyed::marks).toList());
  }
}
