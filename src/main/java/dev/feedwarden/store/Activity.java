package dev.feedwarden.store;

import dev.feedwarden.model.ErrorType;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jdbi.v3.core.Handle;

/** What the fleet did in the last day and does now; counted at most some seconds ago. */
public final class Activity {
  private static final int HOURS = 24;
  private static final long HOUR = Duration.ofHours(1).toMillis();
  private static final int MOST_WAITING = 10_000;
  private static final int MOST_RECENT = 100_000;
  private static final int HOSTS = 8;
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Duration SECONDS = Duration.ofSeconds(10);

  private final Database database;
  private final Remembered<List<Hour>> polls;
  private final Remembered<List<Arrivals>> arrivals;
  private final Remembered<List<FailingHost>> failing;

  public Activity(Database database) {
    this.database = database;
    this.polls = new Remembered<>(MINUTE, () -> database.read(h -> polls(h, database.now())));
    this.arrivals = new Remembered<>(MINUTE, () -> database.read(h -> arrivals(h, database.now())));
    this.failing = new Remembered<>(SECONDS, () -> database.read(Activity::findFailing));
  }

  /** The polls that ended within an hour, by what they came to. */
  public record Hour(Instant begin, long fresh, long notModified, long failed) {
    public long all() {
      return fresh + notModified + failed;
    }
  }

  /** The articles that came within an hour, and how many of them another source had already. */
  public record Arrivals(Instant begin, long articles, long duplicates) {}

  /**
   * A host with feeds that fail.
   *
   * @param since when the first of them began to
   * @param type what they fail with, or some of them
   */
  public record FailingHost(
      String host, long feeds, Instant since, ErrorType type, boolean mixed) {}

  /**
   * How late polls are.
   *
   * @param hosts that could be asked now and are not
   * @param longest how long the first of them has waited
   * @param middle how long half of them have waited at least
   */
  public record Lateness(long hosts, Duration longest, Duration middle) {}

  private record Counted(Instant begin, String kind, long n) {}

  // What is not added up yet is a few minutes' worth; more than a bound is not looked at.
  private static final String POLLS =
      """
      SELECT hour / 3600000 AS hour, outcome AS kind, polls AS n FROM poll_hours WHERE hour >= :since
      UNION ALL
      SELECT ended_at / 3600000, outcome, count(*) FROM (
        SELECT ended_at, outcome FROM polls
        WHERE id > (SELECT at_poll FROM poll_hours_place) ORDER BY id DESC LIMIT :most) AS recent
      WHERE ended_at >= :since GROUP BY 1, 2
      """;

  /** The last day's polls, hour by hour, the oldest first. */
  public List<Hour> polls() {
    return polls.get();
  }

  private static List<Hour> polls(Handle h, Instant now) {
    var begin = begin(now);
    var counted = new TreeMap<Instant, Map<String, Long>>();
    for (int i = 0; i < HOURS; i++) {
      counted.put(begin.plus(i, ChronoUnit.HOURS), new TreeMap<>());
    }
    h.createQuery(POLLS)
        .bind("since", begin.toEpochMilli())
        .bind("most", MOST_RECENT)
        .map(
            (row, _) ->
                new Counted(hour(row.getLong("hour")), row.getString("kind"), row.getLong("n")))
        .forEach(
            one ->
                counted.computeIfPresent(
                    one.begin(),
                    (_, kinds) -> {
                      kinds.merge(one.kind(), one.n(), Long::sum);
                      return kinds;
                    }));
    var hours = new ArrayList<Hour>();
    counted.forEach(
        (hour, kinds) ->
            hours.add(
                new Hour(
                    hour,
                    kinds.getOrDefault("fresh", 0L),
                    kinds.getOrDefault("not_modified", 0L),
                    kinds.getOrDefault("failed", 0L))));
    return hours;
  }

  private static Instant begin(Instant now) {
    return now.truncatedTo(ChronoUnit.HOURS).minus(HOURS - 1, ChronoUnit.HOURS);
  }

  private static Instant hour(long number) {
    return Instant.ofEpochMilli(number * HOUR);
  }

  private static final String ARRIVALS =
      """
      SELECT first_seen_at / 3600000 AS hour, count(*) AS n, count(duplicate_of) AS duplicates
      FROM articles WHERE first_seen_at >= :since GROUP BY 1
      """;

  /** The last day's articles, hour by hour, the oldest first. */
  public List<Arrivals> arrivals() {
    return arrivals.get();
  }

  private static List<Arrivals> arrivals(Handle h, Instant now) {
    var begin = begin(now);
    var hours = new TreeMap<Instant, Arrivals>();
    for (int i = 0; i < HOURS; i++) {
      var hour = begin.plus(i, ChronoUnit.HOURS);
      hours.put(hour, new Arrivals(hour, 0, 0));
    }
    h.createQuery(ARRIVALS)
        .bind("since", begin.toEpochMilli())
        .map(
            (row, _) ->
                new Arrivals(
                    hour(row.getLong("hour")), row.getLong("n"), row.getLong("duplicates")))
        .forEach(one -> hours.replace(one.begin(), one));
    return List.copyOf(hours.values());
  }

  private static final String FAILING =
      """
      SELECT host_key, count(*) AS feeds, min(failing_since) AS since,
             min(last_error_type) AS one_type, max(last_error_type) AS other_type
      FROM feed_state WHERE last_error_type IS NOT NULL AND host_key IS NOT NULL
      GROUP BY host_key ORDER BY feeds DESC, host_key LIMIT :most
      """;

  /** The hosts with most failing feeds. */
  public List<FailingHost> failing() {
    return failing.get();
  }

  private static List<FailingHost> findFailing(Handle h) {
    return h.createQuery(FAILING)
        .bind("most", HOSTS)
        .map(
            (row, _) ->
                new FailingHost(
                    row.getString("host_key"),
                    row.getLong("feeds"),
                    Rows.time(row, "since"),
                    ErrorType.ofWire(row.getString("one_type")),
                    !row.getString("one_type").equals(row.getString("other_type"))))
        .list();
  }

  private static final String WAITING =
      """
      SELECT CASE WHEN due_at > ready_at THEN due_at ELSE ready_at END AS since
      FROM host_queue
      WHERE due_at <= :now AND ready_at <= :now AND leased_until <= :now
      ORDER BY due_at LIMIT :most
      """;

  /** How late polls are now. */
  public Lateness lateness(Instant now) {
    var waits =
        database.read(
            h ->
                h
                    .createQuery(WAITING)
                    .bind("now", now.toEpochMilli())
                    .bind("most", MOST_WAITING)
                    .mapTo(Long.class)
                    .list()
                    .stream()
                    .map(since -> Duration.ofMillis(now.toEpochMilli() - since))
                    .sorted()
                    .toList());
    return waits.isEmpty()
        ? new Lateness(0, Duration.ZERO, Duration.ZERO)
        : new Lateness(waits.size(), waits.getLast(), waits.get(waits.size() / 2));
  }
}
