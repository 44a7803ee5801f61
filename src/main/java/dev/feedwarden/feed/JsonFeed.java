package dev.feedwarden.feed;

import dev.feedwarden.model.Budget;
import dev.feedwarden.model.Cause;
import dev.feedwarden.model.Entry;
import dev.feedwarden.model.Hints;
import dev.feedwarden.model.WebUrl;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * Reads JSON Feed 1.0 and 1.1 in one streaming pass. What has the wrong type is left out; of a key
 * that is repeated the first value counts.
 */
final class JsonFeed {
  private static final Pattern VERSION =
      Pattern.compile("(?:https?:)?//(?:www\\.)?jsonfeed\\.org/version/1(?:\\.[0-9])?/?");

  private final Json json;
  private final WebUrl base;
  private final Budget budget;
  private final List<Item> items = new ArrayList<>();
  private final People people = new People();
  private final LinkSet links = new LinkSet();
  private final Pick<String> version = new Pick<>();
  private final Pick<String> title = new Pick<>();
  private final Pick<String> description = new Pick<>();
  private final Pick<String> language = new Pick<>();
  private final Pick<String> image = new Pick<>();
  private boolean untitled; // the one thing that every feed must have is no text
  private int dropped;
  private int children;

  private JsonFeed(Json json, WebUrl base, Budget budget) {
    this.json = json;
    this.budget = budget;
    this.base = base;
  }

  /** Whether a document could be one of these. */
  static boolean begins(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (!Character.isWhitespace(text.charAt(i))) {
        return text.charAt(i) == '{';
      }
    }
    return false;
  }

  static Reading read(String text, Charset charset, WebUrl base, Budget budget) {
    try (var json = Json.open(text)) {
      var feed = new JsonFeed(json, base, budget);
      var broken = feed.document();
      return budget.spent()
          ? new Reading.Unreadable(Cause.PARSE_BUDGET)
          : feed.reading(charset, broken);
    }
  }

  /** Reads to the end; whether the document breaks before. */
  private boolean document() {
    try {
      if (!json.more() || !json.isObject()) {
        return true;
      }
      for (var field = json.field(); field != null; field = json.field()) {
        channel(field);
      }
      return json.more();
    } catch (JacksonException broken) {
      return true;
    }
  }

  private Reading reading(Charset charset, boolean broken) {
    var written = version.best();
    var said = written == null ? "" : written.strip();
    var declared = VERSION.matcher(said).matches();
    if (broken && items.isEmpty()) {
      return new Reading.Unreadable(Cause.MALFORMED);
    }
    var unknown = !declared && said.contains("jsonfeed.org/");
    if (untitled || unknown || (!declared && (items.isEmpty() || title.best() == null))) {
      return new Reading.Unreadable(Cause.NOT_A_FEED);
    }
    var old = declared && said.matches(".*version/1(\\.0)?/?");
    return new Reading.Feed(
        old ? Format.JSON_10 : Format.JSON_11,
        charset,
        new Channel(
            new Channel.Names(
                null,
                line(title),
                markup(description, false),
                language.best(),
                Markup.none(base),
                null),
            links.ofChannel(image.best(), null),
            people.best(),
            List.of(),
            Entry.Dates.NONE,
            Hints.NONE),
        items,
        new Losses(broken, dropped, json.cuts(), children + people.dropped() + links.dropped()));
  }

  private void channel(String field) {
    switch (field) {
      case "version" -> version.offer(0, json.text());
      case "title" -> {
        untitled |= title.wants(0) && !json.isText();
        title.offer(0, json.text());
      }
      case "home_page_url" -> links.instead(0, json.link(base));
      case "feed_url" -> links.relation("self", json.link(base));
      case "next_url" -> links.relation("next", json.link(base));
      case "description" -> description.offer(0, json.text());
      case "user_comment" -> description.offer(1, json.text());
      case "icon" -> image.offer(0, json.link(base));
      case "favicon" -> image.offer(1, json.link(base));
      case "language" -> language.offer(0, json.text());
      case "author", "authors" -> authors(json, base, people);
      case "hubs" -> hubs();
      case "items" -> items();
      default -> json.skip();
    }
  }

  private void items() {
    if (!json.isArray()) {
      return;
    }
    while (json.element() && !budget.spent()) {
      if (!json.isObject()) {
        json.skip();
      } else if (items.size() < XmlFeed.MOST_ITEMS) {
        var item = new JsonItem(json, base);
        items.add(item.read(language.best()));
        children += item.dropped();
      } else {
        json.skip();
        dropped++;
      }
    }
  }

  private void hubs() {
    if (!json.isArray()) {
      return;
    }
    while (json.element()) {
      if (!json.isObject()) {
        json.skip();
        continue;
      }
      for (var field = json.field(); field != null; field = json.field()) {
        if (field.equals("url")) {
          links.relation("hub", json.link(base));
        } else {
          json.skip();
        }
      }
    }
  }

  /** One author in an object, or several in an array, whatever the version says. */
  static void authors(Json json, WebUrl base, People people) {
    if (json.isObject()) {
      author(json, base, people);
    } else if (json.isArray()) {
      while (json.element()) {
        if (json.isObject()) {
          author(json, base, people);
        } else {
          json.skip();
        }
      }
    }
  }

  private static void author(Json json, WebUrl base, People people) {
    String name = null;
    String url = null;
    for (var field = json.field(); field != null; field = json.field()) {
      switch (field) {
        case "name" -> name = json.text();
        case "url" -> url = json.text();
        default -> json.skip();
      }
    }
    var mail = url != null && url.startsWith("mailto:") ? url.substring(7) : null;
    var home = url == null || mail != null ? null : Links.resolve(base, url);
    var called = name == null ? "" : PlainText.ofText(name, 200);
    people.add(0, People.person(called.isEmpty() ? null : called, mail, home, ""));
  }

  private static @Nullable String line(Pick<String> pick) {
    var best = pick.best();
    var line = best == null ? "" : PlainText.ofText(best, Gathering.LONGEST_LINE);
    return line.isEmpty() ? null : line;
  }

  private Markup markup(Pick<String> pick, boolean html) {
    var best = pick.best();
    return best == null ? Markup.none(base) : new Markup(best, html, base);
  }
}
