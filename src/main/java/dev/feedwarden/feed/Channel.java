package dev.feedwarden.feed;

import dev.feedwarden.model.Entry;
import dev.feedwarden.model.Hints;
import dev.feedwarden.model.Person;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a feed says about itself. */
public record Channel(
    Names names,
    Places places,
    List<Person> authors,
    List<String> tags,
    Entry.Dates dates,
    Hints hints) {
  public Channel {
    authors = List.copyOf(authors);
    tags = List.copyOf(tags);
  }

  /** What it is called; plain text but for the description and the rights. */
  public record Names(
      @Nullable String id,
      @Nullable String title,
      Markup description,
      @Nullable String language,
      Markup rights,
      @Nullable String generator) {}

  /**
   * Where it and its kin are.
   *
   * @param site the page it is the feed of
   * @param self where it says it is
   * @param hubs of WebSub
   * @param pages older parts of it (RFC 5005)
   * @param movedTo where it says it has gone ({@code itunes:new-feed-url})
   */
  public record Places(
      @Nullable String site,
      @Nullable String self,
      @Nullable String image,
      List<String> hubs,
      Pages pages,
      @Nullable String movedTo) {
    public Places {
      hubs = List.copyOf(hubs);
    }
  }

  /** The pages that RFC 5005 knows. */
  public record Pages(
      @Nullable String next, @Nullable String previousArchive, @Nullable String current) {
    public static final Pages NONE = new Pages(null, null, null);

    /** Where the entries before these are. */
    public @Nullable String older() {
      return previousArchive == null ? next : previousArchive;
    }
  }
}
