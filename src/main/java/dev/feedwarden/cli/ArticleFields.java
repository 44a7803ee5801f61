package dev.feedwarden.cli;

import dev.feedwarden.model.Article;
import dev.feedwarden.model.Article.Revision;
import dev.feedwarden.model.Enclosure;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Articles as JSON, and as lines for a person. */
final class ArticleFields {
  private ArticleFields() {}

  /** What a list tells. */
  static Fields listed(Article article) {
    return fields(dev.feedwarden.api.ArticleFields.listed(article));
  }

  /** Everything. */
  static Fields whole(Article article, List<Long> duplicates, List<Revision> revisions) {
    return fields(dev.feedwarden.api.ArticleFields.whole(article, duplicates, revisions));
  }

  private static Fields fields(Map<String, Object> all) {
    var fields = new Fields();
    all.forEach(fields::with);
    return fields;
  }

  /** The head of an article as a person reads it. */
  static Fields head(Article article, List<Long> duplicates, int revisions) {
    return version(new Fields(), article.version())
        .with("duplicate of", article.duplicateOf())
        .with("duplicates", duplicates.isEmpty() ? null : joined(duplicates))
        .with("revisions", revisions == 0 ? null : Shown.count(revisions, "older one"))
        .with("first seen", article.seen().firstAt())
        .with("source", article.sourceId().value());
  }

  /** The head of what an article was. */
  static Fields head(Revision revision) {
    return version(new Fields().with("revision", revision.number()), revision.version())
        .with("replaced", revision.replacedAt());
  }

  private static Fields version(Fields fields, Article.Version version) {
    var content = version.content();
    var dates = version.dates();
    var tags = content.tags();
    return fields
        .with("title", content.title())
        .with("link", content.link())
        .with("author", content.author())
        .with("published", date(dates.published(), dates.guessed()))
        .with("updated", date(dates.updated(), dates.guessed()))
        .with("language", content.language())
        .with("tags", tags.isEmpty() ? null : String.join(", ", tags))
        .with("comments", version.body().comments())
        .with("enclosures", shown(version.body().enclosures()));
  }

  private static @Nullable String date(@Nullable Instant at, boolean guessed) {
    return at == null ? null : guessed ? "about " + at : at.toString();
  }

  private static @Nullable String shown(List<Enclosure> enclosures) {
    return enclosures.isEmpty()
        ? null
        : enclosures.stream()
            .map(e -> e.type() == null ? e.url() : e.url() + " (" + e.type() + ")")
            .collect(Collectors.joining(", "));
  }

  private static String joined(List<Long> ids) {
    return ids.stream().map(String::valueOf).collect(Collectors.joining(", "));
  }
}
