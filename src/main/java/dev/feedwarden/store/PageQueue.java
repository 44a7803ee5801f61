package dev.feedwarden.store;

import dev.feedwarden.model.Lease;
import dev.feedwarden.model.Page;
import dev.feedwarden.model.PageClaim;
import dev.feedwarden.model.RobotsFile;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** The pages whose turn it is at hosts that are ours. */
public final class PageQueue {
  // A host in trouble is for its feeds to probe; a source that is switched off waits likewise.
  private static final Duration PUT_OFF = Duration.ofMinutes(15);

  private final Database database;

  public PageQueue(Database database) {
    this.database = database;
  }

  /** The pages whose turn it is at hosts that are ours, at most one each. */
  public Map<Lease, PageClaim> claims(List<Lease> leases) {
    if (leases.isEmpty() || !database.read(h -> isAnyDue(h, leases))) {
      return Map.of();
    }
    return database.write(
        h -> {
          var claims = new HashMap<Lease, PageClaim>();
          leases.forEach(lease -> claim(h, lease).ifPresent(claim -> claims.put(lease, claim)));
          return claims;
        });
  }

  private static final String ANY =
      """
      SELECT id FROM pages WHERE host_key IN (<hosts>) AND next_attempt_at <= :now LIMIT 1
      """;

  private static boolean isAnyDue(Handle h, List<Lease> leases) {
    return h.createQuery(ANY)
        .bindList("hosts", leases.stream().map(lease -> lease.host().value()).toList())
        .bind("now", leases.getFirst().takenAt().toEpochMilli())
        .mapTo(Long.class)
        .findOne()
        .isPresent();
  }

  private static final String WAIT =
      """
      UPDATE pages SET next_attempt_at = :later
      WHERE host_key = :host AND next_attempt_at <= :now
        AND (:all OR source_id IN (SELECT id FROM sources WHERE NOT enabled))
      """;

  // Nobody but the holder of the lease is at the host's pages: what is being fetched was lost.
  private static final String TAKE =
      """
      UPDATE pages
      SET state = 'fetching', losses = losses + CASE WHEN state = 'fetching' THEN 1 ELSE 0 END
      WHERE id = (SELECT p.id FROM pages p WHERE p.host_key = :host AND p.next_attempt_at <= :now
                  ORDER BY p.priority DESC, p.next_attempt_at, p.id LIMIT 1)
      RETURNING *
      """;

  private static Optional<PageClaim> claim(Handle h, Lease lease) {
    var now = lease.takenAt();
    h.createUpdate(WAIT)
        .bind("host", lease.host().value())
        .bind("now", now.toEpochMilli())
        .bind("later", now.plus(PUT_OFF).toEpochMilli())
        .bind("all", lease.memory().trouble() != null)
        .execute();
    return h.createQuery(TAKE)
        .bind("host", lease.host().value())
        .bind("now", now.toEpochMilli())
        .map((row, _) -> PageColumns.read(row))
        .findOne()
        .map(page -> new PageClaim(lease, page, robots(h, page)));
  }

  private static @Nullable RobotsFile robots(Handle h, Page page) {
    return h.createQuery("SELECT * FROM robots WHERE origin = :origin")
        .bind("origin", RobotsFile.origin(page.progress().way().at()))
        .map(
            (row, _) -> {
              var since = Rows.maybeTime(row, "unreachable_since");
              return new RobotsFile(
                  row.getString("rules"),
                  Rows.time(row, "expires_at"),
                  since == null ? null : new RobotsFile.Unreachable(since, row.getInt("failures")));
            })
        .findOne()
        .orElse(null);
  }
}
