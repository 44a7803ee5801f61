package dev.feedwarden.store;

import dev.feedwarden.model.SourceId;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** Whose feed is gone, and whose turn it is to be looked for: rarely, and by one process. */
public final class RepairSearches {
  /** The least time between two searches for one feed; doubled each time, three times at most. */
  public static final Duration BETWEEN = Duration.ofDays(7);

  private static final Duration SOON = Duration.ofHours(1);
  private static final int MOST_DOUBLINGS = 3;

  private final Database database;

  public RepairSearches(Database database) {
    this.database = database;
  }

  // Feeds that are gone and have no proposal, and those that say themselves that they moved.
  private static final String DUE =
      """
      SELECT s.id FROM sources s
      LEFT JOIN repair_searches r ON r.source_id = s.id
      WHERE s.id IN (
          SELECT g.id FROM sources g
          WHERE g.feed_disable_reason <> 'manual'
            AND g.feed_disable_reason IN ('not_found', 'gone', 'parse_error')
          UNION
          SELECT f.source_id FROM feed_state f
          WHERE f.moved_how = 'new_feed_url' AND f.moved_sightings >= :sightings
            AND f.moved_since <= :said_before)
        AND s.enabled AND s.feed_url IS NOT NULL AND s.merged_into IS NULL
        AND (r.next_at IS NULL OR r.next_at <= :now)
        AND NOT EXISTS (SELECT 1 FROM repairs p WHERE p.source_id = s.id AND p.state = 'proposed')
        AND EXISTS (SELECT 1 FROM articles a WHERE a.source_id = s.id)
      ORDER BY r.next_at NULLS FIRST, s.id LIMIT 10
      """;

  // Who is second finds that it is not due any more.
  private static final String TAKE =
      """
      INSERT INTO repair_searches (source_id, searched_at, next_at, searches, requests)
      VALUES (:id, :now, :now + :between, 1, 0)
      ON CONFLICT (source_id) DO UPDATE
      SET searched_at = :now, searches = repair_searches.searches + 1, requests = 0,
          next_at = :now + :between * CASE WHEN repair_searches.searches >= :doublings THEN 8
                                          WHEN repair_searches.searches = 2 THEN 4 ELSE 2 END
      WHERE repair_searches.next_at <= :now
      RETURNING source_id
      """;

  /** How often and for how long a feed must say itself that it has moved. */
  public record Said(int sightings, Duration since) {}

  /** A source whose feed is to be looked for now; nobody else is given it for a week. */
  public Optional<Registered> next(Said said, Instant now) {
    // Nobody's commit waits while the sources are gone through.
    var due =
        database.read(
            h ->
                h.createQuery(DUE)
                    .bind("sightings", said.sightings())
                    .bind("said_before", now.minus(said.since()).toEpochMilli())
                    .bind("now", now.toEpochMilli())
                    .mapTo(String.class)
                    .list());
    for (var id : due) {
      if (database.write(h -> isTaken(h, id, now))) {
        return database.read(h -> Registry.find(h, new SourceId(id)));
      }
    }
    return Optional.empty();
  }

  private static boolean isTaken(Handle h, String id, Instant now) {
    return h.createQuery(TAKE)
        .bind("id", id)
        .bind("now", now.toEpochMilli())
        .bind("between", BETWEEN.toMillis())
        .bind("doublings", MOST_DOUBLINGS)
        .mapTo(String.class)
        .findOne()
        .isPresent();
  }

  private static final String ENDED =
      """
      UPDATE repair_searches
      SET requests = :n, searches = CASE WHEN :n = 0 THEN searches - 1 ELSE searches END,
          next_at = CASE WHEN :n = 0 THEN CAST(:soon AS BIGINT) ELSE next_at END
      WHERE source_id = :id
      """;

  /** Writes how many requests a search took; one that asked nobody is made again soon. */
  public void ended(SourceId source, int requests, Instant now) {
    database.useWrite(
        h ->
            h.createUpdate(ENDED)
                .bind("id", source.value())
                .bind("n", requests)
                .bind("soon", now.plus(SOON).toEpochMilli())
                .execute());
  }
}
