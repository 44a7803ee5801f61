package dev.feedwarden.api;

import static dev.feedwarden.api.Shapes.YES_NO;
import static dev.feedwarden.api.Shapes.list;
import static dev.feedwarden.api.Shapes.text;
import static dev.feedwarden.api.Shapes.thing;
import static dev.feedwarden.api.Shapes.whole;

import dev.feedwarden.api.Route.Query;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.Tag;
import dev.feedwarden.model.TextQuery;
import dev.feedwarden.store.ArticleCursor;
import dev.feedwarden.store.ArticleLists;
import dev.feedwarden.store.ArticleLists.Filter;
import dev.feedwarden.store.Articles;
import dev.feedwarden.store.Registry;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Articles in the order in which they were stored, from any place on, and one in full. */
final class ArticleRoutes {
  static final String ARTICLES = "/api/v1/articles";
  private static final int STANDARD = 100;
  private static final int MOST = 500;

  private static final Query LIMIT =
      new Query("limit", whole(1, MOST), "articles on a page; " + STANDARD + " by default");
  private static final Query AFTER =
      new Query("after", text(40), "the cursor that the page before gave, or empty to begin");
  static final Query SINCE = new Query("since", text(40), "seen at this time or later (ISO 8601)");
  static final Query SOURCE = new Query("source", text(36), "of this source");
  static final Query TAG = new Query("tag", text(100), "of sources with this tag");
  static final Query WORDS =
      new Query("q", text(500), "words that it has, \"a phrase\", -what it has not");

  private static final Shape.Thing PAGE =
      thing(
          "ArticlePage",
          "articles",
          list(ArticleFields.SHAPE, MOST),
          "next",
          text(40),
          "more",
          YES_NO);

  private final Articles articles;
  private final ArticleLists lists;
  private final Registry registry;

  ArticleRoutes(Parts parts) {
    this.articles = new Articles(parts.database());
    this.lists = new ArticleLists(parts.database());
    this.registry = new Registry(parts.database());
  }

  List<Route> routes() {
    return List.of(
        Route.get(ARTICLES, Rule.READ, "List articles in the order of storing.", this::page)
            .queries(LIMIT, AFTER, SINCE, SOURCE, TAG, WORDS)
            .answers(200, PAGE),
        Route.get(ARTICLES + "/{id}", Rule.READ, "Show an article in full.", this::show)
            .answers(200, ArticleFields.WHOLE),
        Route.get(
                SourceRoutes.SOURCES + "/{id}/articles",
                Rule.READ,
                "List a source's articles.",
                this::ofSource)
            .queries(LIMIT, AFTER, SINCE, WORDS)
            .answers(200, PAGE));
  }

  private Answer page(Request request) {
    var source =
        request
            .query("source")
            .map(
                text ->
                    SourceId.parse(text)
                        .orElseThrow(
                            () -> Refusal.field("source", "must be a source's id, in lower case")))
            .orElse(null);
    return page(request, source, ARTICLES);
  }

  private Answer ofSource(Request request) {
    var source = request.source();
    if (registry.find(source).isEmpty()) {
      throw Refusal.notFound();
    }
    return page(request, source, SourceRoutes.SOURCES + "/" + source + "/articles");
  }

  private Answer page(Request request, @Nullable SourceId source, String path) {
    var after = request.query("after").orElse("");
    var page =
        lists
            .after(filter(request, source), cursor(after), (int) request.number("limit", STANDARD))
            .orElseThrow(ArticleRoutes::foreign);
    var fields = new LinkedHashMap<String, Object>();
    fields.put(
        "articles",
        page.items().stream().map(item -> ArticleFields.listed(item.article())).toList());
    fields.put("next", page.next().text());
    fields.put("more", page.more());
    var answer = Answer.json(200, fields);
    return page.more() ? Links.next(answer, path, request, "after", page.next().text()) : answer;
  }

  /** A cursor that a client sent; the empty one is the beginning. */
  static ArticleCursor cursor(String text) {
    return text.isEmpty()
        ? ArticleCursor.START
        : ArticleCursor.parse(text).orElseThrow(ArticleRoutes::foreign);
  }

  static Refusal foreign() {
    return Refusal.field("after", "must be a cursor that this server gave");
  }

  static Filter filter(Request request, @Nullable SourceId source) {
    return new Filter(
        request.query("since").map(ArticleRoutes::time).orElse(null),
        source,
        request
            .query("tag")
            .map(
                text ->
                    Tag.parse(text)
                        .orElseThrow(() -> Refusal.field("tag", "must be a tag"))
                        .value())
            .orElse(null),
        request
            .query("q")
            .map(
                text ->
                    TextQuery.parse(text)
                        .orElseThrow(() -> Refusal.field("q", "must have a word to look for")))
            .orElse(null));
  }

  private static Instant time(String text) {
    try {
      var time = Instant.parse(text);
      if (time.isAfter(Instant.EPOCH) && time.isBefore(LAST)) {
        return time;
      }
    } catch (DateTimeException _) {
      // told below
    }
    throw Refusal.field("since", "must be a time such as 2026-03-01T12:00:00Z");
  }

  private static final Instant LAST = Instant.parse("9999-01-01T00:00:00Z");

  private Answer show(Request request) {
    var id = request.row("an article's");
    var article = articles.find(id).orElseThrow(Refusal::notFound);
    return Answer.json(
        200, ArticleFields.whole(article, articles.duplicates(id), articles.revisions(id)));
  }
}
