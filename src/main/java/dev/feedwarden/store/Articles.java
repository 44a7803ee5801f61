package dev.feedwarden.store;

import dev.feedwarden.model.Article;
import dev.feedwarden.model.Article.Revision;
import dev.feedwarden.model.Change.Known;
import dev.feedwarden.model.Entry.EntryKey;
import dev.feedwarden.model.Headline;
import dev.feedwarden.model.SourceId;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The stored articles, for reading. */
public final class Articles {
  private final Database database;

  public Articles(Database database) {
    this.database = database;
  }

  private static final String LATEST =
      """
      SELECT * FROM articles
      WHERE (CAST(:source AS TEXT) IS NULL OR source_id = :source) AND id < :before <unique>
      ORDER BY id DESC LIMIT :limit
      """;

  /**
   * The newest articles, newest first.
   *
   * @param source of one source only, or of all
   * @param before only those with a smaller id
   */
  public List<Article> latest(@Nullable SourceId source, long before, int limit) {
    return latest(source, before, limit, "");
  }

  /** The same without those that are duplicates of another source's. */
  public List<Article> latestUnique(@Nullable SourceId source, long before, int limit) {
    return latest(source, before, limit, "AND duplicate_of IS NULL");
  }

  private List<Article> latest(
      @Nullable SourceId source, long before, int limit, String condition) {
    return database.read(
        h ->
            h.createQuery(LATEST)
                .define("unique", condition)
                .bind("source", source == null ? null : source.value())
                .bind("before", before)
                .bind("limit", limit)
                .map((row, _) -> Rows.article(row))
                .list());
  }

  /**
   * Some of the articles.
   *
   * @param tag of the articles' sources
   * @param unique without those that are duplicates of another source's
   */
  public record Selection(@Nullable SourceId source, @Nullable String tag, boolean unique) {}

  private static final String SELECTED =
      """
      SELECT * FROM articles
      WHERE (CAST(:source AS TEXT) IS NULL OR source_id = :source)
        AND (CAST(:tag AS TEXT) IS NULL
             OR source_id IN (SELECT t.source_id FROM source_tags t WHERE t.tag = :tag))
        AND (duplicate_of IS NULL OR NOT :unique)
      ORDER BY id DESC LIMIT :limit
      """;

  /** The newest articles of a selection, newest first. */
  public List<Article> newest(Selection selection, int limit) {
    var source = selection.source();
    return database.read(
        h ->
            h.createQuery(SELECTED)
                .bind("source", source == null ? null : source.value())
                .bind("tag", selection.tag())
                .bind("unique", selection.unique())
                .bind("limit", limit)
                .map((row, _) -> Rows.article(row))
                .list());
  }

  private static final String NEWEST =
      """
      SELECT * FROM articles WHERE source_id = :source AND id BETWEEN :first AND :last
      ORDER BY id DESC LIMIT :limit
      """;

  /** Articles of a source within a range of ids, the newest first. */
  public List<Article> newest(SourceId source, long first, long last, int limit) {
    return database.read(
        h ->
            h.createQuery(NEWEST)
                .bind("source", source.value())
                .bind("first", first)
                .bind("last", last)
                .bind("limit", limit)
                .map((row, _) -> Rows.article(row))
                .list());
  }

  /** One article. */
  public Optional<Article> find(long id) {
    return database.read(
        h ->
            h.createQuery("SELECT * FROM articles WHERE id = :id")
                .bind("id", id)
                .map((row, _) -> Rows.article(row))
                .findOne());
  }

  /** What an article was before it changed, the oldest first. */
  public List<Revision> revisions(long id) {
    return database.read(
        h ->
            h.createQuery("SELECT * FROM revisions WHERE article_id = :id ORDER BY revision")
                .bind("id", id)
                .map((row, _) -> Rows.revision(row))
                .list());
  }

  /** The ids of its duplicates in other sources, the oldest first. */
  public List<Long> duplicates(long id) {
    return database.read(
        h ->
            h.createQuery("SELECT id FROM articles WHERE duplicate_of = :id ORDER BY id LIMIT 1000")
                .bind("id", id)
                .mapTo(Long.class)
                .list());
  }

  /** What is stored of a source under these keys; keys that nobody knows are left out. */
  public Map<String, Known> known(SourceId source, Collection<EntryKey> keys) {
    return keys.isEmpty()
        ? Map.of()
        : database.read(h -> ArticleRows.known(h, source, keys, database.engine().many()));
  }

  private static final String RECENT =
      """
      SELECT title, link, published_at FROM articles
      WHERE source_id = :source ORDER BY id DESC LIMIT :limit
      """;

  /** The newest articles of a source, by what people know them by. */
  public List<Headline> recent(SourceId source, int limit) {
    return database.read(
        h ->
            h.createQuery(RECENT)
                .bind("source", source.value())
                .bind("limit", limit)
                .map(
                    (row, _) ->
                        new Headline(
                            row.getString("title"),
                            row.getString("link"),
                            Rows.maybeTime(row, "published_at")))
                .list());
  }

  /** How many articles are stored. */
  public long count() {
    return database.read(
        h -> h.createQuery("SELECT count(*) FROM articles").mapTo(Long.class).one());
  }
}
