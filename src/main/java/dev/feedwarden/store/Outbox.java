package dev.feedwarden.store;

import dev.feedwarden.model.Happening;
import java.time.Instant;
import org.jdbi.v3.core.Handle;

/** What is to be told to others, written in the transaction that it tells of. */
final class Outbox {
  private Outbox() {}

  private static final String ADD =
      """
      INSERT INTO outbox (at, kind, source_id, body)
      SELECT CAST(:at AS BIGINT), CAST(:kind AS TEXT), CAST(:source AS TEXT), CAST(:body AS TEXT)
      """;

  static void add(Handle h, Instant at, Happening what) {
    add(h, ADD, at, what);
  }

  /** The same for what comes with every other poll: written only where there is a destination. */
  static void addIfHeard(Handle h, Instant at, Happening what) {
    add(h, ADD + "WHERE EXISTS (SELECT 1 FROM destinations)", at, what);
  }

  private static void add(Handle h, String sql, Instant at, Happening what) {
    var source = what.subject();
    h.createUpdate(sql)
        .bind("at", at.toEpochMilli())
        .bind("kind", what.word())
        .bind("source", source == null ? null : source.id().value())
        .bind("body", EventText.write(what))
        .execute();
  }
}
