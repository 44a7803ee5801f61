package dev.feedwarden.store;

import static java.util.Objects.requireNonNull;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.UnableToExecuteStatementException;
import org.jdbi.v3.core.statement.Update;
import org.jspecify.annotations.Nullable;

/** The rows of a batch one after the other: for an engine that is in this process. */
final class RowByRow implements Batch {
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
      // A row that is selected might be many: SQLite would keep a copy of each page it touches.
      var one = named.replace(ROWS, "").replace("{row}", "VALUES (").replace("{/row}", ")");
      return new Template(NAME.matcher(one).replaceAll("?"), Map.copyOf(places));
    }
  }

  private final Handle handle;
  private final Template template;
  private final Update context;
  private final PreparedStatement statement;

  private RowByRow(Handle handle, Template template) {
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

  static RowByRow of(Handle h, String sql) {
    return new RowByRow(h, KNOWN.computeIfAbsent(sql, Template::of));
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

  @Override
  public Batch bind(String name, @Nullable String value) {
    return set(name, place -> statement.setString(place, value));
  }

  @Override
  public Batch bind(String name, @Nullable Long value) {
    return value == null
        ? set(name, place -> statement.setNull(place, Types.BIGINT))
        : set(name, place -> statement.setLong(place, value));
  }

  @Override
  public Batch bind(String name, int value) {
    return set(name, place -> statement.setInt(place, value));
  }

  @Override
  public Batch bind(String name, boolean value) {
    return set(name, place -> statement.setBoolean(place, value));
  }

  @Override
  public Batch bind(String name, byte[] value) {
    return set(name, place -> statement.setBytes(place, value));
  }

  @Override
  public void add() {
    trying(
        () -> {
          statement.addBatch();
          return true;
        });
  }

  @Override
  public int execute() {
    return Arrays.stream(trying(statement::executeBatch)).sum();
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
