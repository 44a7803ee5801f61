package dev.feedwarden.store;

import static java.util.stream.Collectors.joining;

import dev.feedwarden.model.OperatorMistake;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jdbi.v3.core.Handle;

/**
 * Carries an installation from SQLite to an empty PostgreSQL, all or nothing. The tables are asked
 * for, not listed here, so that none is forgotten.
 */
public final class Removal {
  private static final int BATCH = 500;

  // Each engine makes its own index of words; the other two tell what was done to each database.
  private static final Set<String> LEFT_BEHIND = Set.of("article_text", "flyway_schema_history");

  private final Handle from;
  private final Handle to;

  private Removal(Handle from, Handle to) {
    this.from = from;
    this.to = to;
  }

  /** How many rows of a table were carried. */
  public record Carried(String table, long rows) {}

  /** Carries everything; a database that is in use, or not empty, is an operator's mistake. */
  public static List<Carried> carry(Access from, Access to) {
    if (!from.isSqlite() || to.isSqlite()) {
      throw new OperatorMistake(
          "Only from SQLite to PostgreSQL: write --from sqlite:FILE --to"
              + " postgresql://HOST/DATABASE.");
    }
    var file = Path.of(from.url().substring(Access.SQLITE.length()));
    if (!Files.isRegularFile(file)) {
      throw new OperatorMistake("There is no database " + file + ".");
    }
    try (var old = Database.open(from);
        var fresh = Database.open(to)) {
      if (!old.isOurs()) {
        throw new OperatorMistake(
            "The database to carry from is in use; stop Feedwarden there first, or what it stores"
                + " meanwhile would be lost.");
      }
      return old.write(h -> fresh.write(there -> new Removal(h, there).carry()));
    } catch (SQLException failed) {
      throw new IllegalStateException(failed);
    }
  }

  private List<Carried> carry() throws SQLException {
    demandEmpty();
    var tables = inOrder();
    to.execute("TRUNCATE " + String.join(", ", tables) + " CASCADE"); // some begin with a row
    var carried = new ArrayList<Carried>();
    for (var table : tables) {
      carried.add(new Carried(table, carry(table)));
      numberOn(table);
    }
    settle();
    demandSame(carried);
    return carried;
  }

  private void demandEmpty() {
    for (var table : List.of("sources", "articles")) {
      if (count(to, table) > 0) {
        throw new OperatorMistake(
            "The database to carry to has " + table + " already; name an empty one.");
      }
    }
  }

  private static long count(Handle h, String table) {
    return h.createQuery("SELECT count(*) FROM " + table).mapTo(Long.class).one();
  }

  private record Reference(String table, String to) {}

  /** Every table after those that it refers to. */
  private List<String> inOrder() {
    var tables =
        to
            .createQuery(
                """
                SELECT tablename FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename
                """)
            .mapTo(String.class)
            .stream()
            .filter(table -> !LEFT_BEHIND.contains(table))
            .toList();
    var references =
        to.createQuery(
                """
                SELECT c.relname AS a, d.relname AS b FROM pg_constraint k
                JOIN pg_class c ON c.oid = k.conrelid JOIN pg_class d ON d.oid = k.confrelid
                WHERE k.contype = 'f' AND c.oid <> d.oid
                """)
            .map((row, _) -> new Reference(row.getString("a"), row.getString("b")))
            .list();
    var ordered = new LinkedHashSet<String>();
    while (ordered.size() < tables.size()) {
      for (var table : tables) {
        if (references.stream()
            .allMatch(r -> !r.table().equals(table) || ordered.contains(r.to()))) {
          ordered.add(table);
        }
      }
    }
    return List.copyOf(ordered);
  }

  private record Column(String name, String type) {}

  // What PostgreSQL alone has, such as the number of the transaction, it fills in by itself.
  private List<Column> columns(String table) {
    var here =
        Set.copyOf(
            from.createQuery("SELECT name FROM pragma_table_info(:table)")
                .bind("table", table)
                .mapTo(String.class)
                .list());
    return to
        .createQuery(
            """
            SELECT column_name, data_type FROM information_schema.columns
            WHERE table_schema = current_schema() AND table_name = :table
              AND data_type <> 'xid8' ORDER BY ordinal_position
            """)
        .bind("table", table)
        .map((row, _) -> new Column(row.getString("column_name"), row.getString("data_type")))
        .stream()
        .filter(column -> here.contains(column.name()))
        .toList();
  }

  private long carry(String table) throws SQLException {
    var columns = columns(table);
    var names = columns.stream().map(Column::name).collect(joining(", "));
    var marks = String.join(", ", Collections.nCopies(columns.size(), "?"));
    try (var read =
            from.getConnection()
                .prepareStatement("SELECT " + names + " FROM " + table + order(table));
        var rows = read.executeQuery();
        var write =
            to.getConnection()
                .prepareStatement(
                    "INSERT INTO %s (%s) OVERRIDING SYSTEM VALUE VALUES (%s)"
                        .formatted(table, names, marks))) {
      long carried = 0;
      while (rows.next()) {
        for (int i = 0; i < columns.size(); i++) {
          set(write, i + 1, rows, columns.get(i).type());
        }
        write.addBatch();
        if (++carried % BATCH == 0) {
          write.executeBatch();
        }
      }
      write.executeBatch();
      return carried;
    }
  }

  // A table without row numbers is in the order of its key anyway.
  private String order(String table) {
    var numbered =
        from.createQuery("SELECT NOT wr FROM pragma_table_list WHERE name = :table")
            .bind("table", table)
            .mapTo(Boolean.class)
            .one();
    return numbered ? " ORDER BY rowid" : "";
  }

  private static void set(PreparedStatement write, int at, ResultSet rows, String type)
      throws SQLException {
    switch (type) {
      case "boolean" -> write.setBoolean(at, rows.getBoolean(at));
      case "bigint", "integer" -> write.setLong(at, rows.getLong(at));
      case "double precision", "real" -> write.setDouble(at, rows.getDouble(at));
      case "bytea" -> write.setBytes(at, rows.getBytes(at));
      case "text" -> write.setString(at, rows.getString(at));
      default -> throw new IllegalStateException("a column of a type never carried: " + type);
    }
    if (rows.wasNull()) {
      write.setObject(at, null);
    }
  }

  /** New rows are numbered after the last. */
  private void numberOn(String table) {
    to.createQuery(
            """
            SELECT column_name FROM information_schema.columns
            WHERE table_schema = current_schema() AND table_name = :table AND is_identity = 'YES'
            """)
        .bind("table", table)
        .mapTo(String.class)
        .forEach(
            column ->
                to.createQuery(
                        "SELECT setval(pg_get_serial_sequence(:table, :column),"
                            + " (SELECT coalesce(max(%s), 0) + 1 FROM %s), false)"
                                .formatted(column, table))
                    .bind("table", table)
                    .bind("column", column)
                    .mapTo(Long.class)
                    .one());
  }

  // All rows were written by one transaction, this one; whoever had read up to an id goes on from
  // there. Nobody is at a host, and the words are indexed anew.
  private void settle() {
    to.execute(
        "UPDATE destinations SET at_turn = CAST(CAST(pg_current_xact_id() AS TEXT) AS BIGINT),"
            + " owner = NULL, leased_until = 0");
    to.execute("UPDATE article_index SET at_turn = 0, at_id = 0");
    to.execute("UPDATE host_queue SET owner = NULL, leased_until = 0, lost = 0");
  }

  private void demandSame(List<Carried> carried) {
    for (var one : carried) {
      if (count(to, one.table()) != count(from, one.table())) {
        throw new IllegalStateException("not everything of " + one.table() + " arrived");
      }
    }
  }
}
