package dev.feedwarden.store;

import dev.feedwarden.model.Courtesy;
import dev.feedwarden.model.HostKey;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What we asked of each host, by the day. */
public final class CourtesyBook {
  /** How long a day is remembered. */
  public static final Duration KEPT = Duration.ofDays(400);

  private final Database database;

  public CourtesyBook(Database database) {
    this.database = database;
  }

  /** One host's day. */
  public record Page(Key key, Courtesy courtesy) {
    /**
     * Which one.
     *
     * @param day its beginning, in UTC
     */
    public record Key(HostKey host, Instant day) {}
  }

  private static final String ADD =
      """
      INSERT INTO courtesy (host, day, requests, named, conditional, not_modified, bytes, refused,
                            errors, unanswered, told_to_wait, waited, came_early, most_at_once,
                            shortest_gap_ms)
      VALUES (:host, :day, :requests, :named, :conditional, :not_modified, :bytes, :refused,
              :errors, :unanswered, :told, :waited, :early, :at_once, :gap)
      ON CONFLICT (host, day) DO UPDATE
      SET requests = courtesy.requests + excluded.requests,
          named = courtesy.named + excluded.named,
          conditional = courtesy.conditional + excluded.conditional,
          not_modified = courtesy.not_modified + excluded.not_modified,
          bytes = courtesy.bytes + excluded.bytes,
          refused = courtesy.refused + excluded.refused,
          errors = courtesy.errors + excluded.errors,
          unanswered = courtesy.unanswered + excluded.unanswered,
          told_to_wait = courtesy.told_to_wait + excluded.told_to_wait,
          waited = courtesy.waited + excluded.waited,
          came_early = courtesy.came_early + excluded.came_early,
          most_at_once = CASE WHEN courtesy.most_at_once > excluded.most_at_once
                              THEN courtesy.most_at_once ELSE excluded.most_at_once END,
          shortest_gap_ms = CASE WHEN excluded.shortest_gap_ms IS NULL
                                   OR courtesy.shortest_gap_ms < excluded.shortest_gap_ms
                                 THEN courtesy.shortest_gap_ms
                                 ELSE excluded.shortest_gap_ms END
      """;

  /** Adds to what is written already, in the order of the keys, and forgets what is long over. */
  public void add(List<Page> pages, Instant now) {
    if (pages.isEmpty()) {
      return;
    }
    var inOrder =
        pages.stream()
            .sorted(
                Comparator.comparing((Page page) -> page.key().host())
                    .thenComparing(page -> page.key().day()))
            .toList();
    database.useWrite(
        h -> {
          var batch = h.prepareBatch(ADD);
          for (var page : inOrder) {
            var seen = page.courtesy();
            batch
                .bind("host", page.key().host().value())
                .bind("day", page.key().day().toEpochMilli())
                .bind("requests", seen.requests().count())
                .bind("named", seen.requests().named())
                .bind("conditional", seen.requests().conditional())
                .bind("not_modified", seen.answers().notModified())
                .bind("bytes", seen.answers().bytes())
                .bind("refused", seen.answers().refused())
                .bind("errors", seen.answers().errors())
                .bind("unanswered", seen.answers().none())
                .bind("told", seen.waits().told())
                .bind("waited", seen.waits().kept())
                .bind("early", seen.waits().broken())
                .bind("at_once", seen.requests().atOnce())
                .bind("gap", millis(seen.requests().shortestGap()))
                .add();
          }
          batch.execute();
          h.createUpdate("DELETE FROM courtesy WHERE day < :before")
              .bind("before", now.minus(KEPT).toEpochMilli())
              .execute();
        });
  }

  private static @Nullable Long millis(@Nullable Duration gap) {
    return gap == null ? null : gap.toMillis();
  }

  private static final String DAYS =
      "SELECT * FROM courtesy WHERE host = :host AND day >= :since ORDER BY day DESC";

  /** A host's days since an instant, the latest first. */
  public List<Page> days(HostKey host, Instant since) {
    return database.read(
        h ->
            h.createQuery(DAYS)
                .bind("host", host.value())
                .bind("since", since.toEpochMilli())
                .map((row, _) -> page(host, row))
                .list());
  }

  private static Page page(HostKey host, ResultSet row) throws SQLException {
    var gap = Rows.maybeId(row, "shortest_gap_ms");
    return new Page(
        new Page.Key(host, Rows.time(row, "day")),
        new Courtesy(
            new Courtesy.Requests(
                row.getLong("requests"),
                row.getLong("named"),
                row.getLong("conditional"),
                row.getInt("most_at_once"),
                gap == null ? null : Duration.ofMillis(gap)),
            new Courtesy.Answers(
                row.getLong("not_modified"),
                row.getLong("bytes"),
                row.getLong("refused"),
                row.getLong("errors"),
                row.getLong("unanswered")),
            new Courtesy.Waits(
                row.getLong("told_to_wait"), row.getLong("waited"), row.getLong("came_early"))));
  }

  private static final String VALIDATED =
      """
      SELECT count(*) FROM feed_state f
      WHERE f.host_key IN (<keys>) AND (f.last_etag IS NOT NULL OR f.last_modified IS NOT NULL)
      """;

  /** Whether a host gives validators to ask with. */
  public boolean isValidated(HostKey host) {
    return database.read(
        h ->
            h.createQuery(VALIDATED)
                    .bindList("keys", LaneTable.read(h).keys(host).map(HostKey::value).toList())
                    .mapTo(Long.class)
                    .one()
                > 0);
  }

  /** How many requests at once a host is to be asked. */
  public int lanes(HostKey host) {
    return database.read(h -> LaneTable.read(h).count(host));
  }
}
