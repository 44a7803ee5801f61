package dev.feedwarden.feed;

import dev.feedwarden.model.Person;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Plain lines about an item, for lists. */
final class Texts {
  private Texts() {}

  static @Nullable String names(List<Person> people) {
    return people.isEmpty()
        ? null
        : people.stream().map(Person::shown).collect(Collectors.joining(", "));
  }
}
