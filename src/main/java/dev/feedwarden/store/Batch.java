package dev.feedwarden.store;

import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * One statement for many rows, in one round trip, its values bound by name. Every poll passes
 * through a few of these: JDBI's way of binding takes longer than the database takes to write.
 *
 * <p>A statement is written as for one row, with {@link #ROWS} where its FROM clause belongs, or
 * with {@link #row} in place of the VALUES: an engine may run it row by row, or once with all the
 * rows to join.
 */
interface Batch extends AutoCloseable {
  String ROWS = "{rows}";

  /** What an INSERT puts into its columns. */
  static String row(String values) {
    return "{row}" + values + "{/row}";
  }

  static Batch of(Handle h, String sql) {
    return h.getConfig(Batches.class).begin(h, sql);
  }

  Batch bind(String name, @Nullable String value);

  Batch bind(String name, @Nullable Long value);

  Batch bind(String name, int value);

  Batch bind(String name, boolean value);

  Batch bind(String name, byte[] value);

  default Batch bind(String name, long value) {
    return bind(name, (Long) value);
  }

  /** Ends a row; every name must have been bound for it. */
  void add();

  /** Sends the rows, and says how many rows of the table they changed. */
  int execute();

  @Override
  void close();
}
