package dev.feedwarden.store;

import dev.feedwarden.model.SourceFilter;
import dev.feedwarden.model.SourceId;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;
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

    private boolean isText() {
      return this == NAME || this == HOST || this == ID;
    }

    // Only these have an end of their own, where nothing is known.
    private boolean maybeAbsent() {
      return this == HOST || (isOfState() && this != CONSECUTIVE_ERRORS);
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

    private Sort turned() {
      return new Sort(by, !descending);
    }

    // What follows a mark in this order.
    private String after(Mark mark, String key, String id) {
      var follows = descending ? " < " : " > ";
      if (by == SortBy.ID) {
        return id + follows + ":mark_id";
      }
      if (mark.key() == null) {
        return descending
            ? "(" + key + " IS NULL AND " + id + " < :mark_id)"
            : "(" + key + " IS NOT NULL OR " + id + " > :mark_id)";
      }
      var rest = "(" + key + ", " + id + ")" + follows + "(:mark_key, :mark_id)";
      return descending && by.maybeAbsent() ? "(" + rest + " OR " + key + " IS NULL)" : rest;
    }

    /** Where a source is in this order. */
    public Mark mark(Registered source) {
      var state = source.state();
      var settings = source.source().settings();
      var url = settings.feedUrl();
      return new Mark(
          switch (by) {
            case NAME -> settings.name();
            case HOST -> url == null ? null : url.hostKey().value();
            case ID -> source.source().id().value();
            case CREATED_AT -> millis(source.source().stamps().createdAt());
            case UPDATED_AT -> millis(source.source().stamps().updatedAt());
            case LAST_POLLED_AT -> millis(state.visits().lastPolledAt());
            case LAST_SUCCESS_AT -> millis(state.visits().lastSuccessAt());
            case NEXT_POLL_AT -> millis(state.next().at());
            case CONSECUTIVE_ERRORS -> String.valueOf(state.health().consecutiveErrors());
          },
          source.source().id());
    }

    private static @Nullable String millis(@Nullable Instant at) {
      return at == null ? null : String.valueOf(at.toEpochMilli());
    }
  }

  /**
   * A place in an order, which stays when sources come and go.
   *
   * @param key what the order goes by, as text; nothing where that is absent
   */
  public record Mark(@Nullable String key, SourceId id) {}

  /** Which part of a list. */
  public sealed interface Part {
    /** What follows so many. */
    record From(long offset) implements Part {}

    /** What follows a place. */
    record After(Mark mark) implements Part {}

    /** What precedes a place, the nearest, in the list's order. */
    record Before(Mark mark) implements Part {}
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
    return page(filter, sort, new Part.From(offset), limit, now);
  }

  /** A part of the list; from a mark on it costs the same however far down that is. */
  public Page page(SourceFilter filter, Sort sort, Part part, int limit, Instant now) {
    return database.read(
        h -> {
          var recent = counts.recent(filter);
          var conditions =
              recent.orElse(0) > SourceSearch.FEW
                  ? SourceConditions.ofMany(filter)
                  : conditions(h, filter);
          var total = recent.orElseGet(() -> counts.count(h, filter, conditions, now));
          if (part instanceof Part.From(var offset) && offset >= total) {
            return new Page(List.of(), total);
          }
          var sql = ordered(conditions, sort, part, total);
          var query = conditions.bind(h.createQuery(sql), now).bind("limit", limit);
          var ids = bind(query, sort.by(), part).mapTo(String.class).list();
          return new Page(found(h, part instanceof Part.Before ? ids.reversed() : ids), total);
        });
  }

  private static Query bind(Query query, SortBy by, Part part) {
    return switch (part) {
      case Part.From(var offset) -> query.bind("offset", offset);
      case Part.After(var mark) -> bind(query, by, mark);
      case Part.Before(var mark) -> bind(query, by, mark);
    };
  }

  private static Query bind(Query query, SortBy by, Mark mark) {
    query.bind("mark_id", mark.id().value());
    if (mark.key() == null || by == SortBy.ID) {
      return query;
    }
    return by.isText()
        ? query.bind("mark_key", mark.key())
        : query.bind("mark_key", Long.parseLong(mark.key()));
  }

  private SourceConditions conditions(Handle h, SourceFilter filter) {
    return SourceConditions.of(filter, h, database.engine().search());
  }

  private static String ordered(SourceConditions conditions, Sort sort, Part part, long total) {
    if (conditions.isTagAlone() && sort.by() == SortBy.NAME) {
      return "SELECT t.source_id FROM source_tags t WHERE t.tag = :tag"
          + rest(sort, part, "t.name", "t.source_id");
    }
    return total <= SourceSearch.FEW
        ? sorted(conditions.leading(), sort, part)
        : walked(conditions.testing(), sort, part);
  }

  private static String sorted(SourceConditions.Form form, Sort sort, Part part) {
    return "WITH found AS MATERIALIZED (SELECT s.id AS id, "
        + sort.by().column
        + " AS key FROM "
        + form.from()
        + (sort.by().isOfState()
            ? " CROSS JOIN feed_state f WHERE f.source_id = s.id AND "
            : " WHERE ")
        + form.where()
        + ") SELECT id FROM found WHERE TRUE"
        + rest(sort, part, "key", "id");
  }

  private static String walked(SourceConditions.Form form, Sort sort, Part part) {
    var state = sort.by().isOfState();
    return "SELECT s.id FROM "
        + (state
            ? "feed_state f CROSS JOIN sources s WHERE s.id = f.source_id AND "
            : form.from() + " WHERE ")
        + form.where()
        + rest(sort, part, sort.by().column, state ? "f.source_id" : "s.id");
  }

  private static String rest(Sort sort, Part part, String key, String id) {
    return switch (part) {
      case Part.From _ -> " ORDER BY " + sort.text(key, id) + " LIMIT :limit OFFSET :offset";
      case Part.After(var mark) -> following(sort, mark, key, id);
      case Part.Before(var mark) -> following(sort.turned(), mark, key, id);
    };
  }

  private static String following(Sort sort, Mark mark, String key, String id) {
    return " AND "
        + sort.after(mark, key, id)
        + " ORDER BY "
        + sort.text(key, id)
        + " LIMIT :limit";
  }

  private static final String FOUND =
      "SELECT "
          + Rows.REGISTERED
          + " FROM sources s JOIN feed_state f ON f.source_id = s.id WHERE s.id IN (<ids>)";

  private static List<Registered> found(Handle h, List<String> ids) {
    if (ids.isEmpty()) {
      return List.of();
    }
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
