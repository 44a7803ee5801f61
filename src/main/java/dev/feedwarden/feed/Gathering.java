package dev.feedwarden.feed;

import dev.feedwarden.model.Entry;
import dev.feedwarden.model.Hints;
import dev.feedwarden.model.WebUrl;
import org.jspecify.annotations.Nullable;

/** What the elements inside a channel or an item say about it. */
final class Gathering {
  static final int LONGEST_LINE = 1_000;

  private final Cursor cursor;
  private final boolean atom;
  private final People people = new People();
  private final LinkSet links = new LinkSet();
  private final Tags tags = new Tags();
  private @Nullable Hinting hints;
  private final Pick<Markup> title = new Pick<>();
  private final Pick<Markup> summary = new Pick<>();
  private final Pick<Markup> content = new Pick<>();
  private final Pick<String> id = new Pick<>();
  private final Pick<String> language = new Pick<>();
  private final Pick<Markup> rights = new Pick<>();
  private final Pick<String> generator = new Pick<>();
  private final Pick<String> image = new Pick<>();
  private final Pick<String> movedTo = new Pick<>();
  private final Pick<Dated> published = new Pick<>();
  private final Pick<Dated> updated = new Pick<>();

  /**
   * @param atom whether elements without a vocabulary of their own are Atom's
   */
  Gathering(Cursor cursor, boolean atom) {
    this.cursor = cursor;
    this.atom = atom;
    language.offer(2, cursor.language());
  }

  /** Everything about the item just opened, or null if the document breaks inside it. */
  @Nullable Item item() {
    var base = cursor.base();
    attributes();
    children();
    return cursor.broken() ? null : item(base);
  }

  // RSS 1.0 has an item's identity in an attribute, the Channel Definition Format its address.
  private void attributes() {
    var about = cursor.attribute("about");
    id.offer(3, about == null || about.isBlank() ? null : about.strip());
    var href = cursor.attribute("href");
    links.instead(5, href == null ? null : Links.resolve(cursor.base(), href));
    var modified = cursor.attribute("lastmod");
    updated.offer(5, modified == null ? null : DateText.parse(modified));
  }

  private void children() {
    var depth = cursor.depth();
    while (cursor.nextChild(depth)) {
      take();
    }
  }

  /** The element just opened. */
  void take() {
    var term = cursor.name().term();
    if (term == null) {
      return;
    }
    var rank = term.rank();
    switch (term.meaning()) {
      case TITLE -> text(title, rank);
      case SUMMARY -> text(summary, rank);
      case CONTENT -> content(rank);
      case LINK -> links.link(cursor);
      case ID -> id(rank);
      case GUID -> guid();
      case PUBLISHED -> date(published, rank);
      case UPDATED -> date(updated, rank);
      case AUTHOR -> author(rank);
      case CATEGORY -> category();
      case KEYWORDS -> tags.keywords(cursor);
      case ENCLOSURE -> enclosure();
      case COMMENTS -> links.comments(cursor, rank);
      case LANGUAGE -> words(language, rank);
      case RIGHTS -> text(rights, rank);
      case GENERATOR -> line(generator, rank);
      case IMAGE -> image(rank);
      case TTL, PERIOD, FREQUENCY, SKIP_HOURS, SKIP_DAYS -> hint(term.meaning());
      case MOVED -> address(movedTo, rank);
      case GROUP -> children();
      case ORIGIN -> origin();
      case CHANNEL, ITEM -> {}
    }
  }

  private void hint(Term.Meaning meaning) {
    hints = hints == null ? new Hinting() : hints;
    hints.take(cursor, meaning);
  }

  private Markup text() {
    return atom || cursor.name().space() == Space.ATOM
        ? TextReader.atom(cursor)
        : TextReader.rss(cursor);
  }

  private void text(Pick<Markup> pick, int rank) {
    if (pick.wants(rank)) {
      var read = text();
      pick.offer(rank, read.isBlank() ? null : read);
    }
  }

  private void content(int rank) {
    var elsewhere = cursor.attribute("src");
    links.instead(4, elsewhere == null ? null : Links.resolve(cursor.base(), elsewhere));
    language.offer(3, cursor.language());
    text(content, rank);
  }

  private void words(Pick<String> pick, int rank) {
    if (pick.wants(rank)) {
      pick.offer(rank, TextReader.words(cursor));
    }
  }

  // An Atom id is an address; whoever writes only its path means the rest to be the document's.
  private void id(int rank) {
    var base = cursor.base();
    var written = id.wants(rank) ? TextReader.words(cursor) : null;
    if (written == null) {
      return;
    }
    var path = atom && written.indexOf('/') >= 0 && written.indexOf(':') < 0;
    var address = path ? Links.resolve(base, written) : null;
    id.offer(rank, address == null ? written : address);
  }

  private void line(Pick<String> pick, int rank) {
    if (pick.wants(rank)) {
      var line = text().title(LONGEST_LINE);
      pick.offer(rank, line.isEmpty() ? null : line);
    }
  }

  private void address(Pick<String> pick, int rank) {
    var base = cursor.base();
    var words = TextReader.words(cursor);
    pick.offer(rank, words == null ? null : Links.resolve(base, words));
  }

  private void date(Pick<Dated> pick, int rank) {
    if (pick.wants(rank)) {
      var words = TextReader.words(cursor);
      pick.offer(rank, words == null ? null : DateText.parse(words));
    }
  }

  private void guid() {
    var base = cursor.base();
    var isPermaLink = cursor.attribute("ispermalink");
    var written = TextReader.words(cursor);
    if (written != null && id.wants(0)) {
      var address = links.guid(base, written, isPermaLink);
      id.offer(0, address == null ? written : address);
    }
  }

  private void author(int rank) {
    if (people.wants(rank)) {
      people.read(cursor, rank);
    }
  }

  // iTunes nests a category in a wider one.
  private void category() {
    var depth = cursor.depth();
    tags.category(cursor);
    if (cursor.depth() >= depth) {
      while (cursor.nextChild(depth)) {
        tags.category(cursor);
      }
    }
  }

  private void enclosure() {
    links.enclosure(cursor);
    if (cursor.name().space() == Space.MEDIA) {
      children();
    }
  }

  private void image(int rank) {
    for (var name : new String[] {"href", "url", "resource"}) {
      var address = cursor.attribute(name);
      if (address != null) {
        image.offer(rank, Links.resolve(cursor.base(), address));
        return;
      }
    }
    if (!image.wants(rank)) {
      return;
    }
    var depth = cursor.depth();
    var words = cursor.words();
    while (true) {
      switch (cursor.next()) {
        case START -> {
          if (cursor.depth() == depth + 1 && cursor.name().local().equals("url")) {
            address(image, rank);
          }
        }
        case TEXT -> {
          if (cursor.depth() == depth) {
            cursor.appendTo(words);
          }
        }
        case END -> {
          if (cursor.depth() < depth) {
            var own = words.text().strip();
            image.offer(rank, own.isEmpty() ? null : Links.resolve(cursor.base(), own));
            return;
          }
        }
        case DONE, BROKEN -> {
          return;
        }
      }
    }
  }

  // An entry that was taken over from another feed has that feed's authors (RFC 4287, 4.2.11).
  private void origin() {
    var depth = cursor.depth();
    while (cursor.nextChild(depth)) {
      var term = cursor.name().term();
      if (term != null && term.meaning() == Term.Meaning.AUTHOR && people.wants(9)) {
        people.read(cursor, 9);
      }
    }
  }

  private Item item(WebUrl base) {
    return new Item(
        id.best(),
        new Item.Words(line(title), or(summary, base), or(content, base), language.best()),
        links.ofItem(),
        people.best(),
        tags.all(),
        dates());
  }

  /** Everything about the channel. */
  Channel channel(WebUrl base) {
    var called = line(title);
    return new Channel(
        new Channel.Names(
            id.best(),
            called.isEmpty() ? null : called,
            or(summary, base),
            language.best(),
            or(rights, base),
            generator.best()),
        links.ofChannel(image.best(), movedTo.best()),
        people.best(),
        tags.all(),
        dates(),
        (hints == null ? Hints.NONE : hints.hints()).movedTo(elsewhere()));
  }

  private @Nullable WebUrl elsewhere() {
    var told = movedTo.best();
    return told != null && WebUrl.parse(told) instanceof WebUrl.Parsed.Good(var url) ? url : null;
  }

  /** How many elements were too many. */
  int dropped() {
    return people.dropped() + tags.dropped() + links.dropped();
  }

  private Entry.Dates dates() {
    return Dated.dates(published.best(), updated.best());
  }

  private static String line(Pick<Markup> pick) {
    var best = pick.best();
    return best == null ? "" : best.title(LONGEST_LINE);
  }

  private static Markup or(Pick<Markup> pick, WebUrl base) {
    var best = pick.best();
    return best == null ? Markup.none(base) : best;
  }
}
