package dev.feedwarden.model;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One item of a feed, normalised and safe to show, with the keys it is known by. */
public record Entry(
    EntryKey key, @Nullable String guid, Content content, Body body, Dates dates, Marks marks) {

  /**
   * Keys of an entry within its source.
   *
   * @param primary from the guid, else the link, else title and date
   * @param alias from link and title together, to know an entry again whose guid changed
   */
  public record EntryKey(String primary, @Nullable String alias) {
    /** Both, or the one there is. */
    public List<String> all() {
      return alias == null ? List.of(primary) : List.of(primary, alias);
    }
  }

  /** What a list of articles shows; all plain text. */
  public record Content(
      String title,
      @Nullable String link,
      @Nullable String author,
      String summary,
      List<String> tags,
      @Nullable String language) {
    public Content {
      tags = List.copyOf(tags);
    }
  }

  /**
   * What a reader of the article sees besides.
   *
   * @param html sanitised, all its links absolute; empty if the feed has no text
   * @param comments where the article is talked about
   */
  public record Body(String html, List<Enclosure> enclosures, @Nullable String comments) {
    public static final Body NONE = new Body("", List.of(), null);

    public Body {
      enclosures = List.copyOf(enclosures);
    }
  }

  /**
   * The dates the feed gave; never invented.
   *
   * @param guessed whether a zone, a day or a time of day was missing
   */
  public record Dates(@Nullable Instant published, @Nullable Instant updated, boolean guessed) {
    public static final Dates NONE = new Dates(null, null, false);
  }

  /**
   * What an entry is compared by.
   *
   * @param content versioned; another version says nothing about whether the content changed
   * @param url of the link, in the form in which its spellings are equal
   */
  public record Marks(String content, @Nullable String url) {
    /** Whether both were made by the same rules, so that a difference is a difference. */
    public static boolean comparable(String one, String other) {
      return one.regionMatches(0, other, 0, other.indexOf(':') + 1);
    }
  }
}
