package dev.feedwarden.store;

import dev.feedwarden.store.Deliveries.Passage;
import java.time.Instant;
import org.jdbi.v3.core.Handle;

/** What destinations know to be wrong, as rows. */
final class Episodes {
  private Episodes() {}

  private static final String OPEN =
      """
      INSERT INTO episodes (destination, key, title, message, opened_at)
      VALUES (:name, :key, :title, :message, :now)
      ON CONFLICT (destination, key) DO NOTHING
      """;

  static void write(Handle h, String name, Passage passage, Instant now) {
    for (var key : passage.closed()) {
      h.createUpdate("DELETE FROM episodes WHERE destination = :name AND key = :key")
          .bind("name", name)
          .bind("key", key)
          .execute();
    }
    for (var one : passage.opened()) {
      h.createUpdate(OPEN)
          .bind("name", name)
          .bind("key", one.key())
          .bind("title", one.title())
          .bind("message", one.message())
          .bind("now", now.toEpochMilli())
          .execute();
    }
  }
}
