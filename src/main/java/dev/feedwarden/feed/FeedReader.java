package dev.feedwarden.feed;

import dev.feedwarden.model.Cause;
import dev.feedwarden.model.WebUrl;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads RSS 0.9x and 2.0, RSS 1.0 and Atom 0.3 and 1.0 in one streaming pass. */
public final class FeedReader {
  private static final String VERSION = "1:";
  private static final int LARGEST = 32 * 1_024 * 1_024;
  private static final int MOST_ITEMS = 5_000;
  private static final int LONGEST_TITLE = 1_000;
  private static final int HEAD = 4_096;
  private static final Pattern FIRST_TAG = Pattern.compile("<(?:\\w+:)?(\\w+)");
  private static final Set<String> ROOTS = Set.of("rss", "rdf", "feed", "channel");

  private final Cursor cursor;
  private final List<Item> items = new ArrayList<>();
  private final LinkChoice links = new LinkChoice();
  private Text title = Text.EMPTY;
  private boolean speaks;
  private int dropped;

  private FeedReader(Cursor cursor) {
    this.cursor = cursor;
  }

  /**
   * Reads a whole body.
   *
   * @param contentType the HTTP header, for its charset
   * @param base where the body came from, for relative links
   */
  public static Reading read(byte[] body, @Nullable String contentType, WebUrl base) {
    if (body.length > LARGEST) {
      return new Reading.Unreadable(Cause.TOO_LARGE);
    }
    var text = Decoding.text(body, contentType);
    if (text.isBlank()) {
      return new Reading.Unreadable(Cause.EMPTY);
    }
    return new FeedReader(Xml.open(text, base)).document(text);
  }

  /**
   * What a body is known by; a reader that reads otherwise gives another hash, so that it is read
   * again.
   */
  public static String bodyHash(byte[] body) {
    return VERSION + Digest.of(body);
  }

  private Reading document(String text) {
    if (!cursor.nextChild(0)) {
      return new Reading.Unreadable(beginsLikeAFeed(text) ? Cause.MALFORMED : Cause.NOT_A_FEED);
    }
    if (!ROOTS.contains(cursor.name().local())) {
      return new Reading.Unreadable(Cause.NOT_A_FEED);
    }
    speaks = cursor.name().space() == Space.ATOM; // an empty <rss/> says nothing at all
    level();
    if (cursor.broken() && items.isEmpty()) {
      return new Reading.Unreadable(Cause.MALFORMED);
    }
    return speaks ? feed() : new Reading.Unreadable(Cause.NOT_A_FEED);
  }

  private static boolean beginsLikeAFeed(String text) {
    var tag = FIRST_TAG.matcher(text.substring(0, Math.min(text.length(), HEAD)));
    return tag.find() && ROOTS.contains(tag.group(1).toLowerCase(Locale.ROOT));
  }

  private Reading feed() {
    cursor.nextChild(0); // to the end of the document: what follows the root may be broken too
    var base = cursor.base();
    var shown = title.title(LONGEST_TITLE);
    return new Reading.Feed(
        Format.RSS,
        java.nio.charset.StandardCharsets.UTF_8,
        new Channel(
            new Channel.Names(
                null, shown.isEmpty() ? null : shown, Markup.none(base), null, null, null),
            new Channel.Places(links.best(), null, null, List.of(), Channel.Pages.NONE, null),
            List.of(),
            List.of(),
            dev.feedwarden.model.Entry.Dates.NONE,
            dev.feedwarden.model.Hints.NONE),
        items,
        new Losses(cursor.broken(), dropped, 0, 0));
  }

  // At most as deep as Xml lets a document be.
  private void level() {
    var depth = cursor.depth();
    while (cursor.nextChild(depth)) {
      speaks = true;
      var name = cursor.name();
      if (name.space() == Space.PLAIN || name.space() == Space.ATOM) {
        child(name);
      }
    }
  }

  private void child(Cursor.Name name) {
    switch (name.local()) {
      case "item", "entry" -> item();
      case "channel" -> level();
      case "title" -> title(name);
      case "link" -> links.link(cursor);
      default -> {}
    }
  }

  private void title(Cursor.Name name) {
    var read = name.space() == Space.ATOM ? Text.atom(cursor) : Text.rss(cursor);
    title = title.raw() == null ? read : title;
  }

  private void item() {
    if (items.size() == MOST_ITEMS) {
      dropped++; // unread, so that the next step passes over it
      return;
    }
    var item = ItemReader.read(cursor);
    if (item != null) {
      items.add(item);
    }
  }
}
