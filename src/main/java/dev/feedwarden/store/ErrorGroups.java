package dev.feedwarden.store;

import dev.feedwarden.model.ErrorType;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Failing feeds that fail alike; counted at most some seconds ago. */
public final class ErrorGroups {
  private static final int MOST = 300;

  private final Remembered<List<Group>> groups;

  public ErrorGroups(Database database) {
    this.groups = new Remembered<>(Duration.ofSeconds(10), () -> database.read(ErrorGroups::find));
  }

  /**
   * Feeds of one host with one type of error.
   *
   * @param disabled how many of them are out of the schedule
   * @param since when the first of them began to fail
   * @param sample what one of them said last
   */
  public record Group(
      ErrorType type,
      @Nullable String host,
      long feeds,
      long disabled,
      Instant since,
      String sample) {}

  private static final String GROUPS =
      """
      SELECT f.last_error_type, f.host_key, count(*) AS feeds, min(f.failing_since) AS since,
             sum(CASE WHEN s.feed_disable_reason IS NULL THEN 0 ELSE 1 END) AS disabled,
             min(f.last_error) AS sample
      FROM feed_state f JOIN sources s ON s.id = f.source_id
      WHERE f.last_error_type IS NOT NULL
      GROUP BY f.last_error_type, f.host_key
      ORDER BY feeds DESC, f.last_error_type, f.host_key LIMIT :most
      """;

  /** The largest groups, the largest first. */
  public List<Group> largest() {
    return groups.get();
  }

  private static List<Group> find(Handle h) {
    return h.createQuery(GROUPS)
        .bind("most", MOST)
        .map(
            (row, _) ->
                new Group(
                    ErrorType.ofWire(row.getString("last_error_type")),
                    row.getString("host_key"),
                    row.getLong("feeds"),
                    row.getLong("disabled"),
                    Rows.time(row, "since"),
                    row.getString("sample")))
        .list();
  }
}
