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
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A service that is killed again and again has what a service has that nobody kills, up to the
 * polls that were cut off: counters, streaks, disables, and the schedule with its reasons.
 */
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class RestartTest {
  private static final int EACH = 6;
  private static final Duration SLOW = Duration.ofMillis(40);

  @TempDir Path folder;
  @TempDir Path calmFolder;
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
    program = ready(new Program(folder));
    program.register(publisher.urls());
  }

  private static Program ready(Program program) {
    return program.with("WORKERS", "4").with("START_RATE", "1000");
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
      execute(program, "UPDATE feed_state SET next_poll_at = 0");
      // That it is suspected of the kills is another matter.
      execute(program, "UPDATE host_queue SET due_at = 0, lost = 0");
    }
    var last = program.start("serve");
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> count(program, "feed_state WHERE next_poll_at = 0") == 0);
    var ended = last.terminate();

    assertThat(ended.err()).doesNotContain("\"level\":\"ERROR\"");
    assertThat(count(program, "host_queue WHERE owner IS NOT NULL")).isZero();
    var recorded = polls(program);
    for (int i = 0; i < publisher.urls().size(); i++) {
      var cutOff = publisher.asked(i) - recorded.getOrDefault(publisher.url(i), 0L);
      assertThat(cutOff).as("polls cut off").isBetween(0L, (long) kills);
    }
    var undisturbed = undisturbed(recorded);
    assertThat(states(program))
        .usingRecursiveComparison()
        .withEqualsForType(RestartTest::sameButForJitter, Duration.class)
        .isEqualTo(states(undisturbed));
    assertThat(program.articles())
        .isEqualTo(
            IntStream.range(0, EACH)
                .boxed()
                .flatMap(i -> guids("f" + i, 20).stream())
                .sorted()
                .toList());
  }

  /** A service that nobody kills, which polls each feed as often as the other one recorded. */
  private Program undisturbed(Map<String, Long> wanted) throws SQLException {
    var calm = ready(new Program(calmFolder));
    calm.register(publisher.urls());
    var serve = calm.start("serve");
    await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () -> {
              for (var one : wanted.entrySet()) {
                execute(calm, again(one.getKey(), one.getValue()));
              }
              execute(calm, "UPDATE host_queue SET due_at = 0 WHERE due_at > 0");
              return polls(calm).equals(wanted);
            });
    serve.terminate().succeeded();
    return calm;
  }

  // In one statement, so that no poll in hand is taken for one that is missing.
  private static String again(String url, long wanted) {
    return """
    UPDATE feed_state SET next_poll_at = 0
    WHERE next_poll_at > 0 AND source_id = (SELECT id FROM sources WHERE feed_url = '%s')
      AND (SELECT count(*) FROM polls p WHERE p.source_id = feed_state.source_id) < %d
    """
        .formatted(url, wanted);
  }

  // Cooldowns are shortened by up to a quarter, intervals varied by a tenth.
  private static boolean sameButForJitter(Duration one, Duration other) {
    var ratio = (double) one.toMillis() / other.toMillis();
    return ratio > 0.7 && ratio < 1.45;
  }

  /** What a service has made of one feed. */
  private record State(
      long errors,
      long inARow,
      long streak,
      @Nullable String errorType,
      @Nullable String disabledFor,
      String reason,
      Duration pause,
      String transitions) {}

  private static final String STATES =
      """
      SELECT s.feed_url, f.error_count, f.consecutive_errors, f.same_type_streak, f.last_error_type,
             s.feed_disable_reason, f.next_poll_reason, f.next_poll_at - f.last_polled_at,
             (SELECT coalesce(group_concat(t.kind, ' '), '') FROM transitions t WHERE t.source_id = s.id)
      FROM sources s JOIN feed_state f ON f.source_id = s.id
      """;

  private static Map<String, State> states(Program program) throws SQLException {
    try (var connection = DriverManager.getConnection(database(program));
        var statement = connection.createStatement();
        var rows = statement.executeQuery(STATES)) {
      var states = new HashMap<String, State>();
      while (rows.next()) {
        states.put(
            rows.getString(1),
            new State(
                rows.getLong(2),
                rows.getLong(3),
                rows.getLong(4),
                rows.getString(5),
                rows.getString(6),
                rows.getString(7),
                Duration.ofMillis(rows.getLong(8)),
                rows.getString(9)));
      }
      return states;
    }
  }

  /** How many polls are recorded of each URL that has any. */
  private static Map<String, Long> polls(Program program) throws SQLException {
    return numbers(
        program,
        "SELECT s.feed_url, count(*) FROM polls p JOIN sources s ON s.id = p.source_id GROUP BY 1");
  }

  private static long count(Program program, String from) throws SQLException {
    return requireNonNull(numbers(program, "SELECT 'n', count(*) FROM " + from).get("n"));
  }

  private static Map<String, Long> numbers(Program program, String query) throws SQLException {
    try (var connection = DriverManager.getConnection(database(program));
        var statement = connection.createStatement();
        var rows = statement.executeQuery(query)) {
      var numbers = new HashMap<String, Long>();
      while (rows.next()) {
        numbers.put(rows.getString(1), rows.getLong(2));
      }
      return numbers;
    }
  }

  private static void execute(Program program, String update) throws SQLException {
    try (var connection = DriverManager.getConnection(database(program));
        var statement = connection.createStatement()) {
      statement.execute(update);
    }
  }

  private static String database(Program program) {
    return "jdbc:sqlite:" + program.data().resolve("feedwarden.db");
  }
}
