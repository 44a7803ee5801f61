package dev.feedwarden.api.pages;

import static dev.feedwarden.api.Shapes.text;
import static dev.feedwarden.api.Shapes.whole;

import dev.feedwarden.api.Answer;
import dev.feedwarden.api.Parts;
import dev.feedwarden.api.Refusal;
import dev.feedwarden.api.Request;
import dev.feedwarden.api.Route;
import dev.feedwarden.api.Route.Output;
import dev.feedwarden.api.Route.Query;
import dev.feedwarden.api.Rule;
import dev.feedwarden.api.pages.jte.JtearticleGenerated;
import dev.feedwarden.api.pages.jte.JtearticlesGenerated;
import dev.feedwarden.model.Article;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.TextQuery;
import dev.feedwarden.store.ArticleSearch;
import dev.feedwarden.store.Articles;
import dev.feedwarden.store.Fates;
import dev.feedwarden.store.Registry;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What came in, the newest first, and one article in full. */
public final class ArticlesPage {
  private static final int ROWS = 50;

  private final Framing framing;
  private final Articles articles;
  private final ArticleSearch search;
  private final Registry registry;
  private final Fates fates;

  ArticlesPage(Parts parts, Framing framing) {
    this.framing = framing;
    this.articles = new Articles(parts.database());
    this.search = new ArticleSearch(parts.database());
    this.registry = new Registry(parts.database());
    this.fates = new Fates(parts.database());
  }

  /** All that the list shows. */
  public record View(
      String query, @Nullable Origin source, List<Line> lines, @Nullable String next) {}

  /** A source, as a link. */
  public record Origin(String id, String name) {}

  /** One article of the list. */
  public record Line(
      long id, String title, Origin source, When seen, boolean duplicate, String summary) {}

  /** One article in full. */
  public record Whole(
      Line line,
      @Nullable String href,
      String author,
      @Nullable When published,
      int revision,
      List<String> tags,
      String html,
      @Nullable Twin original,
      List<Long> duplicates,
      List<Delivery> deliveries) {}

  /** What became of it at a destination. */
  public record Delivery(String destination, String words) {}

  /** The article that one is a duplicate of, and why. */
  public record Twin(long id, String title, String why) {}

  List<Route> routes() {
    return List.of(
        Route.get("/articles", Rule.READ, "The articles.", this::list)
            .queries(
                new Query("q", text(500), "words that it has"),
                new Query("source", text(36), "of one source"),
                new Query("before", whole(1, Long.MAX_VALUE), "the last id of the page before"))
            .answers(new Output(200, "text/html", null)),
        Route.get("/articles/{id}", Rule.READ, "One article.", this::show)
            .answers(new Output(200, "text/html", null)));
  }

  private Answer list(Request request) {
    var now = framing.now();
    var query = request.query("q").orElse("").strip();
    var source =
        request
            .query("source")
            .filter(text -> !text.isEmpty())
            .map(text -> SourceId.parse(text).orElseThrow(Refusal::notFound))
            .orElse(null);
    var before = request.number("before", Long.MAX_VALUE);
    var words = TextQuery.parse(query).orElse(null);
    var found =
        words == null
            ? articles.latest(source, before, ROWS + 1)
            : search.latest(words, before, ROWS + 1);
    var shown = found.subList(0, Math.min(ROWS, found.size()));
    var names = new HashMap<SourceId, Origin>();
    var view =
        new View(
            query,
            source == null ? null : origin(source, names),
            shown.stream().map(article -> line(article, names, now)).toList(),
            found.size() > ROWS ? next(query, source, shown.getLast().id()) : null);
    var frame = framing.of(request, "articles", "Articles");
    return Html.page(out -> JtearticlesGenerated.render(out, null, frame, view));
  }

  private static String next(String query, @Nullable SourceId source, long before) {
    return "/articles?before="
        + before
        + (query.isEmpty() ? "" : "&q=" + URLEncoder.encode(query, StandardCharsets.UTF_8))
        + (source == null ? "" : "&source=" + source);
  }

  private Origin origin(SourceId id, Map<SourceId, Origin> known) {
    return known.computeIfAbsent(
        id,
        _ ->
            new Origin(
                id.value(),
                registry
                    .find(id)
                    .map(found -> Remote.line(found.source().settings().name(), 60))
                    .orElse("removed")));
  }

  private Line line(Article article, Map<SourceId, Origin> names, Instant now) {
    var content = article.version().content();
    return new Line(
        article.id(),
        content.title().isBlank() ? "(without a title)" : Remote.line(content.title(), 200),
        origin(article.sourceId(), names),
        When.of(article.seen().firstAt(), now),
        article.duplicateOf() != null,
        Remote.line(content.summary(), 220));
  }

  private Answer show(Request request) {
    var now = framing.now();
    var id = request.row("an article's");
    var article = articles.find(id).orElseThrow(Refusal::notFound);
    var content = article.version().content();
    var html = article.version().body().html();
    var whole =
        new Whole(
            line(article, new HashMap<>(), now),
            Remote.href(content.link()),
            Remote.line(content.author(), 120),
            When.maybe(article.version().dates().published(), now),
            article.seen().revision(),
            content.tags().stream().map(tag -> Remote.line(tag, 60)).limit(20).toList(),
            html.isBlank() ? "" : Preview.of(html),
            twin(article),
            articles.duplicates(id).stream().limit(20).toList(),
            fates.of(article).stream().map(ArticlesPage::delivery).toList());
    var frame = framing.of(request, "articles", whole.line().title());
    return Html.page(out -> JtearticleGenerated.render(out, null, frame, whole));
  }

  private static Delivery delivery(Fates.At at) {
    return new Delivery(
        Remote.line(at.destination(), 60),
        switch (at.fate()) {
          case WAITING -> "waits to be told";
          case DEAD -> "refused it; it is among the dead letters";
          case PASSED -> "was told, unless it does not want such";
          case EARLIER -> "was not there yet when it came";
        });
  }

  private @Nullable Twin twin(Article article) {
    var original = article.duplicateOf();
    if (original == null) {
      return null;
    }
    var why =
        search
            .sameness(article.id())
            .map(
                same ->
                    same.address() && same.content()
                        ? "the same link and the same text"
                        : same.address() ? "the same link" : "the same text")
            .orElse("alike");
    var title =
        articles
            .find(original)
            .map(one -> Remote.line(one.version().content().title(), 120))
            .orElse("article " + original);
    return new Twin(original, title, why);
  }
}
