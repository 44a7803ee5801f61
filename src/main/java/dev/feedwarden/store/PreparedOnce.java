package dev.feedwarden.store;

import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jdbi.v3.core.statement.DefaultStatementBuilder;
import org.jdbi.v3.core.statement.StatementBuilder;
import org.jdbi.v3.core.statement.StatementBuilderFactory;
import org.jdbi.v3.core.statement.StatementContext;
import org.sqlite.SQLiteConnection;

/**
 * Keeps the statements of each connection to SQLite: the driver compiles every one anew, which
 * takes longer than most of them run.
 */
final class PreparedOnce implements StatementBuilderFactory {
  private static final int MOST = 300;

  private final Map<SQLiteConnection, Shelf> shelves = new ConcurrentHashMap<>();

  // Statements of the connection itself: the pool's own are closed when it goes back.
  @Override
  public StatementBuilder createStatementBuilder(Connection pooled) {
    try {
      var connection = pooled.unwrap(SQLiteConnection.class);
      shelves.keySet().removeIf(PreparedOnce::isClosed);
      return new Builder(connection, shelves.computeIfAbsent(connection, _ -> new Shelf()));
    } catch (SQLException notOurs) {
      throw new IllegalStateException(notOurs);
    }
  }

  private static boolean isClosed(SQLiteConnection connection) {
    try {
      return connection.isClosed();
    } catch (SQLException broken) {
      return true;
    }
  }

  /**
   * The statements of a connection.
   *
   * @param idle those that nobody uses now by their text, the longest unused first
   * @param busy the text of each that is in use: who gives one back only knows what it was made of
   */
  private record Shelf(LinkedHashMap<String, PreparedStatement> idle, Map<Statement, String> busy) {
    Shelf() {
      this(new LinkedHashMap<>(), new IdentityHashMap<>());
    }
  }

  private record Builder(SQLiteConnection connection, Shelf shelf) implements StatementBuilder {
    private static final List<String> COMMON =
        List.of("SELECT", "WITH", "INSERT", "UPDATE", "DELETE");
    private static final StatementBuilder PLAIN = new DefaultStatementBuilder();

    @Override
    public Statement create(Connection pooled, StatementContext context) throws SQLException {
      return PLAIN.create(pooled, context);
    }

    @Override
    public PreparedStatement create(Connection pooled, String sql, StatementContext context)
        throws SQLException {
      var kept = shelf.idle().remove(sql);
      var ready = kept == null || kept.isClosed() ? connection.prepareStatement(sql) : kept;
      shelf.busy().put(ready, sql);
      return ready;
    }

    @Override
    public CallableStatement createCall(Connection pooled, String sql, StatementContext context)
        throws SQLException {
      return PLAIN.createCall(pooled, sql, context);
    }

    // Of other statements, such as a PRAGMA, nobody may have read the rows: they would never end.
    private static boolean isCommon(String sql) {
      return COMMON.stream().anyMatch(word -> sql.stripLeading().startsWith(word));
    }

    @Override
    public void close(Connection pooled, String template, Statement statement) throws SQLException {
      var sql = shelf.busy().remove(statement);
      if (sql == null
          || !(statement instanceof PreparedStatement prepared)
          || prepared.isClosed() // as the driver does after a failure
          || shelf.idle().containsKey(sql)
          || !isCommon(sql)) {
        statement.close();
        return;
      }
      prepared.clearParameters();
      if (shelf.idle().size() >= MOST) {
        shelf.idle().pollFirstEntry().getValue().close();
      }
      shelf.idle().put(sql, prepared);
    }
  }
}
