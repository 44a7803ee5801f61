package dev.feedwarden.store;

import dev.feedwarden.model.ErrorType;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;

/** The numbers of the fleet that somebody asks for every few seconds, so that none may be dear. */
public final class FleetNumbers {
  /** Beyond this nobody counts on: that there is a queue is what matters then. */
  public static final int MOST = 100_000;

  private final Database database;

  public FleetNumbers(Database database) {
    this.database = database;
  }

  /**
   * How things are.
   *
   * @param disabled feeds by the wire name of their reason
   * @param incidents those that last, by their kind
   * @param outbox what is there for anybody
   * @param destinations what is there for each of them, or has not been found not to be
   */
  public record Numbers(
      long sources,
      Map<String, Long> disabled,
      Queue queue,
      Map<String, Long> incidents,
      Backlog outbox,
      Map<String, Backlog> destinations) {
    public Numbers {
      disabled = Map.copyOf(disabled);
      incidents = Map.copyOf(incidents);
      destinations = Map.copyOf(destinations);
    }
  }

  /**
   * Who waits to be polled.
   *
   * @param due hosts that may be asked now and are not
   * @param oldest how long the first of them has waited
   * @param leased hosts that somebody is at
   * @param pages that something is to be done with, by their state
   */
  public record Queue(long due, Duration oldest, long leased, Map<String, Long> pages) {
    public Queue {
      pages = Map.copyOf(pages);
    }
  }

  /** What waits to be told to others, and since when. */
  public record Backlog(long events, Duration oldest) {}

  private static final String DISABLED =
      """
      SELECT feed_disable_reason AS name, count(*) AS n FROM sources
      WHERE feed_disabled_at IS NOT NULL GROUP BY feed_disable_reason
      """;

  private static final String INCIDENTS =
      "SELECT kind AS name, count(*) AS n FROM incidents WHERE ended_at IS NULL GROUP BY kind";

  private static final String DUE =
      """
      SELECT count(*) AS n, min(at) AS oldest
      FROM (SELECT due_at AS at FROM host_queue
            WHERE due_at <= :now AND ready_at <= :now AND leased_until <= :now
            ORDER BY due_at LIMIT :most) AS waiting
      """;

  private static final String LEASED =
      "SELECT count(*) FROM host_queue WHERE owner IS NOT NULL AND leased_until > :now";

  private static final String PAGES =
      """
      SELECT state AS name, count(*) AS n
      FROM (SELECT state FROM pages WHERE next_attempt_at IS NOT NULL LIMIT %d) AS waiting
      GROUP BY state
      """
          .formatted(MOST);

  private static final String OUTBOX =
      """
      SELECT count(*) AS n, min(at) AS oldest
      FROM (SELECT at FROM outbox ORDER BY tx, id LIMIT :most) AS waiting
      """;

  /** Counts, in one transaction. */
  public Numbers count() {
    var now = database.now();
    return database.read(
        h ->
            new Numbers(
                h.createQuery("SELECT count(*) FROM sources").mapTo(Long.class).one(),
                named(h, DISABLED),
                queue(h, now),
                named(h, INCIDENTS),
                backlog(h.createQuery(OUTBOX).bind("most", MOST), now),
                destinations(h, now)));
  }

  /** All reasons for which a feed may be disabled. */
  public static List<String> reasons() {
    var reasons = new ArrayList<String>();
    reasons.add(Rows.MANUAL);
    for (var type : ErrorType.values()) {
      reasons.add(type.wire());
    }
    return reasons;
  }

  private static Map<String, Long> named(Handle h, String query) {
    var counts = new HashMap<String, Long>();
    h.createQuery(query)
        .map((row, _) -> Map.entry(row.getString("name"), row.getLong("n")))
        .forEach(one -> counts.put(one.getKey(), one.getValue()));
    return counts;
  }

  private static Queue queue(Handle h, Instant now) {
    var waiting =
        backlog(h.createQuery(DUE).bind("now", now.toEpochMilli()).bind("most", MOST), now);
    var leased = h.createQuery(LEASED).bind("now", now.toEpochMilli()).mapTo(Long.class).one();
    return new Queue(waiting.events(), waiting.oldest(), leased, named(h, PAGES));
  }

  private Map<String, Backlog> destinations(Handle h, Instant now) {
    var order = database.engine().outbox();
    var query =
        "SELECT count(*) AS n, min(at) AS oldest FROM (SELECT o.at FROM outbox o WHERE "
            + order.after()
            + " ORDER BY "
            + order.by()
            + " LIMIT :most) AS waiting";
    var backlogs = new HashMap<String, Backlog>();
    h.createQuery("SELECT name, at_turn, at_id FROM destinations")
        .map(
            (row, _) ->
                Map.entry(
                    row.getString("name"),
                    new OutboxPlace(row.getLong("at_turn"), row.getLong("at_id"))))
        .list()
        .forEach(
            one ->
                backlogs.put(
                    one.getKey(),
                    backlog(
                        h.createQuery(query)
                            .bind("turn", one.getValue().turn())
                            .bind("id", one.getValue().id())
                            .bind("most", MOST),
                        now)));
    return backlogs;
  }

  private static Backlog backlog(Query query, Instant now) {
    return query
        .map(
            (row, _) -> {
              var oldest = Rows.maybeTime(row, "oldest");
              return new Backlog(
                  row.getLong("n"), oldest == null ? Duration.ZERO : Duration.between(oldest, now));
            })
        .one();
  }
}
