package dev.feedwarden.store;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool.PoolInitializationException;
import dev.feedwarden.model.OperatorMistake;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.HandleCallback;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/** The engine for many workers. */
final class Postgres implements Database.Engine {
  private static final int OLDEST = 15;
  private static final Pattern AWAY = Pattern.compile("(08|53|57).*|25006");

  private static final long MIGRATING = 0x66656564776172L; // any number that nobody else takes
  private static final Duration LONGEST_MIGRATION = Duration.ofHours(6);

  private final HikariDataSource pool;
  private final Jdbi checking;
  private final Jdbi jdbi;
  private final String owner = ProcessHandle.current().pid() + "-" + UUID.randomUUID();

  private Postgres(HikariDataSource pool, Jdbi checking) {
    this.pool = pool;
    this.checking = checking;
    this.jdbi = Batches.atOnce(Jdbi.create(pool)).registerArrayType(String.class, "text");
  }

  static Postgres open(Access access) {
    var config = new HikariConfig();
    config.setPoolName("postgresql");
    config.setJdbcUrl(access.url());
    if (access.user() != null) {
      config.setUsername(access.user());
    }
    if (access.password() != null) {
      config.setPassword(access.password());
    }
    config.setMinimumIdle(Math.min(access.pool().idle(), access.pool().max()));
    config.setMaximumPoolSize(access.pool().max());
    config.setConnectionTimeout(access.pool().patience().toMillis());
    config.setMaxLifetime(access.pool().lifetime().toMillis());
    config.addDataSourceProperty("connectTimeout", 10);
    config.addDataSourceProperty("socketTimeout", 60);
    config.addDataSourceProperty("ApplicationName", "feedwarden");
    config.addDataSourceProperty("reWriteBatchedInserts", true);
    // Who is stopped or cut off in the middle would else keep hosts from others until TCP gives up.
    config.setConnectionInitSql("SET idle_in_transaction_session_timeout = '1min'");
    try {
      return new Postgres(new HikariDataSource(config), checking(access)).refusingOldServers();
    } catch (PoolInitializationException unreachable) {
      throw new OperatorMistake(
          "The database cannot be reached: " + reason(unreachable.getCause()) + ".");
    }
  }

  private static Jdbi checking(Access access) {
    var properties = new Properties();
    if (access.user() != null) {
      properties.setProperty("user", access.user());
    }
    if (access.password() != null) {
      properties.setProperty("password", access.password());
    }
    properties.setProperty("ApplicationName", "feedwarden-check");
    for (var bound : List.of("loginTimeout", "connectTimeout", "socketTimeout")) {
      properties.setProperty(bound, "1");
    }
    return Jdbi.create(access.url(), properties);
  }

  private int version() {
    try (var connection = pool.getConnection()) {
      return connection.getMetaData().getDatabaseMajorVersion();
    } catch (SQLException gone) {
      throw new OperatorMistake("The database cannot be reached: " + reason(gone) + ".");
    }
  }

  private Postgres refusingOldServers() {
    int version = version();
    if (version < OLDEST) {
      close();
      throw new OperatorMistake(
          "The database is PostgreSQL " + version + "; Feedwarden needs " + OLDEST + " or newer.");
    }
    return this;
  }

  // Class 28: the login was refused. The driver's own text may repeat the URL, so it is not shown.
  private static String reason(@Nullable Throwable cause) {
    if (cause instanceof SQLException sql && sql.getSQLState() != null) {
      return switch (sql.getSQLState()) {
        case "28P01", "28000" -> "the user name or password is wrong";
        case "3D000" -> "there is no database of that name";
        case "53300" -> "it has no connection left (max_connections)";
        case "08001", "08004", "08006" -> "no server answers there";
        default -> "SQL state " + sql.getSQLState();
      };
    }
    return "the connection failed";
  }

  @Override
  public Jdbi reading() {
    return jdbi;
  }

  @Override
  public Jdbi writing() {
    return jdbi;
  }

  @Override
  public HikariDataSource source() {
    return pool;
  }

  @Override
  public List<HikariDataSource> pools() {
    return List.of(pool);
  }

  @Override
  public Jdbi checking() {
    return checking;
  }

  @Override
  public String folder() {
    return "db/postgresql";
  }

  // A commit waits for the disk: others may go on meanwhile.
  @Override
  public int writers() {
    return Math.max(1, Math.min(4, pool.getMaximumPoolSize() / 3));
  }

  @Override
  public ArticleOrder order() {
    return ArticleOrder.OF_MANY_WRITERS;
  }

  @Override
  public OutboxOrder outbox() {
    return OutboxOrder.OF_MANY_WRITERS;
  }

  @Override
  public TextIndex text() {
    return new TextIndex.Postgres();
  }

  @Override
  public SourceSearch search() {
    return new SourceSearch.Postgres();
  }

  @Override
  public List<Long> numbers(Handle h, String table, int count) {
    return h.createQuery(
            """
            SELECT nextval(pg_get_serial_sequence(:table, 'id')) FROM generate_series(1, :count)
            """)
        .bind("table", table)
        .bind("count", count)
        .mapTo(Long.class)
        .list();
  }

  @Override
  public String serial() {
    return "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY";
  }

  @Override
  public String transaction() {
    return "xid8 NOT NULL DEFAULT pg_current_xact_id()";
  }

  @Override
  public <T, X extends Exception> T lightly(HandleCallback<T, X> work) throws X {
    return jdbi.inTransaction(
        h -> {
          h.execute("SET LOCAL synchronous_commit = off");
          return work.withHandle(h);
        });
  }

  @Override
  public String place() {
    return "ctid";
  }

  @Override
  public Many many() {
    return Many.ARRAY;
  }

  // All feeds of a host are read, so that it is no more work to see when the others are due. Sorted
  // host by host, because comparing their keys takes longest.
  @Override
  public String turns(boolean several) {
    return """
    SELECT t.source_id, t.turn, %s
    FROM unnest(:many) AS hosts(key) CROSS JOIN LATERAL (
      SELECT f.source_id, f.next_poll_at, row_number() OVER turns AS turn%s
      FROM feed_state f
      WHERE f.host_key = hosts.key AND f.enabled
      WINDOW turns AS (
        ORDER BY coalesce(f.next_poll_at > :now, TRUE), f.last_polled_at NULLS FIRST, f.source_id
        ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING)) t
    WHERE t.turn <= :most AND t.next_poll_at <= :now
    """
        .formatted(
            several ? "FALSE AS looked, NULL AS others" : "TRUE AS looked, t.others",
            several ? "" : ", min(f.next_poll_at) OVER turns AS others");
  }

  @Override
  public String locking() {
    return "FOR UPDATE";
  }

  @Override
  public String skippingLocked() {
    return "FOR UPDATE SKIP LOCKED";
  }

  @Override
  public boolean leavesEntriesBehind() {
    return true;
  }

  // Flyway takes a lock of its own, but over one connection, and changes tables over another: who
  // is killed leaves changes that are not in the history, or a lock that is free before they are
  // undone. Over one connection both end together; who fails closes it.
  @Override
  public void alone(Consumer<DataSource> migration) {
    try (var connection = pool.getConnection()) {
      connection.setNetworkTimeout(Runnable::run, (int) LONGEST_MIGRATION.toMillis());
      run(connection, "SELECT pg_advisory_lock(" + MIGRATING + ")");
      migration.accept(new OneConnection(connection));
      Jdbi.create(connection).useTransaction(Postgres::afterRestore);
      run(connection, "SELECT pg_advisory_unlock(" + MIGRATING + ")");
    } catch (SQLException gone) {
      throw new OperatorMistake("The database cannot be used: " + reason(gone) + ".");
    }
  }

  private static void run(Connection connection, String statement) throws SQLException {
    try (var work = connection.createStatement()) {
      work.execute(statement);
    }
  }

  // A dump keeps the transaction numbers of the cluster it was made in; in a younger one they are
  // of transactions to come, and articles would wait for them.
  private static void afterRestore(Handle h) {
    var newest = h.createQuery(ArticleOrder.OF_MANY_WRITERS.newest()).mapTo(Long.class).one();
    var restored =
        h.createQuery("SELECT 1 FROM articles WHERE turn > :newest LIMIT 1")
            .bind("newest", newest)
            .mapTo(Integer.class)
            .findOne()
            .isPresent();
    if (restored) {
      h.execute("UPDATE articles SET turn = DEFAULT");
      h.execute("UPDATE article_index SET at_turn = 0, at_id = 0");
    }
    eventsAfterRestore(h, newest);
  }

  private static final String FOREIGN =
      """
      SELECT 1 WHERE EXISTS (SELECT 1 FROM outbox WHERE CAST(CAST(tx AS TEXT) AS BIGINT) > :newest)
                  OR EXISTS (SELECT 1 FROM destinations WHERE at_turn > :newest)
      """;

  // Before the first event that was not passed yet; what had overtaken it is told twice.
  private static final String PLACES =
      """
      UPDATE destinations d
      SET at_turn = CAST(CAST(pg_current_xact_id() AS TEXT) AS BIGINT),
          at_id = coalesce((SELECT min(o.id) - 1 FROM outbox o
                            WHERE (o.tx, o.id) > (CAST(CAST(d.at_turn AS TEXT) AS xid8), d.at_id)),
                           9223372036854775807)
      """;

  private static void eventsAfterRestore(Handle h, long newest) {
    var restored = h.createQuery(FOREIGN).bind("newest", newest).mapTo(Integer.class).findOne();
    if (restored.isPresent()) {
      h.execute(PLACES);
      h.execute("UPDATE outbox SET tx = DEFAULT");
    }
  }

  @Override
  public Instant now() {
    return Instant.ofEpochMilli(
        jdbi.withHandle(
            h ->
                h.createQuery("SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)")
                    .mapTo(Long.class)
                    .one()));
  }

  // A lease simply runs out.
  @Override
  public boolean knowsWhoIsGone() {
    return false;
  }

  @Override
  public boolean isGone(String owner) {
    return false;
  }

  // Classes 08, 53 and 57: no connection, no room, an operator; 25006: it became a standby.
  @Override
  public boolean isAway(Throwable failure) {
    return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
        .filter(SQLException.class::isInstance)
        .anyMatch(
            one ->
                one instanceof SQLTransientConnectionException
                    || AWAY.matcher(String.valueOf(((SQLException) one).getSQLState())).matches());
  }

  // The server ends by itself then.
  @Override
  public boolean isDiskFailure(Throwable failure) {
    return false;
  }

  @Override
  public boolean isOurs() {
    return false;
  }

  @Override
  public String owner() {
    return owner;
  }

  @Override
  public void close() {
    pool.close();
  }
}
