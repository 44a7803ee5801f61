package dev.feedwarden.store;

import dev.feedwarden.model.Article;
import dev.feedwarden.model.Words;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jdbi.v3.core.Handle;

/**
 * Fills the full-text index aside from the polls: it follows the articles in the order of their
 * commits, takes changed ones again, and forgets purged ones.
 */
public final class ArticleIndex {
  private static final int MOST_WORDS = 20_000;
  private static final int MOST_BYTES = 800_000; // PostgreSQL takes a megabyte of words
  private static final int MOST_CHARACTERS = 200_000;
  private static final int SWEEP = 1_000;
  private static final Pattern MARKUP = Pattern.compile("<[^>]*>|&[#a-z0-9]{1,8};");

  private final Database database;
  private final int most;

  public ArticleIndex(Database database) {
    this(database, 100);
  }

  /**
   * @param most how many articles one turn takes
   */
  ArticleIndex(Database database, int most) {
    this.database = database;
    this.most = most;
  }

  /** One small transaction's worth of work; whether there is more at once. */
  public boolean turn() {
    return database.read(this::hasWork) && database.write(this::turn);
  }

  private boolean hasWork(Handle h) {
    return !following(h, reached(h), 1).isEmpty()
        || h.createQuery("SELECT id FROM article_changes LIMIT 1")
            .mapTo(Long.class)
            .findOne()
            .isPresent();
  }

  private boolean turn(Handle h) {
    var place =
        h.createQuery(PLACE + database.engine().skippingLocked())
            .map((row, _) -> place(row))
            .findOne();
    if (place.isEmpty()) {
      return false; // another process is at it
    }
    var fresh = follow(h, place.get());
    var changed = again(h);
    return fresh == most || changed == most;
  }

  /**
   * Forgets purged articles among those that follow an id; where to go on, or 0 when all were
   * looked at.
   */
  public long sweep(long after) {
    return database.write(h -> database.engine().text().sweep(h, after, SWEEP));
  }

  private int follow(Handle h, ArticleCursor after) {
    var next = following(h, after, most);
    put(h, next.stream().map(ArticleLists.Item::article).toList());
    if (!next.isEmpty()) {
      var last = next.getLast().at();
      h.createUpdate("UPDATE article_index SET at_turn = :turn, at_id = :id")
          .bind("turn", last.turn())
          .bind("id", last.id())
          .execute();
    }
    return next.size();
  }

  private List<ArticleLists.Item> following(Handle h, ArticleCursor after, int limit) {
    var order = database.engine().order();
    return h.createQuery(
            "SELECT a.*, "
                + order.turn()
                + " AS at_turn FROM articles a WHERE "
                + order.after()
                + " AND "
                + order.settled()
                + " ORDER BY "
                + order.by()
                + " LIMIT :limit")
        .bind("turn", after.turn())
        .bind("id", after.id())
        .bind("limit", limit)
        .map((row, _) -> ArticleLists.item(row))
        .list();
  }

  private record Changed(long id, long article) {}

  // The rows go first: a change that is committed after this leaves another one.
  private int again(Handle h) {
    var changes =
        h.createQuery("SELECT id, article_id FROM article_changes ORDER BY id LIMIT :most")
            .bind("most", most)
            .map((row, _) -> new Changed(row.getLong("id"), row.getLong("article_id")))
            .list();
    if (changes.isEmpty()) {
      return 0;
    }
    h.createUpdate("DELETE FROM article_changes WHERE id IN (<ids>)")
        .bindList("ids", changes.stream().map(Changed::id).toList())
        .execute();
    put(
        h,
        h.createQuery("SELECT * FROM articles WHERE id IN (<ids>)")
            .bindList("ids", changes.stream().map(Changed::article).distinct().toList())
            .map((row, _) -> Rows.article(row))
            .list());
    return changes.size();
  }

  private void put(Handle h, List<Article> articles) {
    var pages = articles.isEmpty() ? Map.<Long, String>of() : pages(h, articles);
    for (var article : articles) {
      var words = words(article, pages.getOrDefault(article.id(), ""));
      database.engine().text().put(h, article.id(), words);
    }
  }

  private static final String PAGES =
      """
      SELECT a.id, c.title, c.content_text
      FROM articles a JOIN page_keys k ON k.key = a.url_hash
      JOIN page_content c ON c.page_id = k.page_id WHERE a.id IN (<ids>)
      """;

  /** What the pages behind some articles say. */
  private static Map<Long, String> pages(Handle h, List<Article> articles) {
    var texts = new HashMap<Long, String>();
    h.createQuery(PAGES)
        .bindList("ids", articles.stream().map(Article::id).toList())
        .map(
            (row, _) ->
                Map.entry(
                    row.getLong("id"),
                    row.getString("title") + " " + row.getString("content_text")))
        .forEach(one -> texts.put(one.getKey(), one.getValue()));
    return texts;
  }

  private static List<String> words(Article article, String page) {
    var content = article.version().content();
    var text =
        String.join(
            " ",
            content.title(),
            content.author() == null ? "" : content.author(),
            String.join(" ", content.tags()),
            content.summary(),
            MARKUP.matcher(cut(article.version().body().html())).replaceAll(" "),
            page);
    var kept = new ArrayList<String>();
    var left = MOST_BYTES;
    for (var word : Words.of(cut(text), MOST_WORDS)) {
      left -= 3 * word.length() + 8;
      if (left < 0) {
        break;
      }
      kept.add(word);
    }
    return kept;
  }

  private static String cut(String text) {
    return text.length() <= MOST_CHARACTERS ? text : text.substring(0, MOST_CHARACTERS);
  }

  private static final String PLACE = "SELECT at_turn, at_id FROM article_index WHERE id = 1 ";

  /** The last article that the index knows. */
  static ArticleCursor reached(Handle h) {
    return h.createQuery(PLACE).map((row, _) -> place(row)).one();
  }

  private static ArticleCursor place(ResultSet row) throws SQLException {
    return new ArticleCursor(row.getLong("at_turn"), row.getLong("at_id"));
  }
}
