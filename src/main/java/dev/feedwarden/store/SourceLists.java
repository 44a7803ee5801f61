package dev.feedwarden.store;

import dev.feedwarden.model.SourceFilter;
import dev.feedwarden.model.SourceId;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** The sources as lists show them: filtered, in some order, page by page. */
public final class SourceLists {
  private final Database database;

  public SourceLists(Database database) {
    this.database = database;
  }

  /** What a list may be ordered by; nothing else reaches the SQL. */
  public enum SortBy {
    NAME("s.name"),
    CREATED_AT("s.created_at"),
    UPDATED_AT("s.updated_at"),
    LAST_POLLED_AT("f.last_polled_at"),
    LAST_SUCCESS_AT("f.last_success_at"),
    NEXT_POLL_AT("f.next_poll_at"),
    CONSECUTIVE_ERRORS("f.consecutive_errors"),
    HOST("s.host_key"),
    ID("s.id");

    private final String column;

    SortBy(String column) {
      this.column = column;
    }

    /** Its name in the API. */
    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }

    private boolean isOfState() {
      return column.startsWith("f.");
    }
  }

  /** An order; equal ones follow by their ids. */
  public record Sort(SortBy by, boolean descending) {
    // What is absent is the smallest on both engines.
    private String text() {
      var direction = descending ? " DESC NULLS LAST" : " ASC NULLS FIRST";
      var id = by.isOfState() ? "f.source_id" : "s.id";
      return by == SortBy.ID
          ? by.column + direction
          : by.column + direction + ", " + id + (descending ? " DESC" : " ASC");
    }
  }

  /**
   * One page.
   *
   * @param total how many sources the filter lets through on all pages
   */
  public record Page(List<Registered> sources, long total) {
    public Page {
      sources = List.copyOf(sources);
    }
  }

  private static final String FROM = " FROM sources s WHERE ";
  private static final String FROM_BOTH =
      " FROM sources s JOIN feed_state f ON f.source_id = s.id WHERE ";

  /** A page for people, who want to see some order and how many there are. */
  public Page page(SourceFilter filter, Sort sort, long offset, int limit, Instant now) {
    return database.read(
        h -> {
          var conditions = SourceConditions.of(filter);
          var total = count(h, conditions, now);
          if (offset >= total) {
            return new Page(List.of(), total);
          }
          var ids =
              conditions
                  .bind(
                      h.createQuery(
                          "SELECT s.id"
                              + (sort.by().isOfState() ? FROM_BOTH : FROM)
                              + conditions.text()
                              + " ORDER BY "
                              + sort.text()
                              + " LIMIT :limit OFFSET :offset"),
                      now)
                  .bind("limit", limit)
                  .bind("offset", offset)
                  .mapTo(String.class)
                  .list();
          return new Page(found(h, ids), total);
        });
  }

  private static long count(Handle h, SourceConditions conditions, Instant now) {
    return conditions
        .bind(h.createQuery("SELECT count(*)" + FROM + conditions.text()), now)
        .mapTo(Long.class)
        .one();
  }

  private static List<Registered> found(Handle h, List<String> ids) {
    return ids.stream().map(SourceId::new).flatMap(id -> Registry.find(h, id).stream()).toList();
  }

  /**
   * The sources that follow one in the order of their ids: whoever asks on from the last one gets
   * every source that was there all the time exactly once.
   */
  public List<Registered> after(
      SourceFilter filter, @Nullable SourceId after, int limit, Instant now) {
    return database.read(
        h -> {
          var conditions = SourceConditions.of(filter);
          return conditions
              .bind(
                  h.createQuery(
                      "SELECT "
                          + Rows.REGISTERED
                          + FROM_BOTH
                          + "s.id > :after AND "
                          + conditions.text()
                          + " ORDER BY s.id LIMIT :limit"),
                  now)
              .bind("after", after == null ? "" : after.value())
              .bind("limit", limit)
              .map((row, _) -> Rows.registered(row))
              .list();
        });
  }
}
