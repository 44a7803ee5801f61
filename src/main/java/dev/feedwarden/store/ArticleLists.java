package dev.feedwarden.store;

import dev.feedwarden.model.Article;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.TextQuery;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/**
 * Articles in the order in which they were first stored, from any place on: whoever asks on from
 * where a page ended gets every article once, however many are being stored meanwhile.
 */
public final class ArticleLists {
  // So many rows are looked at for one page; a page may be empty although others follow.
  static final int WINDOW = 20_000;
  // Workers' clocks differ, and a poll's end is not its commit.
  private static final Duration SLACK = Duration.ofMinutes(10);

  private final Database database;
  private final int window;

  public ArticleLists(Database database) {
    this(database, WINDOW);
  }

  ArticleLists(Database database, int window) {
    this.database = database;
    this.window = window;
  }

  /**
   * Which articles.
   *
   * @param since seen first at that time or later
   * @param tag of the article's source
   * @param query answered from the index, which follows a little behind
   */
  public record Filter(
      @Nullable Instant since,
      @Nullable SourceId source,
      @Nullable String tag,
      @Nullable TextQuery query) {
    public static final Filter ALL = new Filter(null, null, null, null);
  }

  /**
   * Some articles.
   *
   * @param next where to ask on
   * @param more whether more may be had at once
   */
  public record Page(List<Item> items, ArticleCursor next, boolean more) {
    public Page {
      items = List.copyOf(items);
    }
  }

  /** An article and its place. */
  public record Item(Article article, ArticleCursor at) {}

  /** What follows a place; nothing if no article can ever have had it. */
  public Optional<Page> after(Filter filter, ArticleCursor after, int limit) {
    return database.read(
        h ->
            after.turn() > newest(h)
                ? Optional.empty()
                : Optional.of(page(h, filter, after, limit)));
  }

  /** After the last article that is there now. */
  public ArticleCursor end() {
    var order = database.engine().order();
    return database.read(
        h ->
            h.createQuery(
                    "SELECT "
                        + order.turn()
                        + " AS turn, a.id FROM articles a WHERE "
                        + order.settled()
                        + " ORDER BY "
                        + order.backwards()
                        + " LIMIT 1")
                .map((row, _) -> new ArticleCursor(row.getLong("turn"), row.getLong("id")))
                .findOne()
                .orElse(ArticleCursor.START));
  }

  private long newest(Handle h) {
    return h.createQuery(database.engine().order().newest()).mapTo(Long.class).one();
  }

  private Page page(Handle h, Filter filter, ArticleCursor after, int limit) {
    var arrived = filter.since() == null ? after : arrived(h, filter.since());
    if (arrived == null) {
      return new Page(List.of(), after, false);
    }
    var begin = later(after, arrived);
    var end = filter.tag() != null && filter.query() == null ? windowEnd(h, begin) : null;
    var items = items(h, filter, begin, end, limit);
    if (items.size() == limit) {
      return new Page(items, items.getLast().at(), true);
    }
    var last = items.isEmpty() ? begin : items.getLast().at();
    return end == null ? new Page(items, last, false) : new Page(items, end, true);
  }

  private static ArticleCursor later(ArticleCursor one, ArticleCursor other) {
    return one.compareTo(other) < 0 ? other : one;
  }

  // Just before the first of the articles that came at about that time.
  private @Nullable ArticleCursor arrived(Handle h, Instant since) {
    var order = database.engine().order();
    return h.createQuery(
            "SELECT a.turn, a.id FROM (SELECT "
                + order.turn()
                + " AS turn, a.id FROM articles a WHERE a.first_seen_at >= :since"
                + " ORDER BY a.first_seen_at, a.id LIMIT 1000) a ORDER BY a.turn, a.id LIMIT 1")
        .bind("since", since.minus(SLACK).toEpochMilli())
        .map((row, _) -> new ArticleCursor(row.getLong("turn"), row.getLong("id") - 1))
        .findOne()
        .orElse(null);
  }

  private @Nullable ArticleCursor windowEnd(Handle h, ArticleCursor after) {
    var order = database.engine().order();
    return h.createQuery(
            "SELECT "
                + order.turn()
                + " AS turn, a.id FROM articles a WHERE "
                + order.after()
                + " AND "
                + order.settled()
                + " ORDER BY "
                + order.by()
                + " LIMIT 1 OFFSET :window")
        .bind("turn", after.turn())
        .bind("id", after.id())
        .bind("window", window - 1)
        .map((row, _) -> new ArticleCursor(row.getLong("turn"), row.getLong("id")))
        .findOne()
        .orElse(null);
  }

  private List<Item> items(
      Handle h, Filter filter, ArticleCursor after, @Nullable ArticleCursor end, int limit) {
    var order = database.engine().order();
    var from = "articles a";
    var by = order.by();
    var conditions = new ArrayList<String>(List.of(order.after(), order.settled()));
    var binds = new LinkedHashMap<String, Object>();
    if (filter.since() != null) {
      conditions.add("a.first_seen_at >= :since");
      binds.put("since", filter.since().toEpochMilli());
    }
    if (filter.source() != null) {
      conditions.add("a.source_id = :source");
      binds.put("source", filter.source().value());
    }
    if (filter.tag() != null) {
      conditions.add(
          "(SELECT count(*) FROM source_tags x"
              + " WHERE x.source_id = a.source_id AND x.tag = :tag) > 0");
      binds.put("tag", filter.tag());
    }
    var until = end;
    if (filter.query() != null) {
      var match = database.engine().text().match(filter.query());
      from = match.from();
      by = match.by().isEmpty() ? by : match.by();
      conditions.add(match.where());
      binds.putAll(match.binds());
      until = ArticleIndex.reached(h); // what is not indexed yet must come later, not never
    }
    if (until != null) {
      conditions.add(order.until());
      binds.put("end_turn", until.turn());
      binds.put("end_id", until.id());
    }
    var query =
        h.createQuery(
                "SELECT a.*, "
                    + order.turn()
                    + " AS at_turn FROM "
                    + from
                    + " WHERE "
                    + String.join(" AND ", conditions)
                    + " ORDER BY "
                    + by
                    + " LIMIT :limit")
            .bind("turn", after.turn())
            .bind("id", after.id())
            .bind("limit", limit);
    return bound(query, binds).map((row, _) -> item(row)).list();
  }

  static Item item(ResultSet row) throws SQLException {
    return new Item(
        Rows.article(row), new ArticleCursor(row.getLong("at_turn"), row.getLong("id")));
  }

  private static Query bound(Query query, Map<String, Object> binds) {
    binds.forEach(query::bind);
    return query;
  }
}
