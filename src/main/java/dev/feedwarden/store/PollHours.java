package dev.feedwarden.store;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Handle;

/** Polls by the hour: added up aside from the polls, a little at a time, and cheap to draw. */
public final class PollHours {
  private static final Duration HOUR = Duration.ofHours(1);
  // Ids become visible in the order of commits; by then every transaction of before has ended.
  private static final Duration SETTLED = Duration.ofMinutes(2);
  private static final int MOST = 2_000;

  private final Database database;

  public PollHours(Database database) {
    this.database = database;
  }

  /**
   * What some polls came to.
   *
   * @param errorType empty but for failures
   */
  public record Hour(Instant hour, String outcome, String errorType, Sums sums) {}

  /** Added up over polls. */
  public record Sums(
      long polls, Duration took, long retries, long bytes, long inserted, long updated) {}

  private static final String SINCE =
      "SELECT * FROM poll_hours WHERE hour >= :since ORDER BY hour, outcome, error_type";

  /** The hours that began at an instant or later, a row for each outcome and type. */
  public List<Hour> since(Instant since) {
    return database.read(
        h ->
            h.createQuery(SINCE)
                .bind("since", since.toEpochMilli())
                .map(
                    (row, _) ->
                        new Hour(
                            Instant.ofEpochMilli(row.getLong("hour")),
                            row.getString("outcome"),
                            row.getString("error_type"),
                            new Sums(
                                row.getLong("polls"),
                                Duration.ofMillis(row.getLong("duration_ms")),
                                row.getLong("retries"),
                                row.getLong("bytes"),
                                row.getLong("inserted"),
                                row.getLong("updated"))))
                .list());
  }

  private static final String PLACE = "SELECT at_poll FROM poll_hours_place WHERE id = 1 ";

  private static final String LAST =
      """
      SELECT max(id) FROM (SELECT id FROM polls
                           WHERE id > :place AND ended_at < :settled ORDER BY id LIMIT :most) AS batch
      """;

  private static final String ADD =
      """
      INSERT INTO poll_hours (hour, outcome, error_type, polls, duration_ms, retries, bytes,
                              inserted, updated)
      SELECT ended_at - ended_at % :length, outcome, coalesce(error_type, ''), count(*),
             sum(duration_ms), sum(retry_count), sum(bytes), sum(inserted), sum(updated)
      FROM polls WHERE id > :place AND id <= :last
      GROUP BY ended_at - ended_at % :length, outcome, coalesce(error_type, '')
      ON CONFLICT (hour, outcome, error_type) DO UPDATE
      SET polls = poll_hours.polls + excluded.polls,
          duration_ms = poll_hours.duration_ms + excluded.duration_ms,
          retries = poll_hours.retries + excluded.retries,
          bytes = poll_hours.bytes + excluded.bytes,
          inserted = poll_hours.inserted + excluded.inserted,
          updated = poll_hours.updated + excluded.updated
      """;

  /** Adds some more polls up; whether there may be more at once. */
  public boolean turn(Instant now) {
    var settled = now.minus(SETTLED).toEpochMilli();
    return database.read(h -> last(h, place(h, ""), settled)) > 0
        && database.write(h -> add(h, settled));
  }

  private boolean add(Handle h, long settled) {
    var place = place(h, database.engine().skippingLocked());
    var last = place < 0 ? 0 : last(h, place, settled); // else another process is at it
    if (last == 0) {
      return false;
    }
    // Written as a number: PostgreSQL cannot tell that two parameters of a GROUP BY are one.
    h.createUpdate(ADD.replace(":length", String.valueOf(HOUR.toMillis())))
        .bind("place", place)
        .bind("last", last)
        .execute();
    h.createUpdate("UPDATE poll_hours_place SET at_poll = :last").bind("last", last).execute();
    return true;
  }

  private static long place(Handle h, String locking) {
    return h.createQuery(PLACE + locking).mapTo(Long.class).findOne().orElse(-1L);
  }

  private static long last(Handle h, long place, long settled) {
    return h.createQuery(LAST)
        .bind("place", place)
        .bind("settled", settled)
        .bind("most", MOST)
        .mapTo(Long.class)
        .findOne()
        .orElse(0L);
  }
}
