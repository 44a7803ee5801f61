package dev.feedwarden.run;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;

/** The database of a program as somebody sees it who looks in from outside, or meddles with it. */
final class Ledger {
  private final String url;

  Ledger(Program program) {
    this(program.database());
  }

  Ledger(String url) {
    this.url = url;
  }

  /** What is asked of one moment. */
  interface Question<T> {
    T ask(Moment moment) throws SQLException;
  }

  /** The database as it was at one moment. */
  record Moment(Connection connection) {
    /** Texts by texts, of a query with two columns. */
    Map<String, String> pairs(String query) throws SQLException {
      try (var statement = connection.createStatement();
          var rows = statement.executeQuery(query)) {
        var pairs = new HashMap<String, String>();
        while (rows.next()) {
          pairs.put(rows.getString(1), rows.getString(2));
        }
        return pairs;
      }
    }

    /** The only value. */
    String text(String query) throws SQLException {
      try (var statement = connection.createStatement();
          var rows = statement.executeQuery(query)) {
        rows.next();
        return rows.getString(1);
      }
    }

    long number(String query) throws SQLException {
      return Long.parseLong(text(query));
    }
  }

  boolean isSqlite() {
    return url.startsWith("jdbc:sqlite:");
  }

  <T> T look(Question<T> question) {
    try (var connection = DriverManager.getConnection(url)) {
      connection.setAutoCommit(false);
      if (!isSqlite()) {
        connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      }
      var answer = question.ask(new Moment(connection));
      connection.rollback();
      return answer;
    } catch (SQLException failed) {
      throw new IllegalStateException(failed);
    }
  }

  long number(String query) {
    return look(moment -> moment.number(query));
  }

  /** Texts by texts, of a query with two columns. */
  Map<String, String> pairs(String query) {
    return look(moment -> moment.pairs(query));
  }

  /** Does something that nobody may do. */
  void meddle(String... statements) {
    try (var connection = DriverManager.getConnection(url);
        var work = connection.createStatement()) {
      work.execute(
          isSqlite() ? "PRAGMA busy_timeout = 10000" : "SET default_transaction_read_only = off");
      for (var statement : statements) {
        work.execute(statement);
      }
    } catch (SQLException failed) {
      throw new IllegalStateException(failed);
    }
  }

  /** Every feed is due that nobody is at: as if hours had passed. */
  void makeAllDue() {
    meddle(
        "UPDATE feed_state SET next_poll_at = 0 WHERE next_poll_at IS NOT NULL AND source_id IN"
            + " (SELECT source_id FROM feed_state WHERE next_poll_at > 0 "
            + lockingOthersOut(),
        "UPDATE host_queue SET due_at = 0, ready_at = 0 WHERE due_at IS NOT NULL AND key IN"
            + " (SELECT key FROM host_queue WHERE due_at > 0 OR ready_at > 0 "
            + lockingOthersOut());
  }

  // Who waits for a row and holds others would have the service wait in a circle.
  private String lockingOthersOut() {
    return isSqlite() ? ")" : "FOR UPDATE SKIP LOCKED)";
  }

  /** The leases of whoever is dead run out: as if minutes had passed. */
  void endLeases() {
    meddle("UPDATE host_queue SET leased_until = 0", "UPDATE destinations SET leased_until = 0");
  }
}
