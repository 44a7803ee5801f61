package dev.feedwarden.model;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One item of a feed, normalised, with the keys it is known by. */
public record Entry(
    EntryKey key, @Nullable String guid, Content content, Dates dates, String contentHash) {

  /**
   * Keys of an entry within its source.
   *
   * @param primary from the guid, else the link, else title and date
   * @param alias from link and title together, to know an entry again whose guid changed
   */
  public record EntryKey(String primary, @Nullable String alias) {}

  /** What a reader sees; all plain text. */
  public record Content(
      String title,
      @Nullable String link,
      @Nullable String author,
      String summary,
      List<String> tags) {
    public Content {
      tags = List.copyOf(tags);
    }
  }

  /** The dates the feed gave; never invented. */
  public record Dates(@Nullable Instant published, @Nullable Instant updated) {}
}
