package dev.feedwarden.store;

import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.Poll;
import dev.feedwarden.model.Rhythm;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What the decision on a failed poll began from, as columns of its row; a success has none. */
final class BasisColumns {
  private BasisColumns() {}

  static Batch bind(Batch row, Poll poll) {
    var failed = poll.outcome() instanceof Outcome.Failed f ? f : null;
    var rhythm = failed == null ? Rhythm.NONE : poll.claim().state().snapshot().rhythm();
    var own = poll.claim().source().settings().interval();
    return RhythmColumns.bind(row, rhythm)
        .bind("retry_after", failed == null ? null : millis(failed.retryAfter()))
        .bind("own_interval", failed == null ? null : own == null ? (Long) 0L : millis(own));
  }

  private static @Nullable Long millis(@Nullable Duration duration) {
    return duration == null ? null : (Long) duration.toMillis();
  }

  /** The basis of a row; none of one that was written before there were any. */
  static RecordedPolls.@Nullable Basis read(ResultSet row) throws SQLException {
    var interval = duration(row, "own_interval_ms");
    return interval == null
        ? null
        : new RecordedPolls.Basis(
            interval.isZero() ? null : interval,
            duration(row, "retry_after_ms"),
            RhythmColumns.read(row));
  }

  private static @Nullable Duration duration(ResultSet row, String column) throws SQLException {
    var millis = row.getLong(column);
    return row.wasNull() ? null : Duration.ofMillis(millis);
  }
}
