package dev.feedwarden.store;

import dev.feedwarden.model.HostKey;
import dev.feedwarden.model.Incident;
import dev.feedwarden.model.Lanes;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.WebUrl;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;

/** Which hosts have several lanes: as all processes of a database see it. */
public final class LaneTable {
  private final Database database;

  public LaneTable(Database database) {
    this.database = database;
  }

  static Lanes read(Handle h) {
    return new Lanes(
        h
            .createQuery("SELECT host, lanes FROM host_lanes")
            .map(
                (row, _) ->
                    Map.entry(new HostKey(row.getString("host")), (Integer) row.getInt("lanes")))
            .stream()
            .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue)));
  }

  /** The key of a source's host. */
  static HostKey key(Handle h, WebUrl url, SourceId source) {
    return read(h).key(url.hostKey(), source);
  }

  /** Moves the sources of hosts whose lanes have changed; says which hosts those are. */
  public List<HostKey> change(Lanes wanted) {
    var now = database.now();
    return database.write(
        h -> {
          var present = read(h);
          var changed =
              Stream.concat(present.of().keySet().stream(), wanted.of().keySet().stream())
                  .filter(host -> present.count(host) != wanted.count(host))
                  .collect(Collectors.toCollection(TreeSet::new));
          changed.forEach(host -> move(h, host, present, wanted, now));
          return List.copyOf(changed);
        });
  }

  /** What a host's lanes have in common. */
  private record Shared(long readyAt, long gap) {}

  private static final String SHARED =
      """
      SELECT coalesce(max(CASE WHEN leased_until > ready_at THEN leased_until ELSE ready_at END), 0)
               AS ready_at,
             coalesce(max(gap_ms), 0) AS gap_ms
      FROM host_queue WHERE key IN (<keys>)
      """;

  private static final String EMPTIED =
      """
      UPDATE host_queue
      SET due_at = NULL, trouble_since = NULL, trouble_probes = 0, trouble_evidence = NULL
      WHERE key IN (<keys>)
      """;

  // Nobody may ask a new lane while somebody may still be asking an old one for the same feed.
  private static final String NEW_LANE =
      """
      INSERT INTO host_queue (key, due_at, ready_at, gap_ms)
      VALUES (:key, (SELECT min(next_poll_at) FROM feed_state WHERE host_key = :key), :ready, :gap)
      ON CONFLICT (key) DO UPDATE SET due_at = excluded.due_at, gap_ms = excluded.gap_ms,
        changes = host_queue.changes + 1,
        ready_at = CASE WHEN host_queue.ready_at > excluded.ready_at THEN host_queue.ready_at
                        ELSE excluded.ready_at END
      """;

  private void move(Handle h, HostKey host, Lanes present, Lanes wanted, Instant now) {
    var old = present.keys(host).map(HostKey::value).toList();
    old.forEach(key -> Leases.lock(h, key));
    var shared =
        h.createQuery(SHARED)
            .bindList("keys", old)
            .map((row, _) -> new Shared(row.getLong("ready_at"), row.getLong("gap_ms")))
            .one();
    var sources =
        h.createQuery("SELECT id FROM sources WHERE host_key IN (<keys>)")
            .bindList("keys", old)
            .mapTo(String.class)
            .list();
    for (var id : sources) {
      var key = wanted.key(host, new SourceId(id)).value();
      h.execute("UPDATE sources SET host_key = ? WHERE id = ?", key, id);
      h.execute("UPDATE feed_state SET host_key = ? WHERE source_id = ?", key, id);
    }
    var pages =
        h.createQuery(
                "SELECT id, source_id FROM pages WHERE host_key IN (<keys>)"
                    + " AND next_attempt_at IS NOT NULL")
            .bindList("keys", old)
            .map((row, _) -> Map.entry(row.getLong("id"), new SourceId(row.getString("source_id"))))
            .list();
    for (var page : pages) {
      var key = wanted.key(host, page.getValue()).value();
      h.execute("UPDATE pages SET host_key = ? WHERE id = ?", key, page.getKey());
    }
    h.createUpdate(EMPTIED).bindList("keys", old).execute();
    // What was wrong with the host was said of lanes that are no more.
    old.forEach(key -> Incidents.close(h, Incident.Kind.HOST, key, now));
    wanted.keys(host).forEach(lane -> queue(h, lane, shared));
    if (!pages.isEmpty()) {
      wanted.keys(host).forEach(lane -> Leases.dueAnew(h, lane));
    }
    remember(h, host, wanted.count(host));
  }

  private static void queue(Handle h, HostKey lane, Shared shared) {
    h.createUpdate(NEW_LANE)
        .bind("key", lane.value())
        .bind("ready", shared.readyAt())
        .bind("gap", shared.gap())
        .execute();
  }

  private static void remember(Handle h, HostKey host, int lanes) {
    h.createUpdate("DELETE FROM host_lanes WHERE host = :host")
        .bind("host", host.value())
        .execute();
    if (lanes > 1) {
      h.createUpdate("INSERT INTO host_lanes (host, lanes) VALUES (:host, :lanes)")
          .bind("host", host.value())
          .bind("lanes", lanes)
          .execute();
    }
  }
}
