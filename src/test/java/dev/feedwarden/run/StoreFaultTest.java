package dev.feedwarden.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.lab.Answers;
import dev.feedwarden.lab.Behaviour;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A store that refuses what a poll came to: our own fault, told by name, held against no feed. */
@Tag("slow")
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class StoreFaultTest {
  @TempDir Path folder;
  private Publisher publisher;
  private Program program;

  @BeforeEach
  void open() {
    publisher = new Publisher();
    program = new Program(folder);
  }

  @AfterEach
  void close() {
    publisher.close();
  }

  @Test
  void a_failure_or_a_disable_that_cannot_be_recorded_is_an_error_of_ours() throws SQLException {
    publisher.serving(Answers.status(404)).serving(Answers.status(410));
    program.register(publisher.urls());
    refuse("feed_state", "NEW.last_error IS NOT NULL");

    var ended = program.run("ingest", "--json");

    assertThat(ended.code()).isEqualTo(1);
    assertThat(line(ended, "failed to record feed error")).isEqualTo("ERROR " + id(0));
    assertThat(line(ended, "failed to disable feed")).isEqualTo("ERROR " + id(1));
    assertThat(program.sources().values())
        .allSatisfy(
            source -> {
              assertThat(source.path("error_count").asInt()).isZero();
              assertThat(source.path("next_poll_reason").asString()).isEqualTo("interval");
            });
  }

  @Test
  void an_enable_that_cannot_be_recorded_is_a_warning() throws SQLException {
    publisher.serving(Behaviour.inTurn(Answers.status(410), Publisher.rss("a", 2)));
    program.register(publisher.urls());
    program.run("ingest").succeeded();
    refuse("sources", "NEW.feed_disabled_at IS NULL");

    var ended = program.run("ingest", "--force", "--json");

    assertThat(line(ended, "failed to re-enable feed")).isEqualTo("WARN " + id(0));
    assertThat(program.source(publisher.url(0)).path("feed_disable_reason").asString())
        .isEqualTo("gone");
    assertThat(program.articles()).isEmpty();
  }

  private static String line(Program.Result ended, String message) {
    assertThat(ended.logged(message)).as(ended.err()).hasSize(1);
    JsonNode line = ended.logged(message).getFirst();
    assertThat(line.path("error").asString()).contains("refused by the test");
    return line.path("level").asString() + " " + line.path("source_id").asString();
  }

  private String id(int number) {
    return program.source(publisher.url(number)).path("id").asString();
  }

  private void refuse(String table, String condition) throws SQLException {
    var url = "jdbc:sqlite:" + program.data().resolve("feedwarden.db");
    try (var connection = DriverManager.getConnection(url);
        var statement = connection.createStatement()) {
      statement.execute(
          "CREATE TRIGGER refusal BEFORE UPDATE ON "
              + table
              + " WHEN "
              + condition
              + " BEGIN SELECT RAISE(ABORT, 'refused by the test'); END");
    }
  }
}
