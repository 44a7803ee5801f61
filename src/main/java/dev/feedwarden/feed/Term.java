package dev.feedwarden.feed;

import static dev.feedwarden.feed.Term.Meaning.*;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an element means in a channel or an item.
 *
 * @param rank of several elements with one meaning the one with the lowest rank speaks
 */
record Term(Meaning meaning, int rank) {
  enum Meaning {
    TITLE,
    LINK,
    ID,
    GUID,
    SUMMARY,
    CONTENT,
    PUBLISHED,
    UPDATED,
    AUTHOR,
    CATEGORY,
    KEYWORDS,
    ENCLOSURE,
    COMMENTS,
    LANGUAGE,
    RIGHTS,
    GENERATOR,
    IMAGE,
    TTL,
    PERIOD,
    FREQUENCY,
    SKIP_HOURS,
    SKIP_DAYS,
    MOVED,
    GROUP,
    ORIGIN,
    CHANNEL,
    ITEM
  }

  private static final Map<Space, Map<String, Term>> TERMS = new EnumMap<>(Space.class);

  static {
    // RSS of every version, and Atom, whose words do not contradict each other.
    core("item entry", ITEM, 0);
    core("channel", CHANNEL, 0);
    core("title", TITLE, 0);
    core("link url", LINK, 0);
    core("id", ID, 0);
    core("guid", GUID, 0);
    core("description summary subtitle tagline abstract", SUMMARY, 0);
    core("info", SUMMARY, 4);
    core("content fullitem body", CONTENT, 1);
    core("pubdate published issued", PUBLISHED, 0);
    core("date", PUBLISHED, 2);
    core("created", PUBLISHED, 3);
    core("updated modified lastbuilddate", UPDATED, 0);
    core("author managingeditor", AUTHOR, 0);
    core("webmaster", AUTHOR, 6);
    core("category", CATEGORY, 0);
    core("enclosure", ENCLOSURE, 0);
    core("comments", COMMENTS, 0);
    core("language", LANGUAGE, 0);
    core("copyright rights", RIGHTS, 0);
    core("generator", GENERATOR, 0);
    core("image", IMAGE, 0);
    core("logo", IMAGE, 1);
    core("icon", IMAGE, 3);
    core("ttl", TTL, 0);
    core("skiphours", SKIP_HOURS, 0);
    core("skipdays", SKIP_DAYS, 0);
    core("source", ORIGIN, 0);

    add(Space.DC, "title", TITLE, 1);
    add(Space.DC, "description", SUMMARY, 1);
    add(Space.DC, "creator author", AUTHOR, 1);
    add(Space.DC, "publisher", AUTHOR, 5);
    add(Space.DC, "date", PUBLISHED, 1);
    add(Space.DC, "subject", CATEGORY, 0);
    add(Space.DC, "language", LANGUAGE, 1);
    add(Space.DC, "rights", RIGHTS, 1);
    add(Space.DC, "identifier", ID, 2);
    add(Space.TERMS, "title", TITLE, 1);
    add(Space.TERMS, "abstract description", SUMMARY, 1);
    add(Space.TERMS, "creator", AUTHOR, 1);
    add(Space.TERMS, "issued available", PUBLISHED, 1);
    add(Space.TERMS, "created", PUBLISHED, 3);
    add(Space.TERMS, "modified", UPDATED, 1);
    add(Space.TERMS, "subject", CATEGORY, 0);
    add(Space.TERMS, "language", LANGUAGE, 1);
    add(Space.TERMS, "rights", RIGHTS, 1);

    add(Space.CONTENT, "encoded", CONTENT, 0);
    add(Space.XHTML, "body div", CONTENT, 2);

    add(Space.ITUNES, "title", TITLE, 2);
    add(Space.ITUNES, "author", AUTHOR, 2);
    add(Space.ITUNES, "owner", AUTHOR, 4);
    add(Space.ITUNES, "summary", SUMMARY, 2);
    add(Space.ITUNES, "subtitle", SUMMARY, 3);
    add(Space.ITUNES, "category", CATEGORY, 0);
    add(Space.ITUNES, "keywords", KEYWORDS, 0);
    add(Space.ITUNES, "image", IMAGE, 2);
    add(Space.ITUNES, "new-feed-url", MOVED, 0);

    add(Space.MEDIA, "group", GROUP, 0);
    add(Space.MEDIA, "content", ENCLOSURE, 1);
    add(Space.MEDIA, "title", TITLE, 3);
    add(Space.MEDIA, "description text", SUMMARY, 5);
    add(Space.MEDIA, "category", CATEGORY, 0);
    add(Space.MEDIA, "keywords", KEYWORDS, 0);
    add(Space.MEDIA, "thumbnail", IMAGE, 4);
    add(Space.MEDIA, "credit", AUTHOR, 7);

    add(Space.PODCAST, "guid", ID, 1);
    add(Space.PODCAST, "person", AUTHOR, 3);
    add(Space.PODCAST, "alternateenclosure", ENCLOSURE, 1);

    add(Space.SYNDICATION, "updateperiod", PERIOD, 0);
    add(Space.SYNDICATION, "updatefrequency", FREQUENCY, 0);
    add(Space.COMMENTS, "comment commentrss", COMMENTS, 2);
  }

  /** What an element means, if it means anything to us. */
  static @Nullable Term of(Space space, String local) {
    return TERMS.getOrDefault(space, Map.of()).get(local);
  }

  private static void core(String names, Meaning meaning, int rank) {
    add(Space.PLAIN, names, meaning, rank);
    add(Space.ATOM, names, meaning, rank);
  }

  private static void add(Space space, String names, Meaning meaning, int rank) {
    for (var name : names.split(" ", -1)) {
      TERMS.computeIfAbsent(space, _ -> new HashMap<>()).put(name, new Term(meaning, rank));
    }
  }
}
