package dev.feedwarden.store;

import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.WebUrl;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Where feeds went and came back from, and where they were not believed to have gone. */
public final class MoveLog {
  // Who goes back and forth is not followed more often than this.
  private static final Duration BACK_AND_FORTH = Duration.ofDays(30);

  private final Database database;

  public MoveLog(Database database) {
    this.database = database;
  }

  /** Who moved a feed, and why. */
  public record Ground(String how, String evidence, String by) {}

  /**
   * One move.
   *
   * @param state done, undone or doubted
   * @param mergedInto the source that had the feed there already
   */
  public record Entry(
      long id,
      Instant at,
      String state,
      WebUrl from,
      WebUrl to,
      @Nullable SourceId mergedInto,
      Ground ground) {}

  private static final String LATEST =
      "SELECT * FROM moves WHERE source_id = :source ORDER BY id DESC LIMIT :limit";

  /** The latest moves of a source, the latest first. */
  public List<Entry> latest(SourceId source, int limit) {
    return database.read(
        h ->
            h.createQuery(LATEST)
                .bind("source", source.value())
                .bind("limit", limit)
                .map((row, _) -> entry(row))
                .list());
  }

  private static final String LAST_DONE =
      "SELECT * FROM moves WHERE source_id = :source AND state = 'done' ORDER BY id DESC LIMIT 1";

  /** The move that can be undone. */
  static Optional<Entry> lastDone(Handle h, SourceId source) {
    return h.createQuery(LAST_DONE)
        .bind("source", source.value())
        .map((row, _) -> entry(row))
        .findOne();
  }

  private static Entry entry(ResultSet row) throws SQLException {
    var into = row.getString("merged_into");
    return new Entry(
        row.getLong("id"),
        Rows.time(row, "at"),
        row.getString("state"),
        WebUrl.of(row.getString("from_url")),
        WebUrl.of(row.getString("to_url")),
        into == null ? null : new SourceId(into),
        new Ground(row.getString("how"), row.getString("evidence"), row.getString("done_by")));
  }

  private static final String DISTRUSTED =
      """
      SELECT count(*) FROM moves
      WHERE source_id = :source
        AND ((to_key = :key AND state IN ('undone', 'doubted'))
             OR (from_key = :key AND state = 'done' AND at > :since))
      """;

  /** Whether a target is not to be adopted unless a person says so. */
  static boolean isDistrusted(Handle h, SourceId source, WebUrl to, Instant now) {
    return h.createQuery(DISTRUSTED)
            .bind("source", source.value())
            .bind("key", to.key())
            .bind("since", now.minus(BACK_AND_FORTH).toEpochMilli())
            .mapTo(Long.class)
            .one()
        > 0;
  }

  private static final String ADD =
      """
      INSERT INTO moves (source_id, at, how, state, from_url, from_key, to_url, to_key, merged_into,
                         evidence, done_by)
      VALUES (:source, :at, :how, :state, :from, :from_key, :to, :to_key, :into, :evidence, :by)
      """;

  static void add(
      Handle h,
      SourceId source,
      String state,
      WebUrl from,
      WebUrl to,
      @Nullable SourceId into,
      Ground ground,
      Instant now) {
    h.createUpdate(ADD)
        .bind("source", source.value())
        .bind("at", now.toEpochMilli())
        .bind("how", ground.how())
        .bind("state", state)
        .bind("from", from.text())
        .bind("from_key", from.key())
        .bind("to", to.text())
        .bind("to_key", to.key())
        .bind("into", into == null ? null : into.value())
        .bind("evidence", ground.evidence())
        .bind("by", ground.by())
        .execute();
  }

  private static final String UNDO =
      "UPDATE moves SET state = 'undone', undone_at = :now, undone_by = :by WHERE id = :id";

  static void undone(Handle h, long id, String who, Instant now) {
    h.createUpdate(UNDO).bind("id", id).bind("now", now.toEpochMilli()).bind("by", who).execute();
  }
}
