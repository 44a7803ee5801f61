package dev.feedwarden.store;

import dev.feedwarden.model.Blame;
import dev.feedwarden.model.Cause;
import dev.feedwarden.model.ErrorType;
import dev.feedwarden.model.NextPoll;
import dev.feedwarden.model.OperatorMistake;
import dev.feedwarden.model.Overrides;
import dev.feedwarden.model.PollError;
import dev.feedwarden.model.Rhythm;
import dev.feedwarden.model.SourceId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;

/** What a database recorded of its polls and of the changes by hand, to be read and no more. */
public final class RecordedPolls implements AutoCloseable {
  private final Connection connection;

  private RecordedPolls(Connection connection) {
    this.connection = connection;
  }

  /** Something that happened to a source. */
  public sealed interface Event {
    SourceId source();

    Instant at();

    /**
     * A poll that was written.
     *
     * @param failure absent if it went well
     * @param next what was decided
     */
    record Polled(SourceId source, Instant at, @Nullable Failure failure, NextPoll next)
        implements Event {}

    /** A person enabled it, or gave it another address: it began anew. */
    record Renewed(SourceId source, Instant at) implements Event {}

    /**
     * A person disabled it.
     *
     * @param reason absent if until they say otherwise
     */
    record Disabled(SourceId source, Instant at, @Nullable ErrorType reason, String by)
        implements Event {}
  }

  /**
   * A failure and what the decision on it began from.
   *
   * @param basis absent where that was not kept yet
   */
  public record Failure(PollError error, Blame blame, @Nullable Basis basis) {}

  /**
   * What a decision began from, besides the feed's health.
   *
   * @param interval the source's own, if it had one
   * @param retryAfter the server's word, if there was one
   */
  public record Basis(@Nullable Duration interval, @Nullable Duration retryAfter, Rhythm rhythm) {}

  /** A source as it is now. */
  public record Judged(SourceId source, String name, @Nullable Overrides policy) {}

  /** Opens a database; it is neither changed nor brought to a newer schema. */
  public static RecordedPolls open(Access access) {
    try {
      var polls = new RecordedPolls(connect(access));
      polls.check();
      return polls;
    } catch (SQLException refused) {
      throw new OperatorMistake("The database cannot be read: " + firstLine(refused) + ".");
    }
  }

  private static Connection connect(Access access) throws SQLException {
    if (!access.isSqlite()) {
      var connection = DriverManager.getConnection(access.url(), access.user(), access.password());
      connection.setReadOnly(true);
      return connection;
    }
    var file = Path.of(access.url().substring(Access.SQLITE.length()));
    if (!Files.isRegularFile(file)) {
      throw new OperatorMistake("There is no database " + file + ".");
    }
    var config = new SQLiteConfig();
    config.setReadOnly(true);
    return config.createConnection(access.url());
  }

  private static String firstLine(SQLException e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("unknown reason");
  }

  private void check() throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.executeQuery("SELECT own_interval_ms, at_most_ms FROM polls WHERE 1 = 0").close();
    } catch (SQLException older) {
      throw new OperatorMistake(
          "The database is no Feedwarden database, or one of an older version that did not record"
              + " what a replay needs ("
              + firstLine(older)
              + ").");
    }
  }

  private static final String SOURCES = "SELECT id, name, policy FROM sources ORDER BY id";

  public void sources(Consumer<Judged> each) {
    read(
        SOURCES,
        row -> {
          var policy = row.getString("policy");
          each.accept(
              new Judged(
                  new SourceId(row.getString("id")),
                  row.getString("name"),
                  policy == null ? null : Overrides.ofText(policy)));
        });
  }

  // A change by hand comes before a poll of the same instant: it would have superseded that.
  private static final String EVENTS =
      """
      SELECT p.source_id, p.ended_at AS at, 1 AS polled, p.id AS number, p.outcome AS kind,
             p.error_type, p.cause, p.status_code, p.blame, p.next_poll_at, p.next_poll_reason,
             p.retry_after_ms, p.own_interval_ms, p.learned_gap_ms, p.newest_item_at,
             p.hint_between_ms, p.skip_hours, p.skip_days, p.fresh_for_ms, p.at_most_ms,
             '' AS done_by
      FROM polls p WHERE p.outcome <> 'superseded'
      UNION ALL
      SELECT t.source_id, t.at, 0, t.id, t.kind, t.reason, NULL, 0, NULL, NULL, NULL, NULL, NULL,
             NULL, NULL, NULL, NULL, NULL, NULL, NULL, t.done_by
      FROM transitions t
      WHERE t.done_by <> 'policy' AND t.kind IN ('enabled', 'disabled', 'changed')
      ORDER BY 2, 3, 4
      """;

  /** All that happened, in the order in which it did. */
  public void events(Consumer<Event> each) {
    read(EVENTS, row -> each.accept(event(row)));
  }

  private interface Reader {
    void read(ResultSet row) throws SQLException;
  }

  private void read(String query, Reader each) {
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery(query)) {
      while (rows.next()) {
        each.read(rows);
      }
    } catch (SQLException failed) {
      throw new IllegalStateException(failed);
    }
  }

  private static Event event(ResultSet row) throws SQLException {
    var source = new SourceId(row.getString("source_id"));
    var at = Instant.ofEpochMilli(row.getLong("at"));
    var type = type(row.getString("error_type"));
    return switch (row.getString("kind")) {
      case "enabled", "changed" -> new Event.Renewed(source, at);
      case "disabled" -> new Event.Disabled(source, at, type, row.getString("done_by"));
      default ->
          new Event.Polled(
              source,
              at,
              type == null ? null : failure(row, type),
              new NextPoll(
                  Rows.maybeTime(row, "next_poll_at"),
                  NextPoll.Reason.ofWire(row.getString("next_poll_reason"))));
    };
  }

  private static @Nullable ErrorType type(@Nullable String wire) {
    return wire == null || wire.equals(Rows.MANUAL) ? null : ErrorType.ofWire(wire);
  }

  private static Failure failure(ResultSet row, ErrorType type) throws SQLException {
    var cause = Cause.valueOf(row.getString("cause").toUpperCase(Locale.ROOT));
    var error = new PollError(type, cause, row.getInt("status_code"), "");
    var blame = row.getString("blame");
    return new Failure(
        error, blame == null ? Blame.FEED : Blame.ofWire(blame), BasisColumns.read(row));
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException failed) {
      throw new IllegalStateException(failed);
    }
  }
}
