package dev.feedwarden.run;

import dev.feedwarden.store.TestEngine;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * a PostgreSQL that does to a service what it can; the witness of {@link Crashes} is
 * the judge.
 */
@Tag("long")
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class DatabaseFaultsTest {
  private static final Duration A_WHILE = Duration.ofSeconds(3);

  @TempDir Path folder;
  private String url;
  private Ledger ledger;
  private Relay relay;
  private Crashes crashes;

  @BeforeEach
  void open() throws IOException {
    url = TestEngine.POSTGRESQL.freshUrl(folder);
    ledger = new Ledger(url);
    var port = url.replaceFirst("^.*:(\\d+)/.*$", "$1");
    relay = new Relay(Integer.parseInt(port));
    var program =
        new Program(folder)
            .with("DATABASE_URL", url.replaceFirst(":\\d+/", ":" + relay.port() + "/"));
    crashes = new Crashes(program, ledger, folder);
  }

  @AfterEach
  void close() {
    crashes.close();
    relay.close();
  }

  @Test
  void nothing_is_lost_stored_twice_or_held_against_a_feed() {
    crashes.disturb("R-09: answers to COMMIT are lost", this::answersAreLost);
    crashes.disturb("R-08: connections are ended at random", this::connectionsEnd);
    crashes.disturb("R-08: the database becomes read-only", this::readOnly);
    crashes.disturb("R-08: somebody holds a lock", this::locked);
    Figures.note("PostgreSQL faults", crashes.finish());
  }

  private int answersAreLost() {
    relay.loseCommits(4);
    busily(() -> {});
    relay.loseCommits(0);
    return relay.lost();
  }

  private static final String END =
      """
      SELECT count(pg_terminate_backend(pid)) FROM (
        SELECT pid FROM pg_stat_activity
        WHERE application_name = 'feedwarden' AND datname = current_database()
        ORDER BY random() LIMIT %s) AS ended
      """;

  private int connectionsEnd() {
    var ended = new int[1];
    busily(() -> ended[0] += (int) ledger.number(END.formatted("1")));
    return ended[0];
  }

  private int readOnly() {
    toggle("on");
    busily(() -> {});
    toggle("off");
    return 1;
  }

  private void toggle(String how) {
    var name = url.replaceFirst("^.*/(test\\d+).*$", "$1");
    ledger.meddle(
        "ALTER DATABASE " + name + " SET default_transaction_read_only = " + how,
        END.formatted("ALL"));
  }

  private int locked() {
    try (var connection = DriverManager.getConnection(url)) {
      connection.setAutoCommit(false);
      connection.createStatement().execute("LOCK TABLE feed_state IN EXCLUSIVE MODE");
      LockSupport.parkNanos(A_WHILE.toNanos());
      connection.rollback();
      return 1;
    } catch (SQLException failed) {
      throw new IllegalStateException(failed);
    }
  }

  // There is always something to poll meanwhile.
  private void busily(Runnable trouble) {
    for (var end = System.nanoTime() + A_WHILE.toNanos(); System.nanoTime() < end; ) {
      ledger.makeAllDue();
      trouble.run();
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
    }
  }
}
