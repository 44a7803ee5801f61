package dev.feedwarden.store;

import dev.feedwarden.model.SourceFilter;
import dev.feedwarden.model.SourceId;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** The sources as lists show them: filtered, in some order, page by page. */
public final class SourceLists {
  private final Database database;
  private final SourceCounts counts = new SourceCounts();

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
    private String text(String key, String id) {
      var direction = descending ? " DESC" : " ASC";
      return by == SortBy.ID
          ? id + direction
          : key + (descending ? " DESC NULLS LAST, " : " ASC NULLS FIRST, ") + id + direction;
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

  /** A page for people, who want to see some order and how many there are. */
  public Page page(SourceFilter filter, Sort sort, long offset, int limit, Instant now) {
    return database.read(
        h -> {
          var recent = counts.recent(filter);
          var conditions =
              recent.orElse(0) > SourceSearch.FEW
                  ? SourceConditions.ofMany(filter)
                  : conditions(h, filter);
          var total = recent.orElseGet(() -> counts.count(h, filter, conditions, now));
          if (offset >= total) {
            return new Page(List.of(), total);
          }
          var ids =
              conditions
                  .bind(
                      h.createQuery(
                          ordered(conditions, sort, total) + " LIMIT :limit OFFSET :offset"),
                      now)
                  .bind("limit", limit)
                  .bind("offset", offset)
                  .mapTo(String.class)
                  .list();
          return new Page(found(h, ids), total);
        });
  }

  private SourceConditions conditions(Handle h, SourceFilter filter) {
    return SourceConditions.of(filter, h, database.engine().search());
  }

  private static String ordered(SourceConditions conditions, Sort sort, long total) {
    if (conditions.isTagAlone() && sort.by() == SortBy.NAME) {
      return "SELECT t.source_id FROM source_tags t WHERE t.tag = :tag ORDER BY "
          + sort.text("t.name", "t.source_id");
    }
    return total <= SourceSearch.FEW
        ? sorted(conditions.leading(), sort)
        : walked(conditions.testing(), sort);
  }

  private static String sorted(SourceConditions.Form form, Sort sort) {
    return "WITH found AS MATERIALIZED (SELECT s.id AS id, "
        + sort.by().column
        + " AS key FROM "
        + form.from()
        + (sort.by().isOfState()
            ? " CROSS JOIN feed_state f WHERE f.source_id = s.id AND "
            : " WHERE ")
        + form.where()
        + ") SELECT id FROM found ORDER BY "
        + sort.text("key", "id");
  }

  private static String walked(SourceConditions.Form form, Sort sort) {
    var state = sort.by().isOfState();
    return "SELECT s.id FROM "
        + (state
            ? "feed_state f CROSS JOIN sources s WHERE s.id = f.source_id AND "
            : form.from() + " WHERE ")
        + form.where()
        + " ORDER BY "
        + sort.text(sort.by().column, state ? "f.source_id" : "s.id");
  }

  private static final String FOUND =
      "SELECT "
          + Rows.REGISTERED
          + " FROM sources s JOIN feed_state f ON f.source_id = s.id WHERE s.id IN (<ids>)";

  private static List<Registered> found(Handle h, List<String> ids) {
    var found =
        h.createQuery(FOUND).bindList("ids", ids).map((row, _) -> Rows.registered(row)).stream()
            .collect(Collectors.toMap(r -> r.source().id().value(), r -> r));
    return ids.stream().map(found::get).filter(Objects::nonNull).toList();
  }

  /**
   * The sources that follow one in the order of their ids: whoever asks on from the last one gets
   * every source that was there all the time exactly once.
   */
  public List<Registered> after(
      SourceFilter filter, @Nullable SourceId after, int limit, Instant now) {
    return database.read(
        h -> {
          var conditions = conditions(h, filter);
          var form = conditions.leading();
          return conditions
              .bind(
                  h.createQuery(
                      "SELECT "
                          + Rows.REGISTERED
                          + " FROM "
                          + form.from()
                          + " CROSS JOIN feed_state f WHERE f.source_id = s.id AND "
                          + form.id()
                          + " > :after AND "
                          + form.where()
                          + " ORDER BY "
                          + form.id()
                          + " LIMIT :limit"),
                  now)
              .bind("after", after == null ? "" : after.value())
              .bind("limit", limit)
              .map((row, _) -> Rows.registered(row))
              .list();
        });
  }
}
