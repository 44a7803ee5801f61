package dev.feedwarden.store;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.feedwarden.model.OperatorMistake;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.HandleCallback;
import org.jdbi.v3.core.Jdbi;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** The embedded engine: one writer beside a few readers, in write-ahead mode. */
final class Sqlite implements Database.Engine {
  private static final int BUSY_MILLIS = 60_000;
  private static final int PAGE_BYTES = 16_384; // half as many articles again per second as 4 KiB
  private static final int CACHE_KIBIBYTES = 24_576; // the default has room for 125 of our pages
  private static final int READERS_CACHE_KIBIBYTES = 4_096; // each; the system has the pages too
  private static final int READERS = 4;
  static final String FOLDER = "db/sqlite";
  static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private static final Set<SQLiteErrorCode> UNSYNCED =
      Set.of(SQLiteErrorCode.SQLITE_IOERR_FSYNC, SQLiteErrorCode.SQLITE_IOERR_DIR_FSYNC);

  private static final Set<Integer> AWAY =
      Set.of(
          SQLiteErrorCode.SQLITE_FULL.code,
          SQLiteErrorCode.SQLITE_IOERR.code,
          SQLiteErrorCode.SQLITE_READONLY.code,
          SQLiteErrorCode.SQLITE_CANTOPEN.code);

  private final HikariDataSource writer;
  private final HikariDataSource readers;
  private final Jdbi checking;
  private final Jdbi writing;
  private final Jdbi reading;
  private final OwnerLock lock;

  private Sqlite(HikariDataSource writer, HikariDataSource readers, Jdbi checking, OwnerLock lock) {
    this.writer = writer;
    this.readers = readers;
    this.checking = checking;
    this.writing = jdbi(writer);
    this.reading = jdbi(readers);
    this.lock = lock;
  }

  private static Jdbi jdbi(HikariDataSource pool) {
    var jdbi = Jdbi.create(pool);
    jdbi.setStatementBuilderFactory(new PreparedOnce());
    return jdbi;
  }

  static Sqlite open(Access access) {
    var name = access.url().substring(Access.SQLITE.length());
    if (name.isBlank() || name.startsWith(":") || name.startsWith("file:") || name.contains("?")) {
      throw new OperatorMistake(
          "DATABASE_URL: write jdbc:sqlite: and the path of a file, nothing else.");
    }
    var file = Path.of(name).toAbsolutePath();
    if (!Files.isDirectory(file.resolveSibling("."))) {
      throw unusable(file, "its folder does not exist");
    }
    var lock = OwnerLock.take(file.resolveSibling(file.getFileName() + ".owners"));
    try {
      return lock.alone(() -> connect(access.url(), file, lock));
    } catch (RuntimeException | Error failed) {
      lock.close();
      throw failed;
    }
  }

  private static Sqlite connect(String url, Path file, OwnerLock lock) {
    if (lock.isMarked() && sizeOf(file) == 0) {
      throw unusable(
          file,
          "it was used before and is now missing or empty; put it back from a backup, or remove "
              + lock.folder()
              + " to begin anew");
    }
    create(file);
    probe(url, file);
    return new Sqlite(
        pool("writer", url, 1, SQLiteConfig.TransactionMode.IMMEDIATE),
        pool("readers", url, READERS, SQLiteConfig.TransactionMode.DEFERRED),
        Jdbi.create(source(url, SQLiteConfig.TransactionMode.DEFERRED)),
        lock);
  }

  private static OperatorMistake unusable(Path file, String why) {
    return new OperatorMistake("The database " + file + " cannot be used: " + why + ".");
  }

  private static long sizeOf(Path file) {
    try {
      return Files.exists(file) ? Files.size(file) : 0;
    } catch (IOException unreadable) {
      throw unusable(file, "it cannot be read");
    }
  }

  private static void create(Path file) {
    if (Files.exists(file)) {
      if (!Files.isRegularFile(file) || !Files.isWritable(file)) {
        throw unusable(file, "it is not a file that may be written");
      }
      return;
    }
    try {
      Files.createFile(file, OWNER_ONLY);
    } catch (IOException refused) {
      throw unusable(file, "its folder may not be written");
    }
    setPageSize(file);
  }

  // Before anything else: in write-ahead mode, or with a table, the size stays as it is.
  private static void setPageSize(Path file) {
    try (var connection = DriverManager.getConnection(Access.SQLITE + file);
        var statement = connection.createStatement()) {
      statement.execute("PRAGMA page_size = " + PAGE_BYTES);
      statement.execute("PRAGMA journal_mode = WAL");
    } catch (SQLException refused) {
      throw unusable(file, "it cannot be written");
    }
  }

  // Damage is found here, with one sentence, and not in the middle of a poll.
  private static void probe(String url, Path file) {
    try (var connection = source(url, SQLiteConfig.TransactionMode.IMMEDIATE).getConnection();
        var statement = connection.createStatement();
        var rows = statement.executeQuery("SELECT count(*) FROM sqlite_schema")) {
      rows.next();
    } catch (SQLException damaged) {
      throw unusable(file, "it is damaged or not a SQLite database");
    }
  }

  private static SQLiteDataSource source(String url, SQLiteConfig.TransactionMode mode) {
    var config = new SQLiteConfig();
    config.setJournalMode(SQLiteConfig.JournalMode.WAL);
    config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
    config.setBusyTimeout(BUSY_MILLIS);
    config.setCacheSize(
        mode == SQLiteConfig.TransactionMode.IMMEDIATE
            ? -CACHE_KIBIBYTES
            : -READERS_CACHE_KIBIBYTES);
    config.enforceForeignKeys(true);
    config.setTransactionMode(mode);
    config.setGetGeneratedKeys(false); // an open query after every INSERT, and nobody asks
    var source = new SQLiteDataSource(config);
    source.setUrl(url);
    return source;
  }

  /** Connections that read a database as it is, whatever its schema. */
  static SQLiteDataSource reader(String url) {
    return source(url, SQLiteConfig.TransactionMode.DEFERRED);
  }

  private static HikariDataSource pool(
      String name, String url, int size, SQLiteConfig.TransactionMode mode) {
    var config = new HikariConfig();
    config.setPoolName("sqlite-" + name);
    config.setDataSource(source(url, mode));
    config.setMaximumPoolSize(size);
    config.setMinimumIdle(1);
    config.setConnectionTimeout(BUSY_MILLIS);
    config.setMaxLifetime(0);
    return new HikariDataSource(config);
  }

  @Override
  public Jdbi reading() {
    return reading;
  }

  @Override
  public Jdbi writing() {
    return writing;
  }

  @Override
  public HikariDataSource source() {
    return writer;
  }

  @Override
  public List<HikariDataSource> pools() {
    return List.of(writer, readers);
  }

  // In write-ahead mode a reader waits for nobody.
  @Override
  public Jdbi checking() {
    return checking;
  }

  @Override
  public String folder() {
    return FOLDER;
  }

  @Override
  public int writers() {
    return 1;
  }

  @Override
  public ArticleOrder order() {
    return ArticleOrder.OF_ONE_WRITER;
  }

  @Override
  public OutboxOrder outbox() {
    return OutboxOrder.OF_ONE_WRITER;
  }

  @Override
  public TextIndex text() {
    return new TextIndex.Sqlite();
  }

  @Override
  public SourceSearch search() {
    return new SourceSearch.Sqlite();
  }

  // One writer at a time, and a number that was given away is not given again.
  @Override
  public List<Long> numbers(Handle h, String table, int count) {
    var last =
        h.createQuery("SELECT seq FROM sqlite_sequence WHERE name = :table")
            .bind("table", table)
            .mapTo(Long.class)
            .findOne()
            .orElse(0L);
    return LongStream.rangeClosed(last + 1, last + count).boxed().toList();
  }

  @Override
  public String serial() {
    return "INTEGER PRIMARY KEY AUTOINCREMENT";
  }

  // One writer at a time: the order of the ids is the order of the transactions.
  @Override
  public String transaction() {
    return "INTEGER NOT NULL DEFAULT 0";
  }

  // The log is written, and synced by whoever commits next; in between only the order is certain.
  @Override
  public <T, X extends Exception> T lightly(HandleCallback<T, X> work) throws X {
    return writing.withHandle(
        h -> {
          h.execute("PRAGMA synchronous = NORMAL");
          try {
            return h.inTransaction(work);
          } finally {
            h.execute("PRAGMA synchronous = FULL");
          }
        });
  }

  @Override
  public String place() {
    return "rowid";
  }

  @Override
  public Many many() {
    return Many.JSON;
  }

  // An index knows which feeds are due, and another look at it when the others are.
  @Override
  public String turns(boolean several) {
    return """
    SELECT source_id, turn, FALSE AS looked, NULL AS others FROM (
      SELECT f.source_id, row_number() OVER (
               PARTITION BY f.host_key ORDER BY f.last_polled_at NULLS FIRST, f.source_id) AS turn
      FROM feed_state f
      WHERE f.enabled AND f.next_poll_at <= :now
        AND f.host_key IN (SELECT value FROM json_each(:many))) t
    WHERE turn <= :most
    """;
  }

  @Override
  public String locking() {
    return "";
  }

  @Override
  public String skippingLocked() {
    return "";
  }

  @Override
  public boolean leavesEntriesBehind() {
    return false;
  }

  @Override
  public void alone(Consumer<DataSource> migration) {
    lock.alone(
        () -> {
          migration.accept(source());
          lock.mark();
          return true;
        });
  }

  @Override
  public Instant now() {
    return Instant.ofEpochMilli(System.currentTimeMillis());
  }

  @Override
  public boolean knowsWhoIsGone() {
    return true;
  }

  @Override
  public boolean isGone(String owner) {
    return lock.isGone(owner);
  }

  @Override
  public boolean isDiskFailure(Throwable failure) {
    return causes(failure).anyMatch(UNSYNCED::contains);
  }

  // The least byte of a result code says of which kind it is.
  @Override
  public boolean isAway(Throwable failure) {
    return causes(failure).anyMatch(code -> AWAY.contains(code.code & 0xff));
  }

  private static Stream<SQLiteErrorCode> causes(Throwable failure) {
    return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
        .filter(SQLiteException.class::isInstance)
        .map(one -> ((SQLiteException) one).getResultCode());
  }

  @Override
  public boolean isOurs() {
    return lock.isAlone();
  }

  @Override
  public String owner() {
    return lock.owner();
  }

  @Override
  public void close() {
    readers.close();
    writer.close();
    lock.close();
  }
}
