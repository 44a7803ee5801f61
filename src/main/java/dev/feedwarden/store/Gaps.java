package dev.feedwarden.store;

import dev.feedwarden.model.Gap;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.Poll;
import dev.feedwarden.model.SourceId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Handle;

/** The gaps that polls found. */
public final class Gaps {
  private final Database database;

  public Gaps(Database database) {
    this.database = database;
  }

  /** A gap and when it was found. */
  public record Found(long id, Instant at, Gap gap) {}

  private static final String ADD =
      """
      INSERT INTO gaps (source_id, found_at, from_at, to_at, pages, filled, closed)
      VALUES (:source, :at, :from, :to, :pages, :filled, :closed)
      """;

  static void write(Handle h, Poll poll) {
    if (!(poll.outcome() instanceof Outcome.Fresh(var changes, _)) || changes.gap() == null) {
      return;
    }
    var gap = changes.gap();
    h.createUpdate(ADD)
        .bind("source", poll.claim().source().id().value())
        .bind("at", poll.visit().endedAt().toEpochMilli())
        .bind("from", Rows.millis(gap.from()))
        .bind("to", gap.to().toEpochMilli())
        .bind("pages", gap.filling().pages())
        .bind("filled", gap.filling().entries())
        .bind("closed", gap.filling().closed())
        .execute();
  }

  private static final String LATEST =
      "SELECT * FROM gaps WHERE source_id = :source AND id < :before ORDER BY id DESC LIMIT :limit";

  /**
   * The gaps of a source, the latest first.
   *
   * @param before only those with a smaller id
   */
  public List<Found> before(SourceId source, long before, int limit) {
    return database.read(
        h ->
            h.createQuery(LATEST)
                .bind("source", source.value())
                .bind("before", before)
                .bind("limit", limit)
                .map((row, _) -> found(row))
                .list());
  }

  private static Found found(ResultSet row) throws SQLException {
    var filling =
        new Gap.Filling(row.getInt("pages"), row.getInt("filled"), row.getBoolean("closed"));
    return new Found(
        row.getLong("id"),
        Rows.time(row, "found_at"),
        new Gap(Rows.maybeTime(row, "from_at"), Rows.time(row, "to_at"), null, filling));
  }
}
