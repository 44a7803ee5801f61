package dev.feedwarden.store;

import dev.feedwarden.model.Standing;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A standing as the {@code feed_disabled_*} columns of its source. */
record StandingColumns(
    @Nullable Instant since,
    @Nullable Instant until,
    @Nullable String reason,
    @Nullable String by,
    @Nullable String note) {

  static StandingColumns of(Standing standing) {
    return switch (standing) {
      case Standing.Active _ -> new StandingColumns(null, null, null, null, null);
      case Standing.Cooling(var reason, var since, var until, var by) ->
          new StandingColumns(since, until, reason.wire(), by, null);
      case Standing.Stopped(var since, var by, var note) ->
          new StandingColumns(since, null, Rows.MANUAL, by, note);
    };
  }
}
