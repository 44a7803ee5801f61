package dev.feedwarden.store;

import dev.feedwarden.model.Blame;
import dev.feedwarden.model.ErrorType;
import dev.feedwarden.model.NextPoll;
import dev.feedwarden.model.Poll.Receipt.Stored;
import dev.feedwarden.model.Remark;
import dev.feedwarden.model.SourceId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** What polls of a source came to. */
public final class PollHistory {
  private final Database database;

  public PollHistory(Database database) {
    this.database = database;
  }

  /** One poll, long over. */
  public record Past(
      Place place,
      Course course,
      @Nullable Fault fault,
      Stored stored,
      int absent,
      NextPoll next,
      @Nullable Timings timings) {}

  /**
   * What a poll spent its time on, and how late it began; nothing for polls from before anybody
   * measured.
   */
  public record Timings(
      @Nullable Duration lag, Duration dns, Duration connect, Duration tls, Duration firstByte) {}

  /** Where a poll is in the history. */
  public record Place(Instant endedAt, long id) {
    /** After every poll. */
    public static final Place END = new Place(Instant.ofEpochMilli(Long.MAX_VALUE), Long.MAX_VALUE);
  }

  /** How a poll went, and what was odd about it. */
  public record Course(
      String outcome,
      Duration took,
      int statusCode,
      int retryCount,
      long bytes,
      List<Remark> remarks) {
    public Course {
      remarks = List.copyOf(remarks);
    }
  }

  /**
   * What a poll failed with.
   *
   * @param blame nothing for polls from before anybody was blamed
   */
  public record Fault(ErrorType type, String cause, @Nullable Blame blame) {}

  private static final String BEFORE =
      """
      SELECT * FROM polls
      WHERE source_id = :source AND (ended_at, id) < (:at, :id)
      ORDER BY ended_at DESC, id DESC LIMIT :limit
      """;

  /** The polls before one, the latest first. */
  public List<Past> before(SourceId source, Place place, int limit) {
    return database.read(h -> before(h, source, place, limit));
  }

  private static List<Past> before(Handle h, SourceId source, Place place, int limit) {
    return h.createQuery(BEFORE)
        .bind("source", source.value())
        .bind("at", place.endedAt().toEpochMilli())
        .bind("id", place.id())
        .bind("limit", limit)
        .map((row, _) -> past(row))
        .list();
  }

  /** The latest polls of several sources, each the latest first. */
  public Map<SourceId, List<Past>> latest(List<SourceId> sources, int each) {
    return database.read(
        h -> {
          var found = new HashMap<SourceId, List<Past>>();
          // A walk along the index for each: one statement for all would sort their whole history.
          sources.forEach(source -> found.put(source, before(h, source, Place.END, each)));
          return found;
        });
  }

  /** A day and how many articles came in it. */
  public record Day(long number, long articles) {}

  private static final String DAYS =
      """
      SELECT ended_at / 86400000 AS day, sum(inserted) AS articles FROM polls
      WHERE source_id = :source AND ended_at >= :since GROUP BY 1 ORDER BY 1
      """;

  /** How many articles came from a source, by days since the epoch; days without are left out. */
  public List<Day> days(SourceId source, Instant since) {
    return database.read(
        h ->
            h.createQuery(DAYS)
                .bind("source", source.value())
                .bind("since", since.toEpochMilli())
                .map((row, _) -> new Day(row.getLong("day"), row.getLong("articles")))
                .list());
  }

  private static final String ONE = "SELECT * FROM polls WHERE source_id = :source AND id = :id";

  /** One poll of a source. */
  public Optional<Past> find(SourceId source, long id) {
    return database.read(
        h ->
            h.createQuery(ONE)
                .bind("source", source.value())
                .bind("id", id)
                .map((row, _) -> past(row))
                .findOne());
  }

  private static Past past(ResultSet row) throws SQLException {
    var type = row.getString("error_type");
    return new Past(
        new Place(Instant.ofEpochMilli(row.getLong("ended_at")), row.getLong("id")),
        new Course(
            row.getString("outcome"),
            Duration.ofMillis(row.getLong("duration_ms")),
            row.getInt("status_code"),
            row.getInt("retry_count"),
            row.getLong("bytes"),
            RemarkText.read(row.getString("remarks"))),
        type == null ? null : fault(row, type),
        new Stored(row.getInt("inserted"), row.getInt("updated"), row.getInt("skipped")),
        row.getInt("absent"),
        new NextPoll(
            Rows.maybeTime(row, "next_poll_at"),
            NextPoll.Reason.ofWire(row.getString("next_poll_reason"))),
        timings(row));
  }

  private static @Nullable Timings timings(ResultSet row) throws SQLException {
    var firstByte = row.getLong("first_byte_ms");
    if (row.wasNull()) {
      return null;
    }
    var lag = row.getLong("lag_ms");
    return new Timings(
        row.wasNull() ? null : Duration.ofMillis(lag),
        Duration.ofMillis(row.getLong("dns_ms")),
        Duration.ofMillis(row.getLong("connect_ms")),
        Duration.ofMillis(row.getLong("tls_ms")),
        Duration.ofMillis(firstByte));
  }

  private static Fault fault(ResultSet row, String type) throws SQLException {
    var blame = row.getString("blame");
    return new Fault(
        ErrorType.ofWire(type), row.getString("cause"), blame == null ? null : Blame.ofWire(blame));
  }
}
