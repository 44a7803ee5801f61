package dev.feedwarden.store;

import dev.feedwarden.model.HostMemory;
import dev.feedwarden.model.Pace;
import dev.feedwarden.model.Pace.Floor;
import dev.feedwarden.model.Pace.Refusal;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.Trouble;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What is remembered of a host as columns of its row. */
final class MemoryColumns {
  private MemoryColumns() {}

  static final String NAMES =
      "gap_ms, clean, refused_by, refused_at, floor_ms, floor_until, trouble_since, trouble_probes,"
          + " trouble_evidence ";

  static final String ASSIGNED =
      """
      gap_ms = :gap, clean = :clean, refused_by = :refused_by, refused_at = :refused_at,
      floor_ms = :floor, floor_until = :floor_until, trouble_since = :trouble,
      trouble_probes = :probes, trouble_evidence = :evidence
      """;

  static final String PACE = "gap_ms = :gap, clean = :clean ";

  /** Whether a host's pace is all there is to remember of it, as of most. */
  static boolean isPace(HostMemory memory) {
    var pace = memory.pace();
    return pace.refusal() == null && pace.floor() == null && memory.trouble() == null;
  }

  static Batch bindPace(Batch row, HostMemory memory) {
    var pace = memory.pace();
    return row.bind("gap", pace.gap().toMillis()).bind("clean", pace.clean());
  }

  static HostMemory read(ResultSet row) throws SQLException {
    return new HostMemory(
        new Pace(
            Duration.ofMillis(row.getLong("gap_ms")),
            row.getInt("clean"),
            refusal(row),
            floor(row)),
        trouble(row));
  }

  private static @Nullable Refusal refusal(ResultSet row) throws SQLException {
    var by = row.getString("refused_by");
    return by == null ? null : new Refusal(new SourceId(by), Rows.time(row, "refused_at"));
  }

  private static @Nullable Floor floor(ResultSet row) throws SQLException {
    var until = Rows.maybeTime(row, "floor_until");
    return until == null ? null : new Floor(Duration.ofMillis(row.getLong("floor_ms")), until);
  }

  private static @Nullable Trouble trouble(ResultSet row) throws SQLException {
    var since = Rows.maybeTime(row, "trouble_since");
    return since == null
        ? null
        : new Trouble(since, row.getInt("trouble_probes"), row.getString("trouble_evidence"));
  }

  static Batch bind(Batch row, HostMemory memory) {
    var pace = memory.pace();
    var refusal = pace.refusal();
    var floor = pace.floor();
    var trouble = memory.trouble();
    return bindPace(row, memory)
        .bind("refused_by", refusal == null ? null : refusal.by().value())
        .bind("refused_at", refusal == null ? null : Rows.millis(refusal.at()))
        .bind("floor", floor == null ? null : (Long) floor.gap().toMillis())
        .bind("floor_until", floor == null ? null : Rows.millis(floor.until()))
        .bind("trouble", trouble == null ? null : Rows.millis(trouble.since()))
        .bind("probes", trouble == null ? 0 : trouble.probes())
        .bind("evidence", trouble == null ? null : trouble.evidence());
  }
}
