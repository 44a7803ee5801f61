package dev.feedwarden.store;

import dev.feedwarden.model.Source;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.Standing;
import java.time.Instant;
import org.jdbi.v3.core.Handle;

/**
 * Two sources with one feed: the one that had the address first goes on, the other stays as it was
 * with its articles and is not polled any more.
 */
final class Merging {
  private Merging() {}

  private static final String INTO = "UPDATE sources SET merged_into = :into WHERE id = :id";

  // What one of them has stored the other does not store again.
  private static final String SHARE_KEYS =
      """
      INSERT INTO seen_keys (source_id, key, article_id)
      SELECT :into, k.key, k.article_id FROM seen_keys k WHERE k.source_id = :id
      ON CONFLICT (source_id, key) DO NOTHING
      """;

  static void merge(Handle h, Source source, SourceId into, Instant now) {
    var note = "merged into " + into;
    Interventions.stand(h, source, new Standing.Stopped(now, "policy", note), now);
    Interventions.schedule(h, source.id(), Interventions.NEVER, now);
    h.createUpdate(INTO).bind("id", source.id().value()).bind("into", into.value()).execute();
    h.createUpdate(SHARE_KEYS).bind("id", source.id().value()).bind("into", into.value()).execute();
    Leases.dueAnew(h, LaneTable.key(h, source.feed(), source.id()));
  }

  private static final String PART =
      "UPDATE sources SET merged_into = NULL WHERE id = :id AND merged_into = :into";

  // Its own articles are its own again; the tombstones of old ones do no harm.
  private static final String TAKE_KEYS_BACK =
      """
      DELETE FROM seen_keys
      WHERE source_id = :into
        AND article_id IN (SELECT a.id FROM articles a WHERE a.source_id = :id)
      """;

  /** Each has a feed of its own again. */
  static void part(Handle h, Source source, SourceId into, Instant now) {
    h.createUpdate(PART).bind("id", source.id().value()).bind("into", into.value()).execute();
    h.createUpdate(TAKE_KEYS_BACK)
        .bind("id", source.id().value())
        .bind("into", into.value())
        .execute();
    Interventions.stand(h, source, Standing.ACTIVE, now);
    Interventions.anew(h, source.id(), source.feed(), now);
  }
}
