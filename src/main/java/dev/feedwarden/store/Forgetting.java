package dev.feedwarden.store;

import java.time.Instant;

/**
 * Deletes old polls, a few at a time; never one that is not in {@link PollHours} yet. And what
 * nobody has asked for again: files of robots' rules.
 */
public final class Forgetting {
  private static final int MOST = 500;

  private final Database database;

  public Forgetting(Database database) {
    this.database = database;
  }

  /** How many polls there are. */
  public long count() {
    return database.read(h -> h.createQuery("SELECT count(*) FROM polls").mapTo(Long.class).one());
  }

  /** The number of the newest poll; zero if there is none. */
  public long newest() {
    return database.read(
        h -> h.createQuery("SELECT coalesce(max(id), 0) FROM polls").mapTo(Long.class).one());
  }

  // The oldest are the first by their ids; so they are found without an index of their own.
  private static final String OLDEST =
      """
      DELETE FROM polls WHERE id IN (
        SELECT id FROM (SELECT id, ended_at FROM polls
                        WHERE id <= (SELECT at_poll FROM poll_hours_place)
                        ORDER BY id LIMIT :most) AS oldest
        WHERE ended_at < :before)
      """;

  /** Deletes some of those that ended before an instant; how many. */
  public int before(Instant before) {
    return delete(before.toEpochMilli(), MOST);
  }

  /** Deletes some of the oldest; how many. */
  public int oldest(long most) {
    return delete(Long.MAX_VALUE, (int) Math.min(most, MOST));
  }

  private static final String ROBOTS =
      """
      DELETE FROM robots WHERE origin IN (
        SELECT origin FROM robots WHERE expires_at < :before LIMIT :most)
      """;

  /** Deletes some of the robots.txt that were out of date before an instant; how many. */
  public int robotsBefore(Instant before) {
    return database.write(
        h ->
            h.createUpdate(ROBOTS)
                .bind("before", before.toEpochMilli())
                .bind("most", MOST)
                .execute());
  }

  private int delete(long before, int most) {
    return database.write(
        h -> h.createUpdate(OLDEST).bind("before", before).bind("most", most).execute());
  }
}
