package dev.feedwarden.store;

import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/**
 * Eight connections to a PostgreSQL that write one transaction after another: whoever gets an id
 * early commits late, so that others overtake it.
 */
public final class OverlappingWriters implements AutoCloseable {
  public static final int WRITERS = 8;
  private static final int ROWS = 3;

  private final ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
  private final List<Future<?>> jobs;

  /**
   * Begins.
   *
   * @param insert one row; its parameter is a name that no other row has
   * @param longest how long a transaction may be open; others are open for a part of it
   */
  public OverlappingWriters(String url, String insert, int transactions, Duration longest) {
    jobs =
        IntStream.range(0, WRITERS)
            .<Future<?>>mapToObj(
                w -> threads.submit(() -> write(url, insert, w, transactions, longest)))
            .toList();
  }

  private static void write(
      String url, String insert, int writer, int transactions, Duration longest) {
    try (var connection = DriverManager.getConnection(url);
        var row = connection.prepareStatement(insert);
        var sleep = connection.prepareStatement("SELECT pg_sleep(?)")) {
      connection.setAutoCommit(false);
      for (int i = 0; i < transactions; i++) {
        for (int j = 0; j < ROWS; j++) {
          row.setString(1, name(writer, i, j));
          row.execute();
        }
        sleep.setDouble(1, (writer + i) % 4 / 3.0 * longest.toMillis() / 1_000);
        sleep.execute();
        connection.commit();
      }
    } catch (SQLException refused) {
      throw new IllegalStateException(refused);
    }
  }

  private static String name(int writer, int transaction, int row) {
    return writer + "-" + transaction + "-" + row;
  }

  /** All names, by now or in the end. */
  public static List<String> names(int transactions) {
    return IntStream.range(0, WRITERS)
        .boxed()
        .flatMap(
            w ->
                IntStream.range(0, transactions)
                    .boxed()
                    .flatMap(i -> IntStream.range(0, ROWS).mapToObj(j -> name(w, i, j))))
        .toList();
  }

  public boolean areDone() {
    return jobs.stream().allMatch(Future::isDone);
  }

  @Override
  public void close() {
    threads.close();
    for (var job : jobs) {
      if (job.state() == Future.State.FAILED) {
        throw new IllegalStateException(job.exceptionNow());
      }
    }
  }
}
