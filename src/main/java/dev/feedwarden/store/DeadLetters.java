package dev.feedwarden.store;

import dev.feedwarden.store.Deliveries.Buried;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** What destinations refused for good, kept until somebody sends it again or it is too old. */
public final class DeadLetters {
  // The oldest give way: what is not looked at must not grow for ever.
  private static final int MOST = 10_000;

  private final Database database;

  public DeadLetters(Database database) {
    this.database = database;
  }

  /** One of them. */
  public record DeadLetter(long id, String destination, Buried letter, Instant buriedAt) {}

  private static final String BURY =
      """
      INSERT INTO dead_letters (destination, letter_id, kind, title, body, reason, buried_at)
      VALUES (:name, :letter, :kind, :title, :body, :reason, :now)
      """;

  private static final String FORGET =
      """
      DELETE FROM dead_letters WHERE destination = :name AND id <= (
        SELECT id FROM dead_letters WHERE destination = :name ORDER BY id DESC LIMIT 1 OFFSET :most)
      """;

  static void bury(Handle h, String name, Buried letter, Instant now) {
    h.createUpdate(BURY)
        .bind("name", name)
        .bind("letter", letter.letterId())
        .bind("kind", letter.kind())
        .bind("title", letter.title())
        .bind("body", letter.body())
        .bind("reason", letter.reason())
        .bind("now", now.toEpochMilli())
        .execute();
    h.createUpdate(FORGET).bind("name", name).bind("most", MOST).execute();
  }

  private static final String LIST =
      """
      SELECT * FROM dead_letters
      WHERE id < :before AND (CAST(:name AS TEXT) IS NULL OR destination = :name)
      ORDER BY id DESC LIMIT :most
      """;

  /**
   * Dead letters, the newest first.
   *
   * @param destination of one destination only, or of all
   * @param before the id that the page before ended with; the largest for the first page
   */
  public List<DeadLetter> list(@Nullable String destination, long before, int most) {
    return database.read(
        h ->
            h.createQuery(LIST)
                .bind("name", destination)
                .bind("before", before)
                .bind("most", most)
                .map((row, _) -> letter(row))
                .list());
  }

  /** One dead letter. */
  public Optional<DeadLetter> find(long id) {
    return database.read(
        h ->
            h.createQuery("SELECT * FROM dead_letters WHERE id = :id")
                .bind("id", id)
                .map((row, _) -> letter(row))
                .findOne());
  }

  /** It was taken after all. */
  public void remove(long id) {
    database.useWrite(
        h -> h.createUpdate("DELETE FROM dead_letters WHERE id = :id").bind("id", id).execute());
  }

  private static DeadLetter letter(ResultSet row) throws SQLException {
    return new DeadLetter(
        row.getLong("id"),
        row.getString("destination"),
        new Buried(
            row.getString("letter_id"),
            row.getString("kind"),
            row.getString("title"),
            row.getString("body"),
            row.getString("reason")),
        Instant.ofEpochMilli(row.getLong("buried_at")));
  }
}
