package dev.feedwarden.store;

import java.util.Collection;
import org.jdbi.v3.core.statement.Query;
import tools.jackson.databind.json.JsonMapper;

/**
 * Many texts as one value of a statement: its own text stays the same however many there are, and
 * is prepared once.
 */
enum Many {
  ARRAY("= ANY(:many)") {
    @Override
    Query bind(Query query, Collection<String> texts) {
      return query.bindArray("many", String.class, texts);
    }
  },
  JSON("IN (SELECT value FROM json_each(:many))") {
    @Override
    Query bind(Query query, Collection<String> texts) {
      return query.bind("many", JSON_MAPPER.writeValueAsString(texts));
    }
  };

  private static final JsonMapper JSON_MAPPER = new JsonMapper();

  private final String among;

  Many(String among) {
    this.among = among;
  }

  /** The condition that a column is among them. */
  String among() {
    return among;
  }

  abstract Query bind(Query query, Collection<String> texts);
}
