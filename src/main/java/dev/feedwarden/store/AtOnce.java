package dev.feedwarden.store;

import static java.util.stream.Collectors.joining;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.UnableToExecuteStatementException;
import org.jdbi.v3.core.statement.Update;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a batch as one array a column, joined by one statement: a server that is asked once
 * for fifty rows does a third of the work of fifty questions.
 */
final class AtOnce implements Batch {
  private static final Pattern NAME = Pattern.compile(":([a-z_]+)");

  /** The values of a name, one a row, as the server is to take them. */
  private record Column(String type, List<@Nullable Object> values) {
    Column(String type) {
      this(type, new ArrayList<>());
    }

    Object[] array() {
      return switch (type) {
        case "int8" -> values.toArray(Long[]::new);
        case "int4" -> values.toArray(Integer[]::new);
        case "bool" -> values.toArray(Boolean[]::new);
        case "bytea" -> values.toArray(byte[][]::new);
        default -> values.toArray(String[]::new);
      };
    }
  }

  private static final Map<String, String> KNOWN = new ConcurrentHashMap<>();

  private final Handle handle;
  private final String sql;
  private final Map<String, Column> columns = new LinkedHashMap<>();
  private int rows;

  private AtOnce(Handle handle, String sql) {
    this.handle = handle;
    this.sql = sql;
  }

  static Batch of(Handle h, String sql) {
    return new AtOnce(h, sql);
  }

  private Batch put(String name, String type, @Nullable Object value) {
    columns.computeIfAbsent(name, _ -> new Column(type)).values().add(value);
    return this;
  }

  @Override
  public Batch bind(String name, @Nullable String value) {
    return put(name, "text", value);
  }

  @Override
  public Batch bind(String name, @Nullable Long value) {
    return put(name, "int8", value);
  }

  @Override
  public Batch bind(String name, int value) {
    return put(name, "int4", value);
  }

  @Override
  public Batch bind(String name, boolean value) {
    return put(name, "bool", value);
  }

  @Override
  public Batch bind(String name, byte[] value) {
    return put(name, "bytea", value);
  }

  @Override
  public void add() {
    rows++;
    if (columns.values().stream().anyMatch(column -> column.values().size() != rows)) {
      throw new IllegalStateException("a row must bind every name once: " + columns.keySet());
    }
  }

  // Who binds for a statement does it in the same order each time, so that its text stays the same.
  private String text() {
    var types =
        columns.values().stream()
            .map(column -> "CAST(? AS " + column.type() + "[])")
            .collect(joining(", "));
    var names = columns.keySet().stream().map("\"%s\""::formatted).collect(joining(", "));
    return NAME.matcher(sql)
        .replaceAll("v.\"$1\"")
        .replace("{row}", "SELECT ")
        .replace("{/row}", ROWS + " WHERE TRUE")
        .replace(ROWS, "FROM unnest(" + types + ") AS v(" + names + ")");
  }

  @Override
  public int execute() {
    var text = KNOWN.computeIfAbsent(sql + columns.keySet(), _ -> text());
    try (var context = handle.createUpdate(text)) {
      return execute(text, context);
    }
  }

  private int execute(String text, Update context) {
    try (var statement = handle.getConnection().prepareStatement(text)) {
      int place = 1;
      for (var column : columns.values()) {
        statement.setArray(
            place++, handle.getConnection().createArrayOf(column.type(), column.array()));
      }
      return statement.executeUpdate();
    } catch (SQLException failed) {
      throw new UnableToExecuteStatementException(failed, context.getContext());
    }
  }

  @Override
  public void close() {}
}
