package dev.feedwarden.store;

import java.time.Instant;
import java.util.List;

/** Who asks hosts now. */
public final class Workers {
  private final Database database;

  public Workers(Database database) {
    this.database = database;
  }

  /** A process and how many hosts it holds. */
  public record Worker(String name, long hosts, Instant until) {}

  private static final String HOLDING =
      """
      SELECT owner, count(*) AS hosts, max(leased_until) AS until FROM host_queue
      WHERE owner IS NOT NULL AND leased_until > :now GROUP BY owner ORDER BY owner
      """;

  /** The processes that hold hosts. */
  public List<Worker> holding(Instant now) {
    return database.read(
        h ->
            h.createQuery(HOLDING)
                .bind("now", now.toEpochMilli())
                .map(
                    (row, _) ->
                        new Worker(
                            row.getString("owner"), row.getLong("hosts"), Rows.time(row, "until")))
                .list());
  }

  /** What the database is. */
  public record Place(String engine, String schema, long polls) {}

  private static final String SCHEMA =
      """
      SELECT version FROM flyway_schema_history WHERE success ORDER BY installed_rank DESC LIMIT 1
      """;

  /** Where all is kept; the number of polls is the last one's, not a count. */
  public Place place() {
    return database.read(
        h ->
            new Place(
                database.engine() instanceof Sqlite ? "SQLite" : "PostgreSQL",
                h.createQuery(SCHEMA).mapTo(String.class).one(),
                h.createQuery("SELECT coalesce(max(id), 0) FROM polls").mapTo(Long.class).one()));
  }
}
