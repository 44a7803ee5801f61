package dev.feedwarden.store;

import dev.feedwarden.model.Exhibit;
import dev.feedwarden.model.Poll;
import dev.feedwarden.model.SourceId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** The last answer of each source that a poll failed on. */
public final class Exhibits {
  private final Database database;

  public Exhibits(Database database) {
    this.database = database;
  }

  /**
   * One of them.
   *
   * @param endedAt when its poll did
   */
  public record Kept(Instant endedAt, int statusCode, Exhibit exhibit) {}

  private static final String WRITE =
      """
      INSERT INTO exhibits (source_id, ended_at, status_code, content_type, headers, redirects, size, body)
      VALUES (:id, :ended, :status, :type, :headers, :redirects, :size, :body)
      ON CONFLICT (source_id) DO UPDATE
      SET ended_at = excluded.ended_at, status_code = excluded.status_code,
          content_type = excluded.content_type, headers = excluded.headers,
          redirects = excluded.redirects, size = excluded.size, body = excluded.body
      """;

  /** In place of the one before; a poll without one leaves that. */
  static void write(Handle h, Poll poll) {
    var exhibit = poll.exhibit();
    if (exhibit == null) {
      return;
    }
    h.createUpdate(WRITE)
        .bind("id", poll.claim().source().id().value())
        .bind("ended", poll.visit().endedAt().toEpochMilli())
        .bind("status", poll.visit().statusCode())
        .bind("type", exhibit.contentType())
        .bind("headers", String.join("\n", exhibit.headers()))
        .bind("redirects", String.join("\n", exhibit.redirects()))
        .bind("size", exhibit.size())
        .bind("body", exhibit.packed())
        .execute();
  }

  /** What is kept of a source. */
  public Optional<Kept> find(SourceId source) {
    return database.read(
        h ->
            h.createQuery("SELECT * FROM exhibits WHERE source_id = :id")
                .bind("id", source.value())
                .map((row, _) -> kept(row))
                .findOne());
  }

  private static Kept kept(ResultSet row) throws SQLException {
    return new Kept(
        Instant.ofEpochMilli(row.getLong("ended_at")),
        row.getInt("status_code"),
        new Exhibit(
            row.getString("content_type"),
            lines(row.getString("headers")),
            lines(row.getString("redirects")),
            row.getLong("size"),
            row.getBytes("body")));
  }

  private static List<String> lines(String text) {
    return text.lines().toList();
  }
}
