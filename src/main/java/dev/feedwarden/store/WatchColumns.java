package dev.feedwarden.store;

import dev.feedwarden.model.Suspicion;
import dev.feedwarden.model.Watch;
import dev.feedwarden.model.Watch.Baseline;
import dev.feedwarden.model.Watch.Doubt;
import dev.feedwarden.model.Watch.Silence;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** What a feed is like, and what is odd about it, as columns of its state. */
final class WatchColumns {
  private WatchColumns() {}

  static final String NAMES =
      """
      f.usual_bytes, f.usual_site, f.window_size, f.suspicion, f.suspicion_site,
      f.suspicion_sightings, f.suspicion_since, f.silent_until, f.stale_since
      """;

  static final String ASSIGNED =
      """
      usual_bytes = :usual_bytes, usual_site = :usual_site, window_size = :window_size,
      suspicion = :suspicion, suspicion_site = :suspicion_site,
      suspicion_sightings = :suspicion_sightings, suspicion_since = :suspicion_since,
      silent_until = :silent_until, stale_since = :stale_since
      """;

  static Watch read(ResultSet row) throws SQLException {
    return new Watch(
        new Baseline(
            row.getLong("usual_bytes"), row.getString("usual_site"), row.getInt("window_size")),
        doubt(row),
        new Silence(Rows.maybeTime(row, "silent_until"), Rows.maybeTime(row, "stale_since")));
  }

  private static @Nullable Doubt doubt(ResultSet row) throws SQLException {
    var kind = row.getString("suspicion");
    return kind == null
        ? null
        : new Doubt(
            Suspicion.ofWire(kind),
            row.getString("suspicion_site"),
            row.getInt("suspicion_sightings"),
            Rows.time(row, "suspicion_since"));
  }

  static Batch bind(Batch row, Watch watch) {
    var baseline = watch.baseline();
    var doubt = watch.doubt();
    return row.bind("usual_bytes", baseline.bytes())
        .bind("usual_site", baseline.site())
        .bind("window_size", baseline.window())
        .bind("suspicion", doubt == null ? null : doubt.kind().wire())
        .bind("suspicion_site", doubt == null ? null : doubt.site())
        .bind("suspicion_sightings", doubt == null ? 0 : doubt.sightings())
        .bind("suspicion_since", doubt == null ? null : Rows.millis(doubt.since()))
        .bind("silent_until", Rows.millis(watch.silence().usualUntil()))
        .bind("stale_since", Rows.millis(watch.silence().staleSince()));
  }
}
