package dev.feedwarden.feed;

import dev.feedwarden.model.Person;
import java.util.List;

/** Who wrote an item. */
public final class Authorship {
  private Authorship() {}

  /** Its own authors, else those of its feed (RFC 4287, section 4.2.1). */
  public static List<Person> of(Item item, Channel channel) {
    return item.authors().isEmpty() ? channel.authors() : item.authors();
  }
}
