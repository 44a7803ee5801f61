package dev.feedwarden.store;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** What an operator wants to know of a database that may not be well. */
public final class Examination {
  private final Database database;

  public Examination(Database database) {
    this.database = database;
  }

  /** The version of the schema, which is that of the last migration. */
  public String schema() {
    return database.read(
        h ->
            h.createQuery(
                    "SELECT version FROM flyway_schema_history WHERE success ORDER BY"
                        + " installed_rank DESC LIMIT 1")
                .mapTo(String.class)
                .one());
  }

  /** Whether it can be written: tried, and taken back. */
  public void write() {
    database.useWrite(
        h -> {
          h.execute("UPDATE disable_budget SET fleet = fleet");
          h.rollback();
        });
  }

  /** The first thing that is wrong inside a SQLite file; PostgreSQL has its own tools. */
  public Optional<String> damage() {
    return database.engine() instanceof Sqlite
        ? database.read(Examination::firstDamage)
        : Optional.empty();
  }

  private static Optional<String> firstDamage(Handle h) {
    return h.createQuery("PRAGMA quick_check(1)")
        .mapTo(String.class)
        .findFirst()
        .filter(answer -> !answer.equals("ok"));
  }

  /** How far the database's time is ahead of ours. */
  public Duration ahead() {
    return Duration.between(Instant.now(), database.now());
  }
}
