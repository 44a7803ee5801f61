package dev.feedwarden.store;

import dev.feedwarden.model.OperatorMistake;
import dev.feedwarden.model.SourcesElsewhere;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** The one registry that a crawler's database belongs to. */
public final class FollowedRegistry {
  /** How long a process may be silent before another speaks to the registry in its place. */
  static final Duration LEASE = Duration.ofMinutes(1);

  private final Database database;

  public FollowedRegistry(Database database) {
    this.database = database;
  }

  /**
   * What is known of it.
   *
   * @param syncedAt when its list was last taken over whole
   * @param refused reports that it did not follow
   * @param pending reports that it has not heard
   */
  public record Link(
      String id, String url, @Nullable Instant syncedAt, long refused, long pending) {}

  private static final String FIND =
      """
      SELECT id, url, synced_at, refused, (SELECT count(*) FROM registry_reports) AS pending
      FROM followed_registry
      """;

  /** Nothing if the sources of this database are its own. */
  public Optional<Link> find() {
    return database.read(FollowedRegistry::find);
  }

  private static Optional<Link> find(Handle h) {
    return h.createQuery(FIND)
        .map(
            (row, _) ->
                new Link(
                    row.getString("id"),
                    row.getString("url"),
                    Rows.maybeTime(row, "synced_at"),
                    row.getLong("refused"),
                    row.getLong("pending")))
        .findOne();
  }

  /** Refuses to change what a registry elsewhere decides. */
  static void demandNone(Database database) {
    var url = database.registry();
    if (url == null) {
      url =
          database.read(
              h ->
                  h.createQuery("SELECT url FROM followed_registry")
                      .mapTo(String.class)
                      .findOne()
                      .orElse(null));
    }
    if (url != null) {
      throw new SourcesElsewhere(url);
    }
  }

  private static final String BIND =
      """
      INSERT INTO followed_registry (one, id, url) VALUES (1, :id, :url)
      ON CONFLICT (one) DO UPDATE SET url = excluded.url
      """;

  /**
   * Makes this the database of a registry's crawler; one that belongs to another registry, or has
   * sources of its own, is an operator's mistake.
   */
  public void bind(String id, String url) {
    database.useWrite(
        h -> {
          var before = find(h).orElse(null);
          if (before != null && !before.id().equals(id)) {
            throw new OperatorMistake(
                "REGISTRY_URL: "
                    + url
                    + " is another registry than the one that this database belongs to ("
                    + before.url()
                    + "); a crawler has a database for each.");
          }
          if (before == null && has(h, "sources")) {
            throw new OperatorMistake(
                "REGISTRY_URL: the database has sources of its own; a crawler needs an empty one.");
          }
          h.createUpdate(BIND).bind("id", id).bind("url", url).execute();
        });
  }

  private static boolean has(Handle h, String table) {
    return h.createQuery("SELECT 1 FROM " + table + " LIMIT 1")
        .mapTo(Integer.class)
        .findOne()
        .isPresent();
  }

  private static final String TAKE =
      """
      UPDATE followed_registry SET owner = :me, leased_until = :until
      WHERE owner IS NULL OR owner = :me OR leased_until <= :now OR owner = :gone
      """;

  /** Takes or keeps the right to speak to the registry; false while another process has it. */
  public boolean lease() {
    var engine = database.engine();
    var now = database.now();
    return database.write(
        h -> {
          var holder =
              h.createQuery("SELECT owner FROM followed_registry WHERE owner IS NOT NULL")
                  .mapTo(String.class)
                  .findOne();
          return h.createUpdate(TAKE)
                  .bind("me", engine.owner())
                  .bind("now", now.toEpochMilli())
                  .bind("until", now.plus(LEASE).toEpochMilli())
                  .bind("gone", holder.filter(engine::isGone).orElse(engine.owner()))
                  .execute()
              > 0;
        });
  }

  /** Lets the next process speak. */
  public void release() {
    database.useWrite(
        h ->
            h.createUpdate("UPDATE followed_registry SET owner = NULL WHERE owner = :me")
                .bind("me", database.engine().owner())
                .execute());
  }

  /** Remembers that the whole list has been taken over. */
  public void synced(Instant now) {
    database.useWrite(
        h ->
            h.createUpdate("UPDATE followed_registry SET synced_at = :now")
                .bind("now", now.toEpochMilli())
                .execute());
  }

  static void countRefused(Handle h, int reports) {
    h.createUpdate("UPDATE followed_registry SET refused = refused + :count")
        .bind("count", reports)
        .execute();
  }
}
