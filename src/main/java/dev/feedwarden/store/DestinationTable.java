package dev.feedwarden.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Which destinations there are: those that were made over the API, and what all begin with. */
public final class DestinationTable {
  private final Database database;

  public DestinationTable(Database database) {
    this.database = database;
  }

  /**
   * A destination.
   *
   * @param shown what may be shown of it
   * @param sealed all of it, unreadable without the installation's key
   */
  public record Kept(String name, String shown, String sealed) {}

  /** What came of making one. */
  public enum Made {
    YES,
    NAME_TAKEN,
    TOO_MANY
  }

  private static final String KEPT =
      "SELECT name, shown, sealed FROM destinations WHERE sealed IS NOT NULL";

  public List<Kept> all() {
    return database.read(
        h -> h.createQuery(KEPT + " ORDER BY name").map((row, _) -> kept(row)).list());
  }

  public Optional<Kept> find(String name) {
    return database.read(
        h ->
            h.createQuery(KEPT + " AND name = :name")
                .bind("name", name)
                .map((row, _) -> kept(row))
                .findOne());
  }

  private static Kept kept(ResultSet row) throws SQLException {
    return new Kept(row.getString("name"), row.getString("shown"), row.getString("sealed"));
  }

  /** Makes one: it will be told of all that happens from now on. */
  public Made add(Kept kept, int most, Instant now) {
    var deliveries = new Deliveries(database);
    return database.write(
        h -> {
          var count =
              h.createQuery("SELECT count(*) FROM destinations WHERE sealed IS NOT NULL")
                  .mapTo(Integer.class)
                  .one();
          if (count >= most) {
            return Made.TOO_MANY;
          }
          if (!deliveries.register(h, kept.name(), null, now)) {
            return Made.NAME_TAKEN;
          }
          h.createUpdate(
                  "UPDATE destinations SET shown = :shown, sealed = :sealed WHERE name = :name")
              .bind("shown", kept.shown())
              .bind("sealed", kept.sealed())
              .bind("name", kept.name())
              .execute();
          return Made.YES;
        });
  }

  // Without its owner, so that who is telling the old one at this moment writes nothing about it.
  private static final String REPLACE =
      """
      UPDATE destinations
      SET shown = :shown, sealed = :sealed, owner = NULL, tries = 0, failures = 0, not_before = 0,
          trouble = NULL
      WHERE name = :name AND sealed IS NOT NULL
      """;

  /** Changes one that there is; what it knows to be wrong is said in new messages. */
  public boolean replace(Kept kept) {
    return database.write(
        h -> {
          h.createUpdate("UPDATE episodes SET message = NULL WHERE destination = :name")
              .bind("name", kept.name())
              .execute();
          return h.createUpdate(REPLACE)
                  .bind("shown", kept.shown())
                  .bind("sealed", kept.sealed())
                  .bind("name", kept.name())
                  .execute()
              > 0;
        });
  }

  /** Forgets one with its dead letters; whatever waits for it is told to nobody. */
  public boolean remove(String name) {
    return database.write(
        h ->
            h.createUpdate("DELETE FROM destinations WHERE name = :name")
                    .bind("name", name)
                    .execute()
                > 0);
  }

  /** Forgets its trouble, which was that of another address. */
  public void afresh(String name) {
    database.useWrite(
        h ->
            h.createUpdate(
                    "UPDATE destinations SET tries = 0, failures = 0, not_before = 0,"
                        + " trouble = NULL WHERE name = :name")
                .bind("name", name)
                .execute());
  }
}
