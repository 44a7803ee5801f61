package dev.feedwarden.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** How much waits for each destination, and what is given up when it is too much. */
public final class Backlogs {
  private final Database database;

  public Backlogs(Database database) {
    this.database = database;
  }

  /**
   * What waits for a destination.
   *
   * @param oldest when the first of it happened
   * @param takenAt when the destination last took anything
   */
  public record Backlog(
      String destination,
      long waiting,
      @Nullable Instant oldest,
      @Nullable Instant takenAt,
      @Nullable String trouble,
      Totals totals) {}

  /**
   * What became of all events so far.
   *
   * @param dead letters that it refused for good, and nobody has sent again
   * @param dropped events that were too many or too old
   */
  public record Totals(long taken, long dead, long dropped) {}

  /** All destinations that were ever known, by name. */
  public List<Backlog> all() {
    var order = database.engine().outbox();
    var waiting =
        " FROM outbox o WHERE "
            + order.after().replace(":turn", "d.at_turn").replace(":id", "d.at_id")
            + " AND "
            + order.settled();
    return database.read(
        h ->
            h.createQuery(
                    "SELECT d.*, (SELECT count(*)"
                        + waiting
                        + ") AS waiting, (SELECT min(o.at)"
                        + waiting
                        + ") AS oldest, (SELECT count(*) FROM dead_letters l"
                        + " WHERE l.destination = d.name) AS dead"
                        + " FROM destinations d ORDER BY d.name")
                .map((row, _) -> backlog(row))
                .list());
  }

  private static Backlog backlog(ResultSet row) throws SQLException {
    return new Backlog(
        row.getString("name"),
        row.getLong("waiting"),
        Rows.maybeTime(row, "oldest"),
        Rows.maybeTime(row, "taken_at"),
        row.getString("trouble"),
        new Totals(row.getLong("taken"), row.getLong("dead"), row.getLong("dropped")));
  }

  /** The last event that is to be given up. */
  private record Last(OutboxPlace place, long count) {}

  /**
   * Gives up a destination's oldest events: those before a time, and all but the newest so many.
   *
   * @return how many these were
   */
  public long bound(String name, Instant oldest, int most) {
    return database.write(
        h -> {
          var at =
              h.createQuery("SELECT at_turn, at_id FROM destinations WHERE name = :name")
                  .bind("name", name)
                  .map((row, _) -> new OutboxPlace(row.getLong(1), row.getLong(2)))
                  .findOne();
          var last = at.isEmpty() ? null : last(h, at.get(), oldest, most);
          if (last == null) {
            return 0L;
          }
          h.createUpdate(
                  "UPDATE destinations SET at_turn = :turn, at_id = :id, tries = 0,"
                      + " dropped = dropped + :n, untold = untold + :n WHERE name = :name")
              .bind("turn", last.place().turn())
              .bind("id", last.place().id())
              .bind("n", last.count())
              .bind("name", name)
              .execute();
          return last.count();
        });
  }

  private @Nullable Last last(Handle h, OutboxPlace after, Instant oldest, int most) {
    var order = database.engine().outbox();
    var pending = " FROM outbox o WHERE " + order.after() + " AND " + order.settled();
    var count =
        h.createQuery("SELECT count(*)" + pending)
            .bind("turn", after.turn())
            .bind("id", after.id())
            .mapTo(Long.class)
            .one();
    var old =
        h.createQuery("SELECT count(*)" + pending + " AND o.at < :oldest")
            .bind("turn", after.turn())
            .bind("id", after.id())
            .bind("oldest", oldest.toEpochMilli())
            .mapTo(Long.class)
            .one();
    var surplus = Math.max(old, count - most);
    return surplus <= 0
        ? null
        : h.createQuery(
                "SELECT "
                    + order.turn()
                    + " AS turn, o.id"
                    + pending
                    + " ORDER BY "
                    + order.by()
                    + " LIMIT 1 OFFSET :n")
            .bind("turn", after.turn())
            .bind("id", after.id())
            .bind("n", surplus - 1)
            .map(
                (row, _) ->
                    new Last(new OutboxPlace(row.getLong("turn"), row.getLong("id")), surplus))
            .one();
  }

  /**
   * Deletes events that no destination needs any more, and those that are too old for all; a few
   * thousand at a time.
   */
  public int sweep(Instant oldest) {
    var order = database.engine().outbox();
    var passed =
        "NOT EXISTS (SELECT 1 FROM destinations d WHERE "
            + order.after().replace(":turn", "d.at_turn").replace(":id", "d.at_id")
            + ")";
    return database.write(
        h ->
            h.createUpdate(
                    "DELETE FROM outbox WHERE id IN (SELECT o.id FROM outbox o WHERE "
                        + order.settled()
                        + " AND (o.at < :oldest OR (EXISTS (SELECT 1 FROM destinations) AND "
                        + passed
                        + ")) LIMIT 5000)")
                .bind("oldest", oldest.toEpochMilli())
                .execute());
  }
}
