package dev.feedwarden.feed;

import dev.feedwarden.model.Person;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Plain lines about an item, for lists and for comparing. */
final class Texts {
  private static final int LONGEST_SUMMARY = 4_000;

  private Texts() {}

  /** The summary, else the beginning of the content. */
  static String summary(Item item) {
    var told = item.words().summary().body(LONGEST_SUMMARY);
    return told.isEmpty() ? item.words().content().body(LONGEST_SUMMARY) : told;
  }

  static @Nullable String names(List<Person> people) {
    return people.isEmpty()
        ? null
        : people.stream().map(Person::shown).collect(Collectors.joining(", "));
  }
}
