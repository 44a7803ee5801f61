package dev.feedwarden.store;

import static java.util.Objects.requireNonNull;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.UnableToExecuteStatementException;
import org.jdbi.v3.core.statement.Update;
import org.jspecify.annotations.Nullable;

/**
 * One statement for many rows, in one round trip, its values bound by name. Every poll passes
 * through a few of these: JDBI's way of binding takes longer than the database takes to write.
 */
final class Batch implements AutoCloseable {
  private static final Map<String, Template> KNOWN = new ConcurrentHashMap<>();

  /** A statement with question marks, and where each name stood. */
  private record Template(String sql, Map<String, List<Integer>> places) {
    private static final Pattern NAME = Pattern.compile(":([a-z_]+)");

    static Template of(String named) {
      var places = new HashMap<String, List<Integer>>();
      var names = NAME.matcher(named).results().map(name -> name.group(1)).toList();
      for (int i = 0; i < names.size(); i++) {
        places.computeIfAbsent(names.get(i), _ -> new ArrayList<>()).add(i + 1);
      }
      return new Template(NAME.matcher(named).replaceAll("?"), Map.copyOf(places));
    }
  }

  private final Handle handle;
  private final Template template;
  private final Update context;
  private final PreparedStatement statement;

  private Batch(Handle handle, Template template) {
    this.handle = handle;
    this.template = template;
    this.context = handle.createUpdate(template.sql());
    this.statement =
        trying(
            () ->
                handle
                    .getStatementBuilder()
                    .create(handle.getConnection(), template.sql(), context.getContext()));
  }

  static Batch of(Handle h, String sql) {
    return new Batch(h, KNOWN.computeIfAbsent(sql, Template::of));
  }

  PreparedStatement statement() {
    return statement;
  }

  private interface Step<T> {
    T run() throws SQLException;
  }

  private <T> T trying(Step<T> step) {
    try {
      return step.run();
    } catch (SQLException failed) {
      throw new UnableToExecuteStatementException(failed, context.getContext());
    }
  }

  private interface Setting {
    void at(int place) throws SQLException;
  }

  private Batch set(String name, Setting value) {
    for (var place : requireNonNull(template.places().get(name), name)) {
      trying(
          () -> {
            value.at(place);
            return place;
          });
    }
    return this;
  }

  Batch bind(String name, @Nullable String value) {
    return set(name, place -> statement.setString(place, value));
  }

  Batch bind(String name, @Nullable Long value) {
    return value == null
        ? set(name, place -> statement.setNull(place, Types.BIGINT))
        : bind(name, value.longValue());
  }

  Batch bind(String name, long value) {
    return set(name, place -> statement.setLong(place, value));
  }

  Batch bind(String name, int value) {
    return set(name, place -> statement.setInt(place, value));
  }

  /** Ends a row; every name must have been bound for it. */
  void add() {
    trying(
        () -> {
          statement.addBatch();
          return true;
        });
  }

  /** Sends the rows, and says how many rows of the table each changed. */
  int[] execute() {
    return trying(statement::executeBatch);
  }

  @Override
  public void close() {
    trying(
        () -> {
          handle.getStatementBuilder().close(handle.getConnection(), template.sql(), statement);
          return true;
        });
    context.close();
  }
}
