package dev.feedwarden.store;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.Instant;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * What was answered to requests that came with a key of their sender's choice, so that one that is
 * sent again is not done again.
 */
public final class Answers {
  /** How long a key is remembered. */
  public static final Duration KEPT = Duration.ofHours(24);

  /** How many keys of one sender are; the oldest make room. */
  public static final int MOST_OF_ONE = 1_000;

  // Nobody works so long on a request: whoever began it is gone.
  private static final Duration LONGEST_WORK = Duration.ofMinutes(5);

  private final Database database;

  public Answers(Database database) {
    this.database = database;
  }

  /** Whose key it is. */
  public record Key(String subject, String text) {}

  /**
   * An answer.
   *
   * @param headers as whoever kept them wrote them
   * @param body nothing if it was too long to keep
   */
  public record Kept(int status, String headers, @Nullable String body) {}

  /** What is known of a key. */
  public sealed interface Begun {
    /** Nothing; the request is the caller's to do, and to {@link #end} or {@link #forget}. */
    record First() implements Begun {}

    /** Somebody is doing it. */
    record Busy() implements Begun {}

    /** It was another request's. */
    record Other() implements Begun {}

    record Done(Kept answer) implements Begun {}
  }

  private static final String INSERT =
      """
      INSERT INTO answers (subject, key, request, begun_at) VALUES (:subject, :key, :request, :now)
      ON CONFLICT (subject, key) DO NOTHING
      """;

  private static final String TOO_MANY =
      """
      DELETE FROM answers WHERE subject = :subject AND begun_at < (
        SELECT begun_at FROM answers WHERE subject = :subject
        ORDER BY begun_at DESC LIMIT 1 OFFSET :most)
      """;

  /**
   * Says that a request is about to be done.
   *
   * @param request what must be equal for it to be the same
   */
  public Begun begin(Key key, String request, Instant now) {
    return database.write(
        h -> {
          h.createUpdate("DELETE FROM answers WHERE begun_at < :old")
              .bind("old", now.minus(KEPT).toEpochMilli())
              .execute();
          var isNew =
              h.createUpdate(INSERT)
                      .bind("subject", key.subject())
                      .bind("key", key.text())
                      .bind("request", request)
                      .bind("now", now.toEpochMilli())
                      .execute()
                  > 0;
          if (!isNew) {
            return known(h, key, request, now);
          }
          h.createUpdate(TOO_MANY)
              .bind("subject", key.subject())
              .bind("most", MOST_OF_ONE - 1)
              .execute();
          return new Begun.First();
        });
  }

  private record Row(String request, Instant begun, @Nullable Kept answer) {}

  private Begun known(Handle h, Key key, String request, Instant now) {
    var row =
        h.createQuery(
                "SELECT * FROM answers WHERE subject = :subject AND key = :key "
                    + database.engine().locking())
            .bind("subject", key.subject())
            .bind("key", key.text())
            .map(
                (r, _) ->
                    new Row(
                        r.getString("request"),
                        Instant.ofEpochMilli(r.getLong("begun_at")),
                        r.getString("headers") == null
                            ? null
                            : new Kept(
                                r.getInt("status"),
                                requireNonNull(r.getString("headers")),
                                r.getString("body"))))
            .one();
    if (!row.request().equals(request)) {
      return new Begun.Other();
    }
    if (row.answer() != null) {
      return new Begun.Done(row.answer());
    }
    if (row.begun().plus(LONGEST_WORK).isAfter(now)) {
      return new Begun.Busy();
    }
    h.createUpdate("UPDATE answers SET begun_at = :now WHERE subject = :subject AND key = :key")
        .bind("subject", key.subject())
        .bind("key", key.text())
        .bind("now", now.toEpochMilli())
        .execute();
    return new Begun.First();
  }

  /** Keeps what was answered. */
  public void end(Key key, Kept answer) {
    database.useWrite(
        h ->
            h.createUpdate(
                    """
                    UPDATE answers SET status = :status, headers = :headers, body = :body
                    WHERE subject = :subject AND key = :key
                    """)
                .bind("subject", key.subject())
                .bind("key", key.text())
                .bind("status", answer.status())
                .bind("headers", answer.headers())
                .bind("body", answer.body())
                .execute());
  }

  /** Nothing was done; the same request may be sent again. */
  public void forget(Key key) {
    database.useWrite(
        h ->
            h.createUpdate("DELETE FROM answers WHERE subject = :subject AND key = :key")
                .bind("subject", key.subject())
                .bind("key", key.text())
                .execute());
  }
}
