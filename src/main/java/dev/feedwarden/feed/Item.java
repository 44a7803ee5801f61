package dev.feedwarden.feed;

import dev.feedwarden.model.Enclosure;
import dev.feedwarden.model.Entry;
import dev.feedwarden.model.Person;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One item or entry as it was read: its links are absolute, its HTML is still the feed's.
 *
 * @param id the guid, the RDF address, the Atom or JSON id
 */
public record Item(
    @Nullable String id,
    Words words,
    Links links,
    List<Person> authors,
    List<String> tags,
    Entry.Dates dates) {
  public Item {
    authors = List.copyOf(authors);
    tags = List.copyOf(tags);
  }

  /**
   * What it says.
   *
   * @param title plain text
   */
  public record Words(String title, Markup summary, Markup content, @Nullable String language) {}

  /** Where it leads. */
  public record Links(
      @Nullable String page, @Nullable String comments, List<Enclosure> enclosures) {
    public Links {
      enclosures = List.copyOf(enclosures);
    }
  }
}
