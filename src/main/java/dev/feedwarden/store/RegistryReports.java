package dev.feedwarden.store;

import dev.feedwarden.model.ErrorType;
import dev.feedwarden.model.Poll;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.Standing;
import dev.feedwarden.model.StandingReport;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jdbi.v3.core.Handle;

/**
 * What a crawler's policy decided and the registry has not heard yet. A decision is written in the
 * transaction of the poll that it follows from, so that neither is without the other.
 */
public final class RegistryReports {
  private static final int LONGEST_EVIDENCE = 1_000;

  private final Database database;

  public RegistryReports(Database database) {
    this.database = database;
  }

  /** A report in its place among the others. */
  public record Pending(long id, StandingReport report) {}

  // Where no registry is followed there is no row to select.
  private static final String ADD =
      """
      INSERT INTO registry_reports (source_id, revision, reason, since, until, evidence)
      SELECT source_id, revision, CAST(:reason AS TEXT), CAST(:since AS BIGINT),
             CAST(:until AS BIGINT), CAST(:evidence AS TEXT)
      FROM followed_sources WHERE source_id = :id
      """;

  /** Queues what a poll has done to its feed's standing. */
  static void add(Handle h, Poll poll) {
    var columns = StandingColumns.of(poll.transition().standing());
    var last = poll.transition().health().lastError();
    var evidence = last == null ? "a poll succeeded" : last.message();
    var at = columns.since() == null ? poll.visit().endedAt() : columns.since();
    h.createUpdate(ADD)
        .bind("id", poll.claim().source().id().value())
        .bind("reason", columns.reason())
        .bind("since", at.toEpochMilli())
        .bind("until", Rows.millis(columns.until()))
        .bind("evidence", evidence.substring(0, Math.min(evidence.length(), LONGEST_EVIDENCE)))
        .execute();
  }

  // Of each source only the first: the others are about what that one makes of it.
  private static final String NEXT =
      """
      SELECT id, source_id, revision, reason, since, until, evidence FROM registry_reports
      WHERE id IN (SELECT min(id) FROM registry_reports GROUP BY source_id)
      ORDER BY id LIMIT :limit
      """;

  /** The oldest report of each source, the oldest of all first. */
  public List<Pending> next(int limit) {
    return database.read(
        h ->
            h.createQuery(NEXT)
                .bind("limit", limit)
                .map((row, _) -> new Pending(row.getLong("id"), report(row)))
                .list());
  }

  private static StandingReport report(ResultSet row) throws SQLException {
    var reason = row.getString("reason");
    var standing =
        reason == null
            ? Standing.ACTIVE
            : new Standing.Cooling(
                ErrorType.ofWire(reason),
                Rows.time(row, "since"),
                Rows.time(row, "until"),
                ReportedStandings.POLICY);
    return new StandingReport(
        new SourceId(row.getString("source_id")),
        row.getLong("revision"),
        standing,
        row.getString("evidence"));
  }

  /**
   * The registry followed a report. If that was the only change there, what was decided since is
   * about the source as it is now.
   */
  public void accepted(Pending pending, long revision) {
    var report = pending.report();
    database.useWrite(
        h -> {
          h.createUpdate("DELETE FROM registry_reports WHERE id = :id")
              .bind("id", pending.id())
              .execute();
          if (revision == report.revision() + 1) {
            for (var table : List.of("registry_reports", "followed_sources")) {
              h.createUpdate(
                      "UPDATE "
                          + table
                          + " SET revision = :now WHERE source_id = :id AND revision = :before")
                  .bind("id", report.source().value())
                  .bind("before", report.revision())
                  .bind("now", revision)
                  .execute();
            }
          }
        });
  }

  /** The registry knows better: it is asked anew, and nothing that was built on this is sent. */
  public void refused(Pending pending) {
    database.useWrite(h -> forget(h, pending.report().source(), 0));
  }

  /**
   * Drops the reports of a source that the registry has decided about, at a revision of its own.
   */
  static int forget(Handle h, SourceId source, long revision) {
    var dropped =
        h.createUpdate("DELETE FROM registry_reports WHERE source_id = :id")
            .bind("id", source.value())
            .execute();
    if (dropped > 0) {
      FollowedRegistry.countRefused(h, dropped);
    }
    h.createUpdate("UPDATE followed_sources SET revision = :revision WHERE source_id = :id")
        .bind("id", source.value())
        .bind("revision", revision)
        .execute();
    return dropped;
  }
}
