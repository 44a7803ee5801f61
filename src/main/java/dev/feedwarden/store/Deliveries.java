package dev.feedwarden.store;

import dev.feedwarden.model.Event;
import dev.feedwarden.model.Progress;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * What each destination is to be told, and how far it has come. One process at a time serves it.
 */
public final class Deliveries {
  /** How long a destination is ours unless we ask again: longer than any letter takes. */
  static final Duration LEASE = Duration.ofMinutes(2);

  /** A destination that nobody has served for so long does not come back. */
  static final Duration FORGOTTEN = Duration.ofDays(30);

  private final Database database;

  public Deliveries(Database database) {
    this.database = database;
  }

  /**
   * A destination as it stands.
   *
   * @param untold how many events were dropped that it has not been told of
   * @param digestAt when its daily digest is due, if it gets one
   */
  public record Standing(
      String name, OutboxPlace place, Progress progress, long untold, @Nullable Instant digestAt) {}

  /** An event and its place. */
  public record Item(OutboxPlace place, Event event) {}

  /**
   * A destination knows of something that is wrong.
   *
   * @param message how the destination calls its own message about it
   */
  public record Episode(String key, String title, @Nullable String message) {}

  /** A letter that was refused for good. */
  public record Buried(String letterId, String kind, String title, String body, String reason) {}

  /**
   * A step on: what a destination was told, or need not be.
   *
   * @param taken how many events it was told of
   * @param told whether that was the number of those dropped
   */
  public record Passage(
      OutboxPlace to,
      Progress progress,
      int taken,
      boolean told,
      List<Episode> opened,
      Set<String> closed) {
    public Passage {
      opened = List.copyOf(opened);
      closed = Set.copyOf(closed);
    }
  }

  /**
   * Makes a destination known, if it is not: it will be told of all that happens from now on.
   *
   * @param digestAt when its first daily digest is due, if it gets one
   */
  public void register(String name, @Nullable Instant digestAt, Instant now) {
    database.useWrite(h -> register(h, name, digestAt, now));
  }

  /** The same within a transaction; whether it was not known. */
  boolean register(Handle h, String name, @Nullable Instant digestAt, Instant now) {
    var end = database.engine().outbox().end();
    return h.createUpdate(
                "INSERT INTO destinations"
                    + " (name, at_turn, at_id, digest_at, leased_until, created_at)"
                    + " SELECT :name, e.turn, e.id, CAST(:digest AS BIGINT),"
                    + " CAST(:now AS BIGINT), CAST(:now AS BIGINT) FROM ("
                    + end
                    + ") e WHERE TRUE ON CONFLICT (name) DO NOTHING")
            .bind("name", name)
            .bind("digest", Rows.millis(digestAt))
            .bind("now", now.toEpochMilli())
            .execute()
        > 0;
  }

  private static final String AGREE =
      """
      UPDATE destinations SET digest_at = :digest
      WHERE name = :name AND (digest_at IS NULL) <> (CAST(:digest AS BIGINT) IS NULL)
      """;

  /** Somebody may want a digest who wanted none, or the other way round. */
  public void agree(String name, @Nullable Instant digestAt) {
    database.useWrite(
        h ->
            h.createUpdate(AGREE)
                .bind("name", name)
                .bind("digest", Rows.millis(digestAt))
                .execute());
  }

  /** A destination as it stands, whoever serves it; nothing if it was never registered. */
  public Optional<Standing> look(String name) {
    return database.read(h -> standing(h, name));
  }

  private static final String HOLD =
      """
      UPDATE destinations SET owner = :owner, leased_until = :until
      WHERE name = :name AND (owner IS NULL OR owner = :owner OR owner = :gone OR leased_until <= :now)
      """;

  /** Takes a destination, or keeps it; nothing if another process has it. */
  public Optional<Standing> hold(String name, Instant now) {
    return database.write(
        h -> {
          var owner = database.engine().owner();
          var holder = holder(h, name).orElse(null);
          var isGone = holder != null && database.engine().isGone(holder);
          var held =
              h.createUpdate(HOLD)
                  .bind("name", name)
                  .bind("owner", owner)
                  .bind("gone", isGone ? holder : owner)
                  .bind("now", now.toEpochMilli())
                  .bind("until", now.plus(LEASE).toEpochMilli())
                  .execute();
          return held > 0 ? standing(h, name) : Optional.empty();
        });
  }

  private static Optional<String> holder(Handle h, String name) {
    return h.createQuery("SELECT owner FROM destinations WHERE name = :name AND owner IS NOT NULL")
        .bind("name", name)
        .mapTo(String.class)
        .findOne();
  }

  private static Optional<Standing> standing(Handle h, String name) {
    return h.createQuery("SELECT * FROM destinations WHERE name = :name")
        .bind("name", name)
        .map((row, _) -> standing(row))
        .findOne();
  }

  private static Standing standing(ResultSet row) throws SQLException {
    return new Standing(
        row.getString("name"),
        new OutboxPlace(row.getLong("at_turn"), row.getLong("at_id")),
        new Progress(
            row.getInt("tries"),
            row.getInt("failures"),
            Instant.ofEpochMilli(row.getLong("not_before")),
            row.getString("trouble")),
        row.getLong("untold"),
        Rows.maybeTime(row, "digest_at"));
  }

  /**
   * What follows a place, in the order of commits; nothing that an open transaction may precede.
   */
  public List<Item> page(OutboxPlace after, int limit) {
    var order = database.engine().outbox();
    return database.read(
        h ->
            h.createQuery(
                    "SELECT o.*, "
                        + order.turn()
                        + " AS turn FROM outbox o WHERE "
                        + order.after()
                        + " AND "
                        + order.settled()
                        + " ORDER BY "
                        + order.by()
                        + " LIMIT :limit")
                .bind("turn", after.turn())
                .bind("id", after.id())
                .bind("limit", limit)
                .map((row, _) -> item(row))
                .list());
  }

  private static Item item(ResultSet row) throws SQLException {
    var id = row.getLong("id");
    return new Item(
        new OutboxPlace(row.getLong("turn"), id),
        new Event(
            id,
            Instant.ofEpochMilli(row.getLong("at")),
            EventText.read(
                row.getString("kind"), row.getString("source_id"), row.getString("body"))));
  }

  /** What a destination knows to be wrong, by key. */
  public Map<String, Episode> episodes(String name) {
    return database.read(
        h ->
            h.createQuery("SELECT key, title, message FROM episodes WHERE destination = :name")
                .bind("name", name)
                .map(
                    (row, _) ->
                        new Episode(
                            row.getString("key"), row.getString("title"), row.getString("message")))
                .collectToMap(Episode::key, one -> one));
  }

  private static final String STAY =
      """
      UPDATE destinations
      SET tries = :tries, failures = :failures, not_before = :before, trouble = :trouble
      WHERE name = :name AND owner = :owner
      """;

  /** Nothing was taken. */
  public void stay(String name, Progress progress) {
    database.useWrite(
        h ->
            h.createUpdate(STAY)
                .bind("tries", progress.tries())
                .bind("failures", progress.failures())
                .bind("before", progress.notBefore().toEpochMilli())
                .bind("trouble", progress.trouble())
                .bind("name", name)
                .bind("owner", database.engine().owner())
                .execute());
  }

  private static final String PASS =
      """
      UPDATE destinations
      SET at_turn = :turn, at_id = :id, tries = :tries, failures = :failures, not_before = :before,
          trouble = :trouble, taken = taken + :taken,
          taken_at = CASE WHEN :taken > 0 THEN :now ELSE taken_at END,
          untold = CASE WHEN :told THEN 0 ELSE untold END
      WHERE name = :name AND owner = :owner
      """;

  /** Goes on, with all that the destination knows by now; a lost destination is left alone. */
  public boolean pass(String name, Passage passage, @Nullable Buried dead, Instant now) {
    return database.write(
        h -> {
          var progress = passage.progress();
          var passed =
              h.createUpdate(PASS)
                  .bind("turn", passage.to().turn())
                  .bind("id", passage.to().id())
                  .bind("tries", progress.tries())
                  .bind("failures", progress.failures())
                  .bind("before", progress.notBefore().toEpochMilli())
                  .bind("trouble", progress.trouble())
                  .bind("taken", passage.taken())
                  .bind("told", passage.told())
                  .bind("now", now.toEpochMilli())
                  .bind("name", name)
                  .bind("owner", database.engine().owner())
                  .execute();
          if (passed > 0) {
            Episodes.write(h, name, passage, now);
            if (dead != null) {
              DeadLetters.bury(h, name, dead, now);
            }
          }
          return passed > 0;
        });
  }

  /** Says when the next daily digest is due. */
  public void digestAt(String name, Instant next) {
    database.useWrite(
        h ->
            h.createUpdate("UPDATE destinations SET digest_at = :next WHERE name = :name")
                .bind("name", name)
                .bind("next", next.toEpochMilli())
                .execute());
  }

  /** Forgets destinations that nobody has served for a month, with their dead letters. */
  public int forgetLost(Instant now) {
    return database.write(
        h ->
            h.createUpdate(
                    "DELETE FROM destinations WHERE leased_until < :before AND sealed IS NULL")
                .bind("before", now.minus(FORGOTTEN).toEpochMilli())
                .execute());
  }

  /** Gives a destination back, so that another process need not wait. */
  public void letGo(String name) {
    database.useWrite(
        h ->
            h.createUpdate(
                    "UPDATE destinations SET owner = NULL WHERE name = :name AND owner = :owner")
                .bind("name", name)
                .bind("owner", database.engine().owner())
                .execute());
  }
}
