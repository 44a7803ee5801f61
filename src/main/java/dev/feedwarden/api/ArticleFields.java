package dev.feedwarden.api;

import static dev.feedwarden.api.Shapes.COUNT;
import static dev.feedwarden.api.Shapes.ID;
import static dev.feedwarden.api.Shapes.TIME;
import static dev.feedwarden.api.Shapes.YES_NO;
import static dev.feedwarden.api.Shapes.list;
import static dev.feedwarden.api.Shapes.text;
import static dev.feedwarden.api.Shapes.thing;

import dev.feedwarden.model.Article;
import dev.feedwarden.model.Article.Revision;
import dev.feedwarden.model.Article.Version;
import dev.feedwarden.model.Enclosure;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** An article as JSON, for the API and for the commands; what is not known is left out. */
public final class ArticleFields {
  private static final Shape ANY_TEXT = text(Integer.MAX_VALUE);
  private static final Shape ENCLOSURES =
      list(
          thing("Enclosure", "url", ANY_TEXT, "type?", ANY_TEXT, "length?", COUNT),
          Integer.MAX_VALUE);
  private static final Object[] SAYS = {
    "title",
    ANY_TEXT,
    "link?",
    ANY_TEXT,
    "author?",
    ANY_TEXT,
    "published_at?",
    TIME,
    "updated_at?",
    TIME,
    "dates_guessed?",
    YES_NO,
    "tags",
    list(ANY_TEXT, Integer.MAX_VALUE),
    "language?",
    ANY_TEXT,
    "summary",
    ANY_TEXT,
    "comments_url?",
    ANY_TEXT,
    "enclosures",
    ENCLOSURES
  };
  private static final Object[] LISTED = {
    "id",
    COUNT,
    "source_id",
    ID,
    "guid?",
    ANY_TEXT,
    "revision",
    COUNT,
    "first_seen_at",
    TIME,
    "duplicate_of?",
    COUNT
  };

  static final Shape.Thing SHAPE = thing("Article", joined(LISTED, SAYS));
  static final Shape.Thing WAS =
      thing(
          "ArticleRevision",
          joined(
              new Object[] {"revision", COUNT, "replaced_at", TIME, "content_html", ANY_TEXT},
              SAYS));
  static final Shape.Thing WHOLE =
      thing(
          "WholeArticle",
          joined(
              joined(LISTED, SAYS),
              new Object[] {
                "content_html",
                ANY_TEXT,
                "duplicates",
                list(COUNT, 1_000),
                "revisions",
                list(WAS, Integer.MAX_VALUE)
              }));

  private final SequencedMap<String, Object> fields = new LinkedHashMap<>();

  private ArticleFields() {}

  private static Object[] joined(Object[] one, Object[] other) {
    var both = new Object[one.length + other.length];
    System.arraycopy(one, 0, both, 0, one.length);
    System.arraycopy(other, 0, both, one.length, other.length);
    return both;
  }

  /** What a list tells; its names are promised to programs. */
  public static SequencedMap<String, Object> listed(Article article) {
    return Collections.unmodifiableSequencedMap(of(article).fields);
  }

  /** Everything. */
  public static SequencedMap<String, Object> whole(
      Article article, List<Long> duplicates, List<Revision> revisions) {
    var all =
        of(article)
            .with("content_html", article.version().body().html())
            .with("duplicates", duplicates)
            .with("revisions", revisions.stream().map(ArticleFields::was).toList());
    return Collections.unmodifiableSequencedMap(all.fields);
  }

  private static ArticleFields of(Article article) {
    var version = article.version();
    var content = version.content();
    return new ArticleFields()
        .with("id", article.id())
        .with("source_id", article.sourceId().value())
        .with("guid", article.guid())
        .with("title", content.title())
        .with("link", content.link())
        .with("author", content.author())
        .with("published_at", version.dates().published())
        .with("updated_at", version.dates().updated())
        .with("tags", content.tags())
        .with("summary", content.summary())
        .with("revision", article.seen().revision())
        .with("first_seen_at", article.seen().firstAt())
        .rest(version)
        .with("duplicate_of", article.duplicateOf());
  }

  private static Map<String, Object> was(Revision revision) {
    var version = revision.version();
    var content = version.content();
    return new ArticleFields()
        .with("revision", revision.number())
        .with("replaced_at", revision.replacedAt())
        .with("title", content.title())
        .with("link", content.link())
        .with("author", content.author())
        .with("published_at", version.dates().published())
        .with("updated_at", version.dates().updated())
        .with("tags", content.tags())
        .with("summary", content.summary())
        .with("content_html", version.body().html())
        .rest(version)
        .fields;
  }

  private ArticleFields rest(Version version) {
    return with("dates_guessed", version.dates().guessed() ? true : null)
        .with("language", version.content().language())
        .with("comments_url", version.body().comments())
        .with(
            "enclosures",
            version.body().enclosures().stream().map(ArticleFields::enclosure).toList());
  }

  private static Map<String, Object> enclosure(Enclosure enclosure) {
    return new ArticleFields()
        .with("url", enclosure.url())
        .with("type", enclosure.type())
        .with("length", enclosure.length())
        .fields;
  }

  private ArticleFields with(String name, @Nullable Object value) {
    if (value != null) {
      fields.put(name, value instanceof Instant at ? at.toString() : value);
    }
    return this;
  }
}
