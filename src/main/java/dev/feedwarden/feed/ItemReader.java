package dev.feedwarden.feed;

import dev.feedwarden.model.Entry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads one item or entry, of whatever format, from its start to its end. */
final class ItemReader {
  private static final int LONGEST_TITLE = 1_000;
  private static final int LONGEST_SUMMARY = 4_000;
  private static final int LONGEST_TAG = 100;
  private static final int MOST_TAGS = 50;

  private final Cursor cursor;
  private final boolean atom;
  private final People people = new People();
  private final LinkChoice links = new LinkChoice();
  private final Map<String, String> tags = new LinkedHashMap<>();
  private Text title = Text.EMPTY;
  private Text summary = Text.EMPTY;
  private Text content = Text.EMPTY;
  private @Nullable String guid;
  private @Nullable Instant published;
  private @Nullable Instant created;
  private @Nullable Instant updated;

  private ItemReader(Cursor cursor) {
    this.cursor = cursor;
    this.atom = cursor.name().local().equals("entry");
  }

  /** The item just opened, or null if the document breaks inside it. */
  static @Nullable Draft read(Cursor cursor) {
    return new ItemReader(cursor).run();
  }

  private @Nullable Draft run() {
    var depth = cursor.depth();
    var about = cursor.attribute("about"); // the identity of an RSS 1.0 item
    while (cursor.nextChild(depth)) {
      var name = cursor.name();
      switch (name.space()) {
        case PLAIN, ATOM -> core(name);
        case DC -> dublinCore(name.local());
        case TERMS -> terms(name.local());
        case CONTENT -> content = name.local().equals("encoded") ? Text.rss(cursor) : content;
        case XHTML -> content = name.local().equals("body") ? Text.rss(cursor) : content;
        case ITUNES -> itunes(name.local());
        case RDF, OTHER -> {}
      }
    }
    if (cursor.broken()) {
      return null;
    }
    return draft(guid != null || about == null || about.isBlank() ? guid : about.strip());
  }

  private Draft draft(@Nullable String id) {
    var told = summary.body(LONGEST_SUMMARY);
    return new Draft(
        id,
        new Entry.Content(
            title.title(LONGEST_TITLE),
            links.best(),
            people.names(),
            told.isEmpty() ? content.body(LONGEST_SUMMARY) : told,
            new ArrayList<>(tags.values())),
        new Entry.Dates(published != null ? published : created, updated));
  }

  private void core(Cursor.Name name) {
    switch (name.local()) {
      case "title" -> title = first(title, text(name));
      case "link" -> links.link(cursor);
      case "guid" -> guid(cursor.attribute("ispermalink"));
      case "id" -> guid = guid != null ? guid : text(name).raw();
      case "description", "summary", "abstract" -> summary = first(summary, text(name));
      case "content" -> content = first(content, text(name));
      case "pubdate", "published", "issued", "date" -> published = first(published);
      case "created" -> created = first(created);
      case "updated", "modified" -> updated = first(updated);
      case "category" -> category();
      case "author" -> author(name);
      default -> {}
    }
  }

  private void dublinCore(String local) {
    switch (local) {
      case "title" -> title = first(title, Text.rss(cursor));
      case "description" -> summary = first(summary, Text.rss(cursor));
      case "creator", "author" -> people.creator(Text.rss(cursor));
      case "date" -> published = first(published);
      case "subject" -> tag(Text.rss(cursor));
      default -> {}
    }
  }

  private void terms(String local) {
    switch (local) {
      case "issued" -> published = first(published);
      case "created" -> created = first(created);
      case "modified" -> updated = first(updated);
      default -> {}
    }
  }

  private void itunes(String local) {
    switch (local) {
      case "author" -> people.performer(Text.rss(cursor));
      case "summary" -> summary = first(summary, Text.rss(cursor));
      default -> {}
    }
  }

  private Text text(Cursor.Name name) {
    return atom || name.space() == Space.ATOM ? Text.atom(cursor) : Text.rss(cursor);
  }

  private void guid(@Nullable String isPermaLink) {
    var base = cursor.base();
    var written = Text.rss(cursor).raw();
    if (guid == null && written != null) {
      guid = written;
      links.guid(base, written, isPermaLink);
    }
  }

  private void author(Cursor.Name name) {
    if (atom || name.space() == Space.ATOM) {
      people.person(cursor);
    } else {
      people.author(Text.rss(cursor));
    }
  }

  private void category() {
    var term = cursor.attribute("term");
    var label = cursor.attribute("label");
    var said = term != null && !term.isBlank() ? term : label;
    tag(said != null ? new Text(said, false) : Text.rss(cursor));
  }

  private void tag(Text text) {
    var tag = text.title(LONGEST_TAG);
    if (!tag.isEmpty() && tags.size() < MOST_TAGS) {
      tags.putIfAbsent(tag.toLowerCase(Locale.ROOT), tag);
    }
  }

  private @Nullable Instant first(@Nullable Instant before) {
    return before != null ? before : DateText.instant(Text.rss(cursor).value());
  }

  private static Text first(Text before, Text now) {
    return before.raw() != null ? before : now;
  }
}
