package dev.feedwarden.feed;

import dev.feedwarden.model.WebUrl;
import org.jspecify.annotations.Nullable;

/** One item of a JSON Feed. */
final class JsonItem {
  private final Json json;
  private final WebUrl base;
  private final People people = new People();
  private final LinkSet links = new LinkSet();
  private final Tags tags = new Tags();
  private final Pick<String> id = new Pick<>();
  private final Pick<String> title = new Pick<>();
  private final Pick<Markup> summary = new Pick<>();
  private final Pick<Markup> content = new Pick<>();
  private final Pick<String> language = new Pick<>();
  private final Pick<Dated> published = new Pick<>();
  private final Pick<Dated> updated = new Pick<>();

  JsonItem(Json json, WebUrl base) {
    this.json = json;
    this.base = base;
  }

  /**
   * The item whose object was just entered, to its end.
   *
   * @param inherited the feed's language
   */
  Item read(@Nullable String inherited) {
    language.offer(1, inherited);
    for (var field = json.field(); field != null; field = json.field()) {
      take(field);
    }
    var called = title.best();
    return new Item(
        id.best(),
        new Item.Words(
            called == null ? "" : PlainText.ofText(called, Gathering.LONGEST_LINE),
            or(summary),
            or(content),
            language.best()),
        links.ofItem(),
        people.best(),
        tags.all(),
        Dated.dates(published.best(), updated.best()));
  }

  /** How many of its parts were too many. */
  int dropped() {
    return people.dropped() + tags.dropped() + links.dropped();
  }

  private void take(String field) {
    switch (field) {
      case "id" -> id.offer(0, json.text());
      case "url" -> links.instead(0, json.link(base));
      case "external_url" -> links.instead(1, json.link(base));
      case "title" -> title.offer(0, json.text());
      case "summary" -> summary.offer(0, markup(false));
      case "content_html" -> content.offer(0, markup(true));
      case "content_text" -> content.offer(1, markup(false));
      case "date_published" -> published.offer(0, date());
      case "date_modified" -> updated.offer(0, date());
      case "author", "authors" -> JsonFeed.authors(json, base, people);
      case "language" -> language.offer(0, json.text());
      case "tags" -> tags();
      case "attachments" -> attachments();
      default -> json.skip();
    }
  }

  private void tags() {
    if (!json.isArray()) {
      return;
    }
    while (json.element()) {
      var tag = json.text();
      if (tag != null) {
        tags.add(PlainText.ofText(tag, 100));
      }
    }
  }

  private void attachments() {
    if (!json.isArray()) {
      return;
    }
    while (json.element()) {
      if (json.isObject()) {
        attachment();
      } else {
        json.skip();
      }
    }
  }

  private void attachment() {
    String url = null;
    String type = null;
    String length = null;
    for (var field = json.field(); field != null; field = json.field()) {
      switch (field) {
        case "url" -> url = json.link(base);
        case "mime_type" -> type = json.text();
        case "size_in_bytes" -> length = json.text();
        default -> json.skip();
      }
    }
    if (url != null) {
      links.enclosure(url, type, length);
    }
  }

  private @Nullable Markup markup(boolean html) {
    var text = json.text();
    return text == null ? null : new Markup(text, html, base);
  }

  private @Nullable Dated date() {
    var text = json.text();
    return text == null ? null : DateText.parse(text);
  }

  private Markup or(Pick<Markup> pick) {
    var best = pick.best();
    return best == null ? Markup.none(base) : best;
  }
}
