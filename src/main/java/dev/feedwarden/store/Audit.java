package dev.feedwarden.store;

import dev.feedwarden.model.SourceId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Who changed how a source stands, when and why. */
public final class Audit {
  private final Database database;

  public Audit(Database database) {
    this.database = database;
  }

  /**
   * One change.
   *
   * @param kind disabled, enabled, renewed, held, changed or adopted
   * @param reason of a disable
   * @param by a person's name, or policy
   */
  public record Change(
      Instant at, String kind, @Nullable String reason, String by, String evidence) {}

  private static final String LATEST =
      """
      SELECT at, kind, reason, done_by, evidence FROM transitions
      WHERE source_id = :source ORDER BY at DESC, id DESC LIMIT :limit
      """;

  /** The latest changes of a source, the latest first. */
  public List<Change> latest(SourceId source, int limit) {
    return database.read(
        h ->
            h.createQuery(LATEST)
                .bind("source", source.value())
                .bind("limit", limit)
                .map(
                    (row, _) ->
                        new Change(
                            Rows.time(row, "at"),
                            row.getString("kind"),
                            row.getString("reason"),
                            row.getString("done_by"),
                            row.getString("evidence")))
                .list());
  }
}
