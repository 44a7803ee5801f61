package dev.feedwarden.feed;

import dev.feedwarden.feed.Term.Meaning;
import dev.feedwarden.model.Cause;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads RSS, RDF and Atom in one streaming pass. */
final class XmlFeed {
  static final Set<String> ROOTS = Set.of("rss", "rdf", "feed", "channel");
  static final int MOST_ITEMS = 5_000;

  private final Cursor cursor;
  private final List<Item> items = new ArrayList<>();
  private boolean speaks;
  private boolean whole;
  private int dropped;
  private int children;

  private XmlFeed(Cursor cursor) {
    this.cursor = cursor;
  }

  /** Reads a document; damage is left for the caller to see at the cursor. */
  static Reading read(Cursor cursor, Charset charset) {
    if (!cursor.nextChild(0)) {
      return new Reading.Unreadable(Cause.MALFORMED);
    }
    if (!ROOTS.contains(cursor.name().local())) {
      return new Reading.Unreadable(Cause.NOT_A_FEED);
    }
    var read = new XmlFeed(cursor).document(charset);
    return cursor.spent() ? new Reading.Unreadable(Cause.PARSE_BUDGET) : read;
  }

  private Reading document(Charset charset) {
    var base = cursor.base();
    var format = format();
    var atom = format == Format.ATOM_10 || format == Format.ATOM_03;
    var gathering = new Gathering(cursor, atom);
    // <rss/> alone says nothing at all.
    speaks = !cursor.tokens().hollow() || cursor.tokens().attributes() > 0;
    level(gathering, atom);
    // A root cut right behind its channel took nothing with it.
    if (cursor.broken() && items.isEmpty() && !whole) {
      return new Reading.Unreadable(Cause.MALFORMED);
    }
    if (!speaks) {
      return new Reading.Unreadable(Cause.NOT_A_FEED);
    }
    cursor.nextChild(0); // to the end of the document: what follows the root may be broken too
    return new Reading.Feed(
        format,
        charset,
        gathering.channel(base),
        items,
        new Losses(cursor.damaged(), dropped, cursor.cuts(), children + gathering.dropped()));
  }

  // At most as deep as Xml lets a document be.
  private void level(Gathering gathering, boolean atom) {
    var depth = cursor.depth();
    while (cursor.nextChild(depth)) {
      speaks = true;
      whole = false;
      var term = cursor.name().term();
      if (term == null) {
        continue;
      }
      if (term.meaning() == Meaning.CHANNEL) {
        level(gathering, atom);
        whole = !cursor.broken();
      } else if (term.meaning() == Meaning.ITEM) {
        item(atom);
      } else {
        gathering.take();
      }
    }
  }

  private void item(boolean atom) {
    if (items.size() == MOST_ITEMS) {
      dropped++; // unread, so that the next step passes over it
      return;
    }
    var gathering = new Gathering(cursor, atom);
    var item = gathering.item();
    children += gathering.dropped();
    if (item != null) {
      items.add(item);
    }
  }

  private Format format() {
    return switch (cursor.name().local()) {
      case "rss" -> rss(cursor.attribute("version"));
      case "rdf" -> cursor.namespace().contains("netscape") ? Format.RSS_090 : Format.RSS_10;
      case "feed" -> atom(cursor.attribute("version"));
      default -> Format.CDF;
    };
  }

  private static Format rss(@Nullable String version) {
    return switch (version == null ? "" : version.strip()) {
      case "0.90" -> Format.RSS_090;
      case "0.91" -> Format.RSS_091;
      case "0.92" -> Format.RSS_092;
      case "0.93" -> Format.RSS_093;
      case "0.94" -> Format.RSS_094;
      case "1.0" -> Format.RSS_10;
      case "2.0", "2.00", "2", "2.01", "2.0.1", "2.0.11" -> Format.RSS_20;
      default -> Format.RSS;
    };
  }

  private Format atom(@Nullable String version) {
    var old =
        (version != null && version.strip().startsWith("0."))
            || cursor.namespace().toLowerCase(Locale.ROOT).contains("purl.org/atom");
    return old ? Format.ATOM_03 : Format.ATOM_10;
  }
}
