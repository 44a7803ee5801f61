package dev.feedwarden.store;

import dev.feedwarden.model.SourceFilter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jdbi.v3.core.statement.Query;

/**
 * A filter as conditions on {@code sources s}. What most sources meet is written so that SQLite
 * walks the order it is asked for and tests each row; what few meet, so that it begins with them.
 */
final class SourceConditions {
  private final SourceFilter filter;
  private final List<String> all = new ArrayList<>();

  private SourceConditions(SourceFilter filter) {
    this.filter = filter;
  }

  static SourceConditions of(SourceFilter filter) {
    var conditions = new SourceConditions(filter);
    conditions.collect();
    return conditions;
  }

  private void collect() {
    if (filter.enabled() != null) {
      all.add(filter.enabled() ? "s.enabled" : "s.enabled = FALSE");
    }
    if (filter.feedActive()) {
      // A source has a host exactly if it has a feed.
      all.add(
          "s.host_key IS NOT NULL AND s.enabled"
              + " AND (s.feed_disable_reason IS NULL OR s.feed_disabled_until <= :now)");
    }
    if (filter.status() != null) {
      all.add(status(filter.status()));
    }
    if (filter.errorType() != null) {
      all.add("s.id IN (SELECT source_id FROM feed_state WHERE last_error_type = :error_type)");
    }
    if (filter.host() != null) {
      all.add("s.host_key = :host");
    }
    if (filter.tag() != null) {
      all.add("s.id IN (SELECT source_id FROM source_tags WHERE tag = :tag)");
    }
    if (filter.search() != null) {
      all.add("s.search_text LIKE :search ESCAPE '\\'");
    }
  }

  private static String status(String status) {
    return switch (status) {
      case "active" -> "s.enabled AND s.feed_disable_reason IS NULL AND s.id NOT IN (" + HELD + ")";
      case "held" -> "s.enabled AND s.feed_disable_reason IS NULL AND s.id IN (" + HELD + ")";
      case "cooling" -> "s.feed_disabled_at IS NOT NULL AND s.feed_disable_reason <> 'manual'";
      case "stopped" -> "s.feed_disabled_at IS NOT NULL AND s.feed_disable_reason = 'manual'";
      case "disabled" -> "s.enabled = FALSE AND s.feed_disable_reason IS NULL";
      default -> throw new IllegalArgumentException("not a status: " + status);
    };
  }

  private static final String HELD =
      "SELECT source_id FROM feed_state WHERE next_poll_reason = 'held'";

  /** To follow a WHERE. */
  String text() {
    return all.isEmpty() ? "TRUE" : String.join(" AND ", all);
  }

  Query bind(Query query, Instant now) {
    if (filter.feedActive()) {
      query.bind("now", now.toEpochMilli());
    }
    if (filter.errorType() != null) {
      query.bind("error_type", filter.errorType().wire());
    }
    if (filter.host() != null) {
      query.bind("host", filter.host());
    }
    if (filter.tag() != null) {
      query.bind("tag", filter.tag());
    }
    if (filter.search() != null) {
      query.bind("search", SearchText.pattern(filter.search()));
    }
    return query;
  }
}
