package dev.feedwarden.run;

import static dev.feedwarden.run.Publisher.guids;
import static dev.feedwarden.run.Publisher.rss;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.feedwarden.lab.Answers;
import dev.feedwarden.lab.Behaviour;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A service that is killed again and again: what it has written is what a service has that polled
 * each feed as often as was recorded, and no poll is lost but those that were cut off.
 */
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class RestartTest {
  private static final int EACH = 6;
  private static final Duration SLOW = Duration.ofMillis(40);

  @TempDir Path folder;
  private Publisher publisher;
  private Program program;

  @BeforeEach
  void open() {
    publisher = new Publisher();
    for (int i = 0; i < EACH; i++) {
      publisher
          .serving(Behaviour.afterDelay(SLOW, rss("f" + i, 20).etag("\"1\"")))
          .serving(Behaviour.afterDelay(SLOW, Answers.status(404)))
          .serving(Behaviour.afterDelay(SLOW, Answers.status(410)))
          .serving(Behaviour.afterDelay(SLOW, Answers.status(429)))
          .serving(Behaviour.afterDelay(SLOW, Answers.status(403)));
    }
    program = new Program(folder).with("WORKERS", "4").with("START_RATE", "1000");
    program.register(publisher.urls());
  }

  @AfterEach
  void close() {
    publisher.close();
  }

  @Test
  @Tag("slow")
  void five_kills_leave_no_trace() throws SQLException {
    survives(5);
  }

  @Test
  @Tag("long")
  void twenty_kills_leave_no_trace() throws SQLException {
    survives(20);
  }

  private void survives(int kills) throws SQLException {
    var dice = new Random(kills);
    for (int i = 0; i < kills; i++) {
      var asked = publisher.order().size();
      var serve = program.start("serve");
      await().atMost(Duration.ofSeconds(60)).until(() -> publisher.order().size() > asked);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(dice.nextInt(600)));
      serve.kill();
      execute("UPDATE feed_state SET next_poll_at = 0");
      execute("UPDATE host_queue SET due_at = 0");
    }
    var last = program.start("serve");
    await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () ->
                numbers("SELECT 'due', count(*) FROM feed_state WHERE next_poll_at = 0")
                    .equals(Map.of("due", 0L)));
    var ended = last.terminate();

    assertThat(ended.err()).doesNotContain("\"level\":\"ERROR\"");
    assertThat(numbers("SELECT 'held', count(*) FROM host_queue WHERE owner IS NOT NULL"))
        .isEqualTo(Map.of("held", 0L));
    stateIsThatOfTheRecordedPolls(kills);
    assertThat(program.articles())
        .isEqualTo(
            IntStream.range(0, EACH)
                .boxed()
                .flatMap(i -> guids("f" + i, 20).stream())
                .sorted()
                .toList());
  }

  private void stateIsThatOfTheRecordedPolls(int kills) throws SQLException {
    var polls = numbers("SELECT source_id, count(*) FROM polls GROUP BY source_id");
    var disables =
        numbers("SELECT source_id, count(*) FROM transitions WHERE kind = 'disabled' GROUP BY 1");
    var sources = program.sources();
    for (int i = 0; i < publisher.urls().size(); i++) {
      var source = requireNonNull(sources.get(publisher.url(i)));
      var id = source.path("id").asString();
      var recorded = polls.getOrDefault(id, 0L);
      var failing = i % 5 != 0;
      var threshold = List.of(Long.MAX_VALUE, 3L, 1L, Long.MAX_VALUE, 5L).get(i % 5);

      assertThat(publisher.asked(i) - recorded).as("polls cut off").isBetween(0L, (long) kills);
      assertThat(source.path("error_count").asLong()).isEqualTo(failing ? recorded : 0);
      assertThat(source.path("consecutive_errors").asLong()).isEqualTo(failing ? recorded : 0);
      assertThat(source.has("feed_disabled_until")).isEqualTo(recorded >= threshold);
      assertThat(disables.getOrDefault(id, 0L)).isEqualTo(recorded >= threshold ? 1 : 0);
    }
  }

  private Map<String, Long> numbers(String query) throws SQLException {
    try (var connection = DriverManager.getConnection(database());
        var statement = connection.createStatement();
        var rows = statement.executeQuery(query)) {
      var numbers = new HashMap<String, Long>();
      while (rows.next()) {
        numbers.put(rows.getString(1), rows.getLong(2));
      }
      return numbers;
    }
  }

  private void execute(String update) throws SQLException {
    try (var connection = DriverManager.getConnection(database());
        var statement = connection.createStatement()) {
      statement.execute(update);
    }
  }

  private String database() {
    return "jdbc:sqlite:" + program.data().resolve("feedwarden.db");
  }
}
