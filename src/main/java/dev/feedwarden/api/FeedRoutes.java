package dev.feedwarden.api;

import dev.feedwarden.api.Route.Output;
import dev.feedwarden.api.Route.Query;
import dev.feedwarden.model.Article;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.Tag;
import dev.feedwarden.store.Articles;
import dev.feedwarden.store.Articles.Selection;
import dev.feedwarden.store.Registry;
import java.util.List;
import java.util.function.BiFunction;

/** The newest articles of any selection, as feeds that other readers can subscribe to. */
final class FeedRoutes {
  private static final String FEEDS = "/feeds/articles";
  private static final int STANDARD = 50;
  private static final int MOST = 200;
  private static final List<Query> QUERIES =
      List.of(
          new Query("source", Shapes.ID, "of one source only"),
          new Query("tag", Shapes.text(100), "of sources with this tag only"),
          new Query("unique", Shapes.YES_NO, "true: without duplicates of another source's"),
          new Query("limit", Shapes.whole(1, MOST), "how many; " + STANDARD + " by default"));

  private final Articles articles;
  private final Registry registry;

  FeedRoutes(Parts parts) {
    this.articles = new Articles(parts.database());
    this.registry = new Registry(parts.database());
  }

  List<Route> routes() {
    return List.of(
        route("atom", "application/atom+xml", FeedXml::atom),
        route("rss", "application/rss+xml", FeedXml::rss),
        route("json", "application/feed+json", FeedJson::of));
  }

  private Route route(
      String suffix, String type, BiFunction<String, List<Article>, String> writer) {
    return Route.get(
            FEEDS + "." + suffix,
            Rule.READ.dearly(),
            "The newest articles as a feed (" + suffix + ").",
            request ->
                Answer.text(
                    type + "; charset=utf-8", writer.apply(title(request), selected(request))))
        .queries(QUERIES.toArray(Query[]::new))
        .answers(new Output(200, type, null));
  }

  private List<Article> selected(Request request) {
    var limit = (int) request.number("limit", STANDARD);
    return articles.newest(
        new Selection(
            request.query("source").map(FeedRoutes::source).orElse(null),
            request.query("tag").map(FeedRoutes::tag).orElse(null),
            request.isTrue("unique")),
        limit);
  }

  private String title(Request request) {
    var source =
        request
            .query("source")
            .map(FeedRoutes::source)
            .map(
                id ->
                    registry
                        .find(id)
                        .map(found -> found.source().settings().name())
                        .orElseThrow(Refusal::notFound));
    return source
        .or(() -> request.query("tag"))
        .map(of -> "Feedwarden: " + of)
        .orElse("Feedwarden");
  }

  private static SourceId source(String text) {
    return SourceId.parse(text)
        .orElseThrow(() -> Refusal.field("source", "must be a source's id, in lower case"));
  }

  private static String tag(String text) {
    return Tag.parse(text).map(Tag::value).orElseThrow(() -> Refusal.field("tag", "must be a tag"));
  }
}
