package dev.feedwarden.store;

import java.util.function.BiFunction;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.config.JdbiConfig;

/**
 * How an engine likes its batches; JDBI carries it from the engine to wherever rows are written.
 */
public final class Batches implements JdbiConfig<Batches> {
  private BiFunction<Handle, String, Batch> begin = RowByRow::of;

  /** For JDBI. */
  public Batches() {}

  static Jdbi atOnce(Jdbi jdbi) {
    jdbi.getConfig(Batches.class).begin = AtOnce::of;
    return jdbi;
  }

  Batch begin(Handle h, String sql) {
    return begin.apply(h, sql);
  }

  @Override
  public Batches createCopy() {
    var copy = new Batches();
    copy.begin = begin;
    return copy;
  }
}
