package dev.feedwarden.store;

import static java.util.Objects.requireNonNull;

import dev.feedwarden.model.Claim;
import dev.feedwarden.model.Claim.Others;
import dev.feedwarden.model.HostKey;
import dev.feedwarden.model.HostState;
import dev.feedwarden.model.Incident;
import dev.feedwarden.model.Lease;
import dev.feedwarden.model.SourceId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/** The hosts whose turn it is, and the right to ask them: what a running service lives on. */
public final class HostQueue implements Turns {
  private final Database database;
  private final Watermark watermark = new Watermark();
  private final WrongTimes times;
  private Suspicion suspicion = new Suspicion(Set.of(), Instant.MIN);

  /**
   * Hosts that somebody was at and never came back from are asked one at a time: should the process
   * end again, it is known by whom.
   *
   * @param inHand those of them that we are at
   * @param notBefore when to look for others, if none is in hand
   */
  private record Suspicion(Set<HostKey> inHand, Instant notBefore) {
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(5);

    Suspicion without(List<Return> back) {
      if (inHand.isEmpty()) {
        return this;
      }
      var left = new HashSet<>(inHand);
      back.forEach(one -> left.remove(one.lease().host()));
      return new Suspicion(left, notBefore);
    }

    // A clock that went back is no reason to wait for it.
    boolean wantsLook(Instant now) {
      return inHand.isEmpty()
          && (!now.isBefore(notBefore) || now.plus(BETWEEN_LOOKS).isBefore(notBefore));
    }

    Suspicion found(Set<HostKey> taken, Instant now) {
      return new Suspicion(taken, taken.isEmpty() ? now.plus(BETWEEN_LOOKS) : Instant.MIN);
    }
  }

  public HostQueue(Database database) {
    this.database = database;
    this.times = new WrongTimes(database);
  }

  @Override
  public Instant now() {
    return database.now();
  }

  @Override
  public List<Lease> turn(List<Return> back, int most, Instant now) {
    times.look(now, System.nanoTime());
    return database.doubtful().settled(now, taken -> exchange(back, most, now, taken));
  }

  private List<Lease> exchange(List<Return> back, int most, Instant now, List<Lease> doubtful) {
    var left = suspicion.without(back);
    var looks = most > 0 && left.wantsLook(now);
    var taken =
        database.writeLightly(
            h -> {
              Leases.release(
                  h, back.stream().filter(one -> !one.isGiven()).toList(), database.engine());
              var lost = looks ? abandoned(h, now) : Taken.NOTHING;
              var room = most - lost.leases().size();
              var all = lost.and(room > 0 ? take(h, room, now) : List.of());
              doubtful.addAll(all.leases());
              return all;
            });
    times.look(back, now);
    taken.guilty().ifPresent(source -> new Quarantine(database).begin(source, now));
    suspicion = looks ? left.found(taken.suspects(), now) : left;
    return taken.leases();
  }

  /** What one turn took, and which of it is suspect. */
  private record Taken(List<Lease> leases, Set<HostKey> suspects, Optional<SourceId> guilty) {
    static final Taken NOTHING = new Taken(List.of(), Set.of(), Optional.empty());

    Taken and(List<Lease> more) {
      return new Taken(Stream.concat(leases.stream(), more.stream()).toList(), suspects, guilty);
    }
  }

  private static final String ABANDONED =
      """
      WITH due AS MATERIALIZED (
        SELECT {place} AS place FROM host_queue
        WHERE owner IS NOT NULL AND due_at <= :now AND ready_at <= :now AND leased_until <= :now
        ORDER BY due_at LIMIT 1
      """;

  private Taken abandoned(Handle h, Instant now) {
    var lost = leases(h.createQuery(taking(ABANDONED)), now).stream().findFirst();
    if (lost.isEmpty()) {
      return Taken.NOTHING;
    }
    var host = lost.get().host();
    var next = claim(h, lost.get()).map(claim -> claim.source().id()).orElse(null);
    return new Taken(
        List.of(lost.get()), Set.of(host), Optional.ofNullable(Quarantine.guilty(h, host, next)));
  }

  private static final String DUE =
      """
      WITH due AS MATERIALIZED (
        SELECT {place} AS place FROM host_queue
        WHERE due_at >= :from AND due_at <= :now AND ready_at <= :now AND owner IS NULL
        ORDER BY due_at LIMIT :most
      """;

  private static final String TAKE =
      """
      )
      UPDATE host_queue
      SET epoch = epoch + 1, leased_until = :until, owner = :owner,
          lost = CASE WHEN owner IS NULL THEN lost ELSE lost + 1 END
      WHERE {place} IN (SELECT place FROM due)
      RETURNING key, epoch, changes,
      """
          + MemoryColumns.NAMES;

  // Rows that are locked stay where they are: nobody has to find them by their keys again.
  private String taking(String which) {
    var engine = database.engine();
    return (which + engine.skippingLocked() + TAKE).replace("{place}", engine.place());
  }

  private long from(Handle h, Instant now) {
    return database.engine().leavesEntriesBehind()
        ? watermark.from(now, from -> oldest(h, from, now))
        : 0;
  }

  // Who has a host may give it back at any moment, so that leases do not matter here.
  private static final String OLDEST =
      """
      SELECT coalesce(min(due_at), :now) FROM host_queue
      WHERE due_at >= :from AND due_at <= :now AND ready_at <= :soon
      """;

  private static long oldest(Handle h, long from, Instant now) {
    return h.createQuery(OLDEST)
        .bind("from", from)
        .bind("now", now.toEpochMilli())
        .bind("soon", now.plus(Watermark.LAG).toEpochMilli())
        .mapTo(Long.class)
        .one();
  }

  private List<Lease> take(Handle h, int most, Instant now) {
    var query = h.createQuery(taking(DUE));
    return leases(query.bind("from", from(h, now)).bind("most", most), now);
  }

  private List<Lease> leases(Query query, Instant now) {
    var until = now.plus(Leases.LENGTH);
    return query
        .bind("now", now.toEpochMilli())
        .bind("until", until.toEpochMilli())
        .bind("owner", database.engine().owner())
        .map(
            (row, _) ->
                new Lease(
                    new HostKey(row.getString("key")),
                    row.getLong("epoch"),
                    now,
                    until,
                    MemoryColumns.read(row),
                    row.getLong("changes")))
        .list();
  }

  private static final String TURNS =
      "WITH c AS MATERIALIZED (%s) SELECT s.host_key AS key, c.looked, c.others, "
          + Rows.REGISTERED
          + " FROM c JOIN feed_state f ON f.source_id = c.source_id"
          + " JOIN sources s ON s.id = c.source_id";

  @Override
  public Map<HostKey, List<Claim>> claims(List<Lease> leases, int most) {
    if (leases.isEmpty()) {
      return Map.of();
    }
    var byHost = leases.stream().collect(Collectors.toMap(lease -> lease.host().value(), l -> l));
    var engine = database.engine();
    var turns = TURNS.formatted(engine.turns(most > 1)) + (most > 1 ? " ORDER BY c.turn" : "");
    return database
        .ask(
            h ->
                engine
                    .many()
                    .bind(h.createQuery(turns), byHost.keySet())
                    .bind("now", leases.getFirst().takenAt().toEpochMilli())
                    .bind("most", most)
                    .map((row, _) -> claim(row, requireNonNull(byHost.get(row.getString("key")))))
                    .list())
        .stream()
        .collect(Collectors.groupingBy(claim -> claim.lease().host()));
  }

  private static Claim claim(ResultSet row, Lease lease) throws SQLException {
    var found = Rows.registered(row);
    var others = row.getBoolean("looked") ? new Others(Rows.maybeTime(row, "others")) : null;
    return new Claim(lease, found.source(), found.state(), others);
  }

  private static final String CLAIM =
      "SELECT "
          + Rows.REGISTERED
          + """
           FROM feed_state f JOIN sources s ON s.id = f.source_id
          WHERE f.host_key = :host AND f.enabled AND f.next_poll_at <= :now
          ORDER BY f.last_polled_at NULLS FIRST, f.source_id LIMIT 1
          """;

  @Override
  public Optional<Claim> claim(Lease lease) {
    return database.read(h -> claim(h, lease));
  }

  private static Optional<Claim> claim(Handle h, Lease lease) {
    return h.createQuery(CLAIM)
        .bind("host", lease.host().value())
        .bind("now", lease.takenAt().toEpochMilli())
        .map((row, _) -> Rows.registered(row))
        .findOne()
        .map(found -> new Claim(lease, found.source(), found.state()));
  }

  private static final String CANARY =
      "SELECT s.host_key, "
          + Rows.REGISTERED
          + """
           FROM sources s JOIN feed_state f ON f.source_id = s.id
          WHERE s.id = :id AND s.feed_url IS NOT NULL AND s.enabled
            AND s.feed_disable_reason IS NULL
            AND f.next_poll_reason IN ('first', 'asked', 'interval', 'learned', 'hint')
          """;

  @Override
  public Optional<Claim> canary(SourceId source, Instant now) {
    return database
        .doubtful()
        .settled(now, taken -> database.write(h -> canary(h, source, now, taken)));
  }

  private Optional<Claim> canary(Handle h, SourceId source, Instant now, List<Lease> taken) {
    var query = h.createQuery(CANARY).bind("id", source.value());
    var host = query.map((row, _) -> new HostKey(row.getString("host_key"))).findOne();
    if (host.isEmpty()
        || !(Leases.take(h, host.get(), database.engine().owner(), now)
            instanceof Leases.Taken.Ours(var lease))) {
      return Optional.empty();
    }
    taken.add(lease);
    return h.createQuery(CANARY)
        .bind("id", source.value())
        .map((row, _) -> Rows.registered(row))
        .findOne()
        .map(found -> new Claim(lease, found.source(), found.state()));
  }

  @Override
  public void outage(String evidence, Instant now) {
    new Incidents(database).hold(Incident.Kind.LOCAL_OUTAGE, evidence, now);
  }

  @Override
  public void outageOver(Instant now) {
    new Incidents(database).letGo(Incident.Kind.LOCAL_OUTAGE, now);
  }

  private record Holder(HostKey host, String owner, long epoch) {}

  @Override
  public void endLost(Instant now) {
    new Incidents(database).endLost(now);
    if (!database.engine().knowsWhoIsGone()) {
      return;
    }
    var holders =
        database.read(
            h ->
                h.createQuery(
                        "SELECT key, owner, epoch FROM host_queue"
                            + " WHERE owner IS NOT NULL AND leased_until > :now")
                    .bind("now", now.toEpochMilli())
                    .map(
                        (row, _) ->
                            new Holder(
                                new HostKey(row.getString("key")),
                                row.getString("owner"),
                                row.getLong("epoch")))
                    .list());
    var gone =
        holders.stream().map(Holder::owner).distinct().filter(database.engine()::isGone).toList();
    if (!gone.isEmpty()) {
      database.useWrite(
          h ->
              holders.stream()
                  .filter(one -> gone.contains(one.owner()))
                  .forEach(one -> Leases.voidLease(h, one.host(), one.epoch())));
    }
  }

  private static final String LOOK =
      "SELECT key, ready_at, leased_until, "
          + MemoryColumns.NAMES
          + " FROM host_queue WHERE key = ";

  /** How a host stands. */
  public Optional<HostState> look(HostKey host) {
    return look(LOOK + ":key", host.value());
  }

  /** How the host of a source stands, or the lane of it that the source is in. */
  public Optional<HostState> look(SourceId source) {
    return look(LOOK + "(SELECT host_key FROM sources WHERE id = :key)", source.value());
  }

  private Optional<HostState> look(String query, String key) {
    return database.read(
        h -> h.createQuery(query).bind("key", key).map((row, _) -> state(row)).findOne());
  }

  private static HostState state(ResultSet row) throws SQLException {
    return new HostState(
        new HostKey(row.getString("key")),
        Rows.time(row, "ready_at"),
        Rows.time(row, "leased_until"),
        MemoryColumns.read(row));
  }

  /**
   * A host with how many feeds it has.
   *
   * @param dueAt when the first of them is due, if any is
   */
  public record Listed(HostState state, int feeds, @Nullable Instant dueAt) {}

  private static final String PAGE =
      "SELECT key, due_at, ready_at, leased_until, "
          + MemoryColumns.NAMES
          + """
          , (SELECT count(*) FROM feed_state f WHERE f.host_key = host_queue.key) AS feeds
          FROM host_queue WHERE key > :after ORDER BY key LIMIT :limit
          """;

  /** The hosts that follow one, in the order of their keys; begin with the empty text. */
  public List<Listed> page(String after, int limit) {
    return database.read(
        h ->
            h.createQuery(PAGE)
                .bind("after", after)
                .bind("limit", limit)
                .map(
                    (row, _) ->
                        new Listed(state(row), row.getInt("feeds"), Rows.maybeTime(row, "due_at")))
                .list());
  }
}
