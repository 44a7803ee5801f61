package dev.feedwarden.store;

import dev.feedwarden.model.Happening;
import dev.feedwarden.model.Incident;
import dev.feedwarden.model.Incident.Kind;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** What is wrong with more than one feed: at most one open incident of a kind and scope. */
public final class Incidents {
  private final Database database;

  public Incidents(Database database) {
    this.database = database;
  }

  private static final String OPEN =
      """
      INSERT INTO incidents (kind, scope, evidence, began_at, held_until)
      VALUES (:kind, :scope, :evidence, :at, CAST(:until AS BIGINT))
      ON CONFLICT (kind, scope) WHERE ended_at IS NULL DO NOTHING
      """;

  /**
   * Opens an incident and tells of it, in the caller's transaction; false if it is open already.
   *
   * @param heldUntil when it ends unless it is renewed; nothing for one that outlives its finder
   */
  static boolean open(
      Handle h, Kind kind, String scope, String evidence, Instant at, @Nullable Instant heldUntil) {
    var opened =
        h.createUpdate(OPEN)
                .bind("kind", kind.wire())
                .bind("scope", scope)
                .bind("evidence", evidence)
                .bind("at", at.toEpochMilli())
                .bind("until", Rows.millis(heldUntil))
                .execute()
            > 0;
    if (opened) {
      Outbox.add(h, at, new Happening.IncidentOpened(kind, scope, evidence));
    }
    return opened;
  }

  private static final String CLOSE =
      """
      UPDATE incidents SET ended_at = :at
      WHERE kind = :kind AND scope = :scope AND ended_at IS NULL
      RETURNING evidence
      """;

  /** Closes an incident and tells of it, in the caller's transaction; false if none is open. */
  static boolean close(Handle h, Kind kind, String scope, Instant at) {
    var evidence =
        h.createQuery(CLOSE)
            .bind("kind", kind.wire())
            .bind("scope", scope)
            .bind("at", at.toEpochMilli())
            .mapTo(String.class)
            .findOne();
    evidence.ifPresent(why -> Outbox.add(h, at, new Happening.IncidentClosed(kind, scope, why)));
    return evidence.isPresent();
  }

  /** Opens an incident that stays until it is closed; false if it is open already. */
  public boolean open(Kind kind, String scope, String evidence, Instant at) {
    return database.write(h -> open(h, kind, scope, evidence, at, null));
  }

  /** Closes an incident; false if none is open. */
  public boolean close(Kind kind, String scope, Instant at) {
    return database.write(h -> close(h, kind, scope, at));
  }

  private static final String HOLD =
      """
      UPDATE incidents SET held_until = :until
      WHERE kind = :kind AND scope = :scope AND ended_at IS NULL
      """;

  /** Opens an incident of this process, or says that it still lasts. */
  void hold(Kind kind, String evidence, Instant now) {
    var owner = database.engine().owner();
    var until = now.plus(Leases.LENGTH);
    database.useWrite(
        h -> {
          if (!open(h, kind, owner, evidence, now, until)) {
            h.createUpdate(HOLD)
                .bind("kind", kind.wire())
                .bind("scope", owner)
                .bind("until", until.toEpochMilli())
                .execute();
          }
        });
  }

  /** Closes an incident of this process. */
  void letGo(Kind kind, Instant now) {
    close(kind, database.engine().owner(), now);
  }

  private record Held(Kind kind, String owner, Instant until) {}

  private static final String HELD =
      """
      SELECT kind, scope, held_until FROM incidents
      WHERE ended_at IS NULL AND held_until IS NOT NULL
      """;

  /** Closes what processes left open that are known to be gone, or have not been heard of. */
  void endLost(Instant now) {
    var lost =
        database
            .read(
                h ->
                    h.createQuery(HELD)
                        .map(
                            (row, _) ->
                                new Held(
                                    Kind.ofWire(row.getString("kind")),
                                    row.getString("scope"),
                                    Instant.ofEpochMilli(row.getLong("held_until"))))
                        .list())
            .stream()
            .filter(one -> !one.until().isAfter(now) || database.engine().isGone(one.owner()))
            .toList();
    if (!lost.isEmpty()) {
      database.useWrite(h -> lost.forEach(one -> close(h, one.kind(), one.owner(), now)));
    }
  }

  private static final String LIST =
      """
      SELECT id, kind, scope, evidence, began_at, ended_at FROM incidents
      WHERE id < :before AND (ended_at IS NULL OR NOT :open)
      ORDER BY id DESC LIMIT :most
      """;

  /**
   * Incidents, the newest first.
   *
   * @param onlyOpen leaves out those that have ended
   * @param before the id that the page before ended with; the largest for the first page
   */
  public List<Incident> list(boolean onlyOpen, long before, int most) {
    return database.read(
        h ->
            h.createQuery(LIST)
                .bind("open", onlyOpen)
                .bind("before", before)
                .bind("most", most)
                .map((row, _) -> incident(row))
                .list());
  }

  private static final String FIND =
      "SELECT id, kind, scope, evidence, began_at, ended_at FROM incidents WHERE id = :id";

  /** One incident. */
  public Optional<Incident> find(long id) {
    return database.read(
        h -> h.createQuery(FIND).bind("id", id).map((row, _) -> incident(row)).findOne());
  }

  private static Incident incident(ResultSet row) throws SQLException {
    return new Incident(
        row.getLong("id"),
        Kind.ofWire(row.getString("kind")),
        row.getString("scope"),
        row.getString("evidence"),
        Instant.ofEpochMilli(row.getLong("began_at")),
        Rows.maybeTime(row, "ended_at"));
  }
}
