package dev.feedwarden.store;

import static dev.feedwarden.store.Timing.Kind.READ;
import static dev.feedwarden.store.Timing.Kind.WRITE;

import com.zaxxer.hikari.HikariDataSource;
import dev.feedwarden.model.Blame;
import dev.feedwarden.model.ErrorType;
import dev.feedwarden.model.OperatorMistake;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.exception.FlywayValidateException;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.HandleCallback;
import org.jdbi.v3.core.HandleConsumer;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An open database at the present schema, whichever engine it is. */
public final class Database implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Database.class);

  private final Engine engine;
  private final Timing timing;
  private final DoubtfulLeases doubtful = new DoubtfulLeases(this);
  private volatile @Nullable String registry;

  private Database(Engine engine, Timing timing) {
    this.engine = engine;
    this.timing = timing;
  }

  /** What differs between the two engines. */
  interface Engine extends AutoCloseable {
    Jdbi reading();

    Jdbi writing();

    HikariDataSource source();

    List<HikariDataSource> pools();

    /** A connection for a check, made anew each time, which gives up after a second or so. */
    Jdbi checking();

    /** The folder of the migrations that only it has. */
    String folder();

    /** How many transactions can write at once. */
    int writers();

    /** In which order articles were committed. */
    ArticleOrder order();

    /** In which order events were committed. */
    OutboxOrder outbox();

    /** Where the words of articles are. */
    TextIndex text();

    /** How sources are found by a part of their text. */
    SourceSearch search();

    /** How a table numbers its rows. */
    String serial();

    /** Numbers for new rows of a table, which nobody else gets; ascending. */
    List<Long> numbers(Handle h, String table, int count);

    /** A column that knows the transaction that wrote its row, as far as the engine needs one. */
    String transaction();

    /** Appended to a SELECT whose rows must not change before the transaction ends. */
    String locking();

    /** Runs a transaction that need not wait for the disk. */
    <T, X extends Exception> T lightly(HandleCallback<T, X> work) throws X;

    /** Where a row is, as long as nobody changes it. */
    String place();

    /** How a statement takes many texts. */
    Many many();

    /**
     * A SELECT of the first {@code :most} feeds that are due {@code :now} of {@code :many} hosts:
     * its {@code source_id}, its {@code turn}, and if somebody {@code looked} when the {@code
     * others} of its host are due at the earliest.
     *
     * @param several whether a host may have more than one turn: each has others that are not what
     *     they were once the next is polled, and nobody looks
     */
    String turns(boolean several);

    /**
     * Appended to a SELECT of rows to be taken; rows that somebody else has locked are left out.
     */
    String skippingLocked();

    /** Whether an index keeps entries of rows that have changed since, until somebody cleans up. */
    boolean leavesEntriesBehind();

    /** Runs the migrations while no other process does, over the connections it gives them. */
    void alone(Consumer<DataSource> migration);

    Instant now();

    /** Whether it can tell at all that a process is gone before its lease runs out. */
    boolean knowsWhoIsGone();

    /** Whether the process that took a lease is known to be gone. */
    boolean isGone(String owner);

    /**
     * Whether a failure means that the disk did not keep what it was given. Nobody can tell then
     * what is on it, and to try again proves nothing: the system may have forgotten what it could
     * not write, and say that all is well.
     */
    boolean isDiskFailure(Throwable failure);

    /** Whether a failure may be over soon: no connection, no room, nothing may be written. */
    boolean isAway(Throwable failure);

    /** Whether no other process has the database open, as far as the engine can tell. */
    boolean isOurs();

    /** This process's name in {@code host_queue.owner}. */
    String owner();

    @Override
    void close();
  }

  /**
   * Opens a database, making or upgrading its tables; what cannot be used is an operator's mistake.
   */
  public static Database open(Access access) {
    return open(access, Timing.NONE);
  }

  /** The same, and somebody is told how long transactions take. */
  public static Database open(Access access, Timing timing) {
    Engine engine = access.isSqlite() ? Sqlite.open(access) : Postgres.open(access);
    try {
      engine.alone(connections -> migrate(engine, connections));
      var database = new Database(engine, timing);
      SearchText.catchUp(database);
      return database;
    } catch (RuntimeException | Error failed) {
      engine.close();
      throw failed;
    }
  }

  private static void migrate(Engine engine, DataSource connections) {
    if (Migrations.areDone(connections, engine.folder())) {
      return;
    }
    var flyway =
        Flyway.configure(Database.class.getClassLoader())
            .dataSource(connections)
            .locations("classpath:db/migration", "classpath:" + engine.folder())
            .placeholders(placeholders(engine))
            .load();
    try {
      var ours = flyway.info().all();
      for (var migration : ours) {
        if (migration.getState().isApplied() && !migration.getState().isResolved()) {
          throw new OperatorMistake(
              "The database was written by a newer Feedwarden (schema "
                  + migration.getVersion()
                  + "); start that version, or restore a backup.");
        }
      }
      flyway.migrate();
    } catch (FlywayValidateException notOurs) {
      throw new OperatorMistake(
          "The database cannot be used: its tables were made by another build of Feedwarden than"
              + " this one or its predecessors.");
    } catch (FlywayException unusable) {
      throw new OperatorMistake("The database cannot be used: " + firstLine(unusable) + ".");
    }
  }

  static Map<String, String> placeholders(Engine engine) {
    return Map.of(
        "error_types", ErrorType.sqlList(),
        "blames", Blame.sqlList(),
        "serial", engine.serial(),
        "transaction", engine.transaction());
  }

  private static String firstLine(Exception e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("unknown reason");
  }

  /** A transaction that only reads. */
  <T, X extends Exception> T read(HandleCallback<T, X> work) throws X {
    return timed(READ, () -> engine.reading().inTransaction(work));
  }

  /** The same of one statement, which is a transaction by itself. */
  <T, X extends Exception> T ask(HandleCallback<T, X> work) throws X {
    return timed(READ, () -> engine.reading().withHandle(work));
  }

  /** A transaction that may write; on SQLite it holds the one write lock from its beginning. */
  <T, X extends Exception> T write(HandleCallback<T, X> work) throws X {
    return timed(WRITE, () -> engine.writing().inTransaction(work));
  }

  /**
   * A transaction that may write, but only what is worth nothing after a loss of power: it reaches
   * the disk with the next one that does.
   */
  <T, X extends Exception> T writeLightly(HandleCallback<T, X> work) throws X {
    return timed(WRITE, () -> engine.lightly(work));
  }

  <X extends Exception> void useWrite(HandleConsumer<X> work) throws X {
    timed(WRITE, () -> engine.writing().inTransaction(work.asCallback()));
  }

  private interface Transaction<T, X extends Exception> {
    T run() throws X;
  }

  private <T, X extends Exception> T timed(Timing.Kind kind, Transaction<T, X> transaction)
      throws X {
    var began = System.nanoTime();
    try {
      return transaction.run();
    } catch (JdbiException failed) {
      endOn(failed);
      throw engine.isAway(failed) ? new Unavailable(failed) : failed;
    } finally {
      timing.took(kind, Duration.ofNanos(System.nanoTime() - began));
    }
  }

  // No hook and no goodbye: whoever starts it again reads what is really there.
  private void endOn(JdbiException failed) {
    if (engine.isDiskFailure(failed)) {
      LOG.error("the disk did not keep what was written: ending at once", failed);
      Runtime.getRuntime().halt(1);
    }
  }

  /** The pools of connections as they are now. */
  public List<PoolState> pools() {
    return engine.pools().stream().map(PoolState::of).toList();
  }

  /** Reads a row, over a connection that polls and requests do not use up. */
  public void check() {
    engine
        .checking()
        .useHandle(h -> h.createQuery("SELECT id FROM disable_budget").mapTo(Long.class).one());
  }

  /** Whether no other process is known to have it open. */
  boolean isOurs() {
    return engine.isOurs();
  }

  /** Says that the sources are a registry's elsewhere; nobody may change them here. */
  public void follow(String url) {
    registry = url;
  }

  /** The registry that this process was told to follow. */
  @Nullable String registry() {
    return registry;
  }

  Engine engine() {
    return engine;
  }

  /** What this process may have taken without knowing it. */
  DoubtfulLeases doubtful() {
    return doubtful;
  }

  /** The database's own time: what leases and schedules are measured by. */
  public Instant now() {
    return engine.now();
  }

  @Override
  public void close() {
    engine.close();
  }
}
