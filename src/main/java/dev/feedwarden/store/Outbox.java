package dev.feedwarden.store;

import dev.feedwarden.model.SourceId;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** What is to be told to others, written in the transaction that it tells of. */
final class Outbox {
  private static final JsonMapper JSON = new JsonMapper();

  private Outbox() {}

  private static final String ADD =
      "INSERT INTO outbox (at, kind, source_id, body) VALUES (:at, :kind, :source, :body)";

  /** An event that concerns no single source. */
  static void add(Handle h, Instant at, String kind, Map<String, Object> body) {
    add(h, at, kind, null, body);
  }

  static void add(
      Handle h, Instant at, String kind, @Nullable SourceId source, Map<String, Object> body) {
    h.createUpdate(ADD)
        .bind("at", at.toEpochMilli())
        .bind("kind", kind)
        .bind("source", source == null ? null : source.value())
        .bind("body", JSON.writeValueAsString(new TreeMap<>(body)))
        .execute();
  }
}
