package dev.feedwarden.store;

import dev.feedwarden.model.Happening;
import dev.feedwarden.model.Happening.Subject;
import dev.feedwarden.model.Overlap;
import dev.feedwarden.model.Repair;
import dev.feedwarden.model.Repair.Decision;
import dev.feedwarden.model.Repair.Proof;
import dev.feedwarden.model.Repair.State;
import dev.feedwarden.model.Source;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.WebUrl;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Where feeds that are gone may be now, and what was decided about that. */
public final class Repairs {
  private final Database database;

  public Repairs(Database database) {
    this.database = database;
  }

  private static final String PROPOSE =
      """
      INSERT INTO repairs (source_id, to_url, to_key, how, common, of_entries, titles, reasons,
                           confidence, state, proposed_at)
      VALUES (:source, :to, :key, :how, :common, :of, :titles, :reasons, :confidence, 'proposed',
              :now)
      ON CONFLICT (source_id, to_key) DO NOTHING
      RETURNING id
      """;

  /** Proposes an address; nothing if it was proposed before, whatever was decided then. */
  public Optional<Repair> propose(Source source, WebUrl to, Proof proof, Instant now) {
    return database.write(
        h -> {
          var id =
              h.createQuery(PROPOSE)
                  .bind("source", source.id().value())
                  .bind("to", to.text())
                  .bind("key", to.key())
                  .bind("how", proof.how())
                  .bind("common", proof.overlap().common())
                  .bind("of", proof.overlap().of())
                  .bind("titles", lines(proof.titles()))
                  .bind("reasons", lines(proof.reasons()))
                  .bind("confidence", proof.confidence())
                  .bind("now", now.toEpochMilli())
                  .mapTo(Long.class)
                  .findOne();
          id.ifPresent(
              number ->
                  Outbox.add(
                      h,
                      now,
                      new Happening.RepairProposed(
                          Subject.of(source),
                          number,
                          to.masked(),
                          proof.confidence(),
                          proof.text())));
          return id.flatMap(number -> find(h, number));
        });
  }

  private static String lines(List<String> texts) {
    return String.join("\n", texts.stream().map(text -> text.replaceAll("\\s+", " ")).toList());
  }

  /** One proposal. */
  public Optional<Repair> find(long id) {
    return database.read(h -> find(h, id));
  }

  static Optional<Repair> find(Handle h, long id) {
    return h.createQuery("SELECT * FROM repairs WHERE id = :id")
        .bind("id", id)
        .map((row, _) -> repair(row))
        .findOne();
  }

  // What has come back by itself needs no repair any more.
  private static final String STILL =
      """
      (r.state <> 'proposed' OR r.how = 'new_feed_url' OR EXISTS
        (SELECT 1 FROM sources s
         WHERE s.id = r.source_id AND s.feed_disable_reason IS NOT NULL))
      """;

  private static final String LIST =
      "SELECT r.* FROM repairs r WHERE r.id < :before"
          + " AND (CAST(:state AS TEXT) IS NULL OR r.state = :state)"
          + " AND (CAST(:source AS TEXT) IS NULL OR r.source_id = :source) AND "
          + STILL
          + " ORDER BY r.id DESC LIMIT :limit";

  /** Proposals with a smaller number, the newest first; in one state, and of one source, or all. */
  public List<Repair> list(
      @Nullable State state, @Nullable SourceId source, long before, int limit) {
    return database.read(
        h ->
            h.createQuery(LIST)
                .bind("state", state == null ? null : state.wire())
                .bind("source", source == null ? null : source.value())
                .bind("before", before)
                .bind("limit", limit)
                .map((row, _) -> repair(row))
                .list());
  }

  private static Repair repair(ResultSet row) throws SQLException {
    var at = Rows.maybeTime(row, "decided_at");
    return new Repair(
        row.getLong("id"),
        new SourceId(row.getString("source_id")),
        WebUrl.of(row.getString("to_url")),
        new Proof(
            row.getString("how"),
            new Overlap(row.getInt("common"), row.getInt("of_entries")),
            row.getString("titles").lines().toList(),
            row.getString("reasons").lines().toList(),
            row.getInt("confidence")),
        State.ofWire(row.getString("state")),
        Rows.time(row, "proposed_at"),
        at == null ? null : new Decision(at, row.getString("decided_by")));
  }

  private static final String DECIDE =
      """
      UPDATE repairs SET state = :state, decided_at = :now, decided_by = :by
      WHERE id = :id AND state = 'proposed'
      """;

  static boolean decide(Handle h, long id, State state, String who, Instant now) {
    return h.createUpdate(DECIDE)
            .bind("id", id)
            .bind("state", state.wire())
            .bind("by", who)
            .bind("now", now.toEpochMilli())
            .execute()
        > 0;
  }

  /** Says no; false if somebody has decided before. */
  public boolean reject(long id, String who, Instant now) {
    return database.write(h -> decide(h, id, State.REJECTED, who, now));
  }

  private static final String UNDO =
      """
      UPDATE repairs SET state = 'undone', decided_at = :now, decided_by = :by
      WHERE source_id = :source AND to_key = :key AND state = 'accepted'
      """;

  static void undone(Handle h, SourceId source, WebUrl to, String who, Instant now) {
    h.createUpdate(UNDO)
        .bind("source", source.value())
        .bind("key", to.key())
        .bind("by", who)
        .bind("now", now.toEpochMilli())
        .execute();
  }
}
