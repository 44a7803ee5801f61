package dev.feedwarden.run;

import static dev.feedwarden.run.Publisher.guids;
import static dev.feedwarden.run.Publisher.rss;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.lab.Behaviour;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * R-01, its beginning: run, kill at a random moment, run again at once, compare with what was
 * served.
 */
@Tag("slow")
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class CrashTest {
  private static final int FEEDS = 15;
  private static final int ITEMS = 40;

  @TempDir Path folder;

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void a_killed_run_is_finished_by_the_next_one_at_once(long seed) throws SQLException {
    try (var publisher = new Publisher()) {
      for (int i = 0; i < FEEDS; i++) {
        publisher.serving(
            Behaviour.afterDelay(Duration.ofMillis(60), rss("f" + i, ITEMS).etag("\"1\"")));
      }
      var program = new Program(folder);
      program.register(publisher.urls());
      var killed = program.start("ingest", "--limit", "15", "--parallel", "3");
      awaitFirstRequest(publisher, killed);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(new Random(seed).nextInt(400)));
      killed.kill();

      var again = program.run("ingest", "--limit", "15", "--parallel", "3", "--json").succeeded();

      assertThat(again.json().getLast().path("duration_ms").asLong()).isLessThan(20_000);
      assertThat(
              program
                  .run("ingest", "--limit", "15", "--json")
                  .succeeded()
                  .json()
                  .getLast()
                  .path("articles_inserted")
                  .asInt())
          .isZero();
      assertThat(program.articles())
          .isEqualTo(
              IntStream.range(0, FEEDS)
                  .boxed()
                  .flatMap(i -> guids("f" + i, ITEMS).stream())
                  .sorted()
                  .toList());
      assertThat(program.sources().values())
          .allSatisfy(s -> assertThat(s.path("error_count").asInt()).isZero());
      assertThat(integrity(program.data().resolve("feedwarden.db"))).isEqualTo("ok");
    }
  }

  private static void awaitFirstRequest(Publisher publisher, Program.Running run) {
    while (run.isAlive() && publisher.order().isEmpty()) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
    }
  }

  private static String integrity(Path database) throws SQLException {
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + database);
        var statement = connection.createStatement();
        var row = statement.executeQuery("PRAGMA integrity_check")) {
      return row.getString(1);
    }
  }
}
