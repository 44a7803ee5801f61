package dev.feedwarden.store;

import dev.feedwarden.model.Article;
import dev.feedwarden.model.TextQuery;
import java.util.List;
import java.util.Optional;

/** Articles as people look for them: the newest first. */
public final class ArticleSearch {
  private final Database database;

  public ArticleSearch(Database database) {
    this.database = database;
  }

  /**
   * The newest articles with some words.
   *
   * @param before only those with a smaller id
   */
  public List<Article> latest(TextQuery query, long before, int limit) {
    var match = database.engine().text().match(query);
    var by = match.by().isEmpty() ? "a.id" : match.by();
    return database.read(
        h -> {
          var sql =
              h.createQuery(
                      "SELECT a.* FROM "
                          + match.from()
                          + " WHERE "
                          + match.where()
                          + " AND a.id > :id AND "
                          + by
                          + " < :before ORDER BY "
                          + by
                          + " DESC LIMIT :limit")
                  .bind("id", 0)
                  .bind("before", before)
                  .bind("limit", limit);
          match.binds().forEach(sql::bind);
          return sql.map((row, _) -> Rows.article(row)).list();
        });
  }

  /** In what two articles are the same. */
  public record Sameness(boolean address, boolean content) {}

  private static final String SAME =
      """
      SELECT coalesce(a.url_hash = o.url_hash, FALSE) AS address,
             a.content_hash = o.content_hash AS content
      FROM articles a JOIN articles o ON o.id = a.duplicate_of WHERE a.id = :id
      """;

  /** Why an article counts as a duplicate; nothing if it is none. */
  public Optional<Sameness> sameness(long id) {
    return database.read(
        h ->
            h.createQuery(SAME)
                .bind("id", id)
                .map((row, _) -> new Sameness(row.getBoolean("address"), row.getBoolean("content")))
                .findOne());
  }
}
