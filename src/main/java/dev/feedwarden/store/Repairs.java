package dev.feedwarden.store;

import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.WebUrl;
import java.time.Instant;
import org.jdbi.v3.core.Handle;

/** Where feeds that are gone may be now, and what was decided about that. */
public final class Repairs {
  private Repairs() {}

  private static final String UNDO =
      """
      UPDATE repairs SET state = 'undone', decided_at = :now, decided_by = :by
      WHERE source_id = :source AND to_key = :key AND state = 'accepted'
      """;

  static void undone(Handle h, SourceId source, WebUrl to, String who, Instant now) {
    h.createUpdate(UNDO)
        .bind("source", source.value())
        .bind("key", to.key())
        .bind("by", who)
        .bind("now", now.toEpochMilli())
        .execute();
  }
}
