package dev.feedwarden.store;

import static java.util.stream.Collectors.joining;

import dev.feedwarden.model.ErrorType;
import dev.feedwarden.model.SourceFilter;
import dev.feedwarden.model.SourceFilter.Notice;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/**
 * A filter as SQL on {@code sources s}, in two forms with the same rows. {@link #leading} begins
 * with the rows of the filter, for few of them and for the order of the ids; {@link #testing} asks
 * of each source whether it is meant, for a walk along an order in which there are many.
 */
final class SourceConditions {
  private static final String HELD =
      "(SELECT x.source_id FROM feed_state x WHERE x.next_poll_reason = 'held')";
  private static final String ERROR = "feed_state x WHERE x.last_error_type = :error_type";
  private static final Duration QUIET = Duration.ofDays(30);
  private static final String IN_SCHEDULE = "s.enabled AND s.feed_disable_reason IS NULL AND ";
  private static final String TAGGED = "source_tags x WHERE x.tag = :tag";

  private final SourceFilter filter;
  private final SourceSearch.@Nullable Condition search;

  private SourceConditions(SourceFilter filter, SourceSearch.@Nullable Condition search) {
    this.filter = filter;
    this.search = search;
  }

  static SourceConditions of(SourceFilter filter, Handle h, SourceSearch search) {
    var part = filter.search();
    return new SourceConditions(filter, part == null ? null : search.condition(h, part));
  }

  /** Of a filter that is known to let many through. */
  static SourceConditions ofMany(SourceFilter filter) {
    var part = filter.search();
    return new SourceConditions(filter, part == null ? null : SourceSearch.among(part));
  }

  /** A FROM with its WHERE, and the column that has the ids in their order. */
  record Form(String from, String where, String id) {}

  // CROSS JOIN is what SQLite takes as an order to begin on the left.
  Form leading() {
    if (search != null && search.few()) {
      return testing();
    }
    var conditions = own(SourceConditions::among);
    if (filter.tag() != null && filter.errorType() != null) {
      conditions.add(among(ERROR));
    }
    if (filter.tag() != null) {
      conditions.add("s.id = lead.source_id AND lead.tag = :tag");
      return form("source_tags lead CROSS JOIN sources s", conditions, "lead.source_id");
    }
    if (filter.errorType() != null) {
      conditions.add("s.id = lead.source_id AND lead.last_error_type = :error_type");
      return form("feed_state lead CROSS JOIN sources s", conditions, "lead.source_id");
    }
    return form("sources s", conditions, "s.id");
  }

  /** Whether all that is asked for is a tag. */
  boolean isTagAlone() {
    return filter.tag() != null
        && filter.errorType() == null
        && own(SourceConditions::among).isEmpty();
  }

  Form testing() {
    var conditions = own(rows -> counted(rows) + " > 0");
    if (filter.tag() != null) {
      conditions.add(counted(TAGGED) + " > 0");
    }
    if (filter.errorType() != null) {
      conditions.add(counted(ERROR) + " > 0");
    }
    return form("sources s", conditions, "s.id");
  }

  private static Form form(String from, List<String> conditions, String id) {
    return new Form(from, conditions.isEmpty() ? "TRUE" : String.join(" AND ", conditions), id);
  }

  // Neither engine can turn a count round, as it can an EXISTS.
  private static String counted(String rows) {
    return "(SELECT count(*) FROM " + rows + " AND x.source_id = s.id)";
  }

  private static String among(String rows) {
    return "s.id IN (SELECT x.source_id FROM " + rows + ")";
  }

  // How a state is asked for is the form's.
  private List<String> own(UnaryOperator<String> has) {
    var conditions = new ArrayList<String>();
    if (filter.enabled() != null) {
      conditions.add(filter.enabled() ? "s.enabled" : "NOT s.enabled");
    }
    if (filter.feedActive()) {
      // A source has a host exactly if it has a feed.
      conditions.add(
          "s.host_key IS NOT NULL AND s.enabled"
              + " AND (s.feed_disable_reason IS NULL OR s.feed_disabled_until <= :now)");
    }
    if (filter.status() != null) {
      conditions.add(standing(filter.status()));
    }
    if (filter.host() != null) {
      conditions.add("s.host_key = :host");
    }
    if (search != null) {
      conditions.add(search.sql());
    }
    if (filter.notice() != null) {
      conditions.add(noticed(filter.notice(), has));
    }
    return conditions;
  }

  private static String noticed(Notice notice, UnaryOperator<String> has) {
    return switch (notice) {
      case FAILING -> IN_SCHEDULE + has.apply("feed_state x WHERE x.last_error_type IS NOT NULL");
      case QUIET ->
          IN_SCHEDULE
              + has.apply(
                  "feed_state x WHERE x.newest_item_at < :quiet_since"
                      + " AND x.last_error_type IS NULL");
      case SUSPECT -> IN_SCHEDULE + has.apply("feed_state x WHERE x.suspicion IS NOT NULL");
      case STALE -> IN_SCHEDULE + has.apply("feed_state x WHERE x.stale_since IS NOT NULL");
      case OFF ->
          "(s.feed_disable_reason = 'manual' OR (NOT s.enabled AND s.feed_disable_reason IS NULL))";
      case PERSON ->
          "s.id IN (SELECT y.id FROM sources y WHERE y.feed_disable_reason <> 'manual'"
              + " AND y.feed_disable_reason IN ("
              + SourceFilter.LASTING.stream()
                  .map(type -> "'" + type.wire() + "'")
                  .sorted()
                  .collect(joining(", "))
              + ") UNION "
              + HELD.substring(1, HELD.length() - 1)
              + " UNION SELECT x.source_id FROM feed_state x WHERE x.last_error_type = '"
              + ErrorType.UNEXPECTED.wire()
              + "')";
    };
  }

  private static String standing(String status) {
    return switch (status) {
      case "active" -> "s.enabled AND s.feed_disable_reason IS NULL AND s.id NOT IN " + HELD;
      case "held" -> "s.enabled AND s.feed_disable_reason IS NULL AND s.id IN " + HELD;
      case "cooling" -> "s.feed_disable_reason <> 'manual'";
      case "stopped" -> "s.feed_disable_reason = 'manual' AND s.merged_into IS NULL";
      case SourceFilter.MERGED -> "s.merged_into IS NOT NULL";
      case "disabled" -> "NOT s.enabled AND s.feed_disable_reason IS NULL";
      default -> throw new IllegalArgumentException("not a status: " + status);
    };
  }

  Query bind(Query query, Instant now) {
    if (filter.feedActive()) {
      query.bind("now", now.toEpochMilli());
    }
    if (filter.errorType() != null) {
      query.bind("error_type", filter.errorType().wire());
    }
    if (filter.notice() == Notice.QUIET) {
      query.bind("quiet_since", now.minus(QUIET).toEpochMilli());
    }
    if (filter.host() != null) {
      query.bind("host", filter.host());
    }
    if (filter.tag() != null) {
      query.bind("tag", filter.tag());
    }
    if (search != null) {
      query.bind("search", search.search());
    }
    return query;
  }
}
