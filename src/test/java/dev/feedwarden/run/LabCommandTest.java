package dev.feedwarden.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.lab.Answers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Policies graded and histories replayed from the command line. */
@Tag("slow")
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class LabCommandTest {
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
  void a_score_has_the_documented_keys_and_a_chart() throws IOException {
    var svg = folder.resolve("lab.svg");

    var scored =
        program
            .run(
                "lab",
                "--scenario",
                "dead-404",
                "--profile",
                "adaptive",
                "--json",
                "--svg",
                svg + "")
            .succeeded()
            .json();

    assertThat(scored).hasSize(1);
    assertThat(List.copyOf(scored.getFirst().propertyNames()))
        .containsExactly(
            "scenario",
            "policy",
            "seed",
            "requests_to_dead",
            "stale_percent",
            "never_refreshed",
            "rate_limited",
            "false_disables",
            "our_errors",
            "messages_in",
            "messages_out",
            "requests",
            "peak_per_minute",
            "peak_per_host_minute");
    assertThat(Files.readString(svg)).startsWith("<svg ").contains(">dead-404</text>");
  }

  @Test
  void a_file_is_graded_as_it_would_be_in_force() throws IOException {
    var file =
        Files.writeString(
            folder.resolve("never.yaml"), "{backstop: never, not_found: {disable_after: never}}");

    var scored =
        program
            .run("lab", "--scenario", "dead-404", "--policy", file + "", "--json")
            .succeeded()
            .json();

    assertThat(scored.getFirst().path("policy").asString()).isEqualTo("never.yaml");
    assertThat(scored.getFirst().path("requests_to_dead").asInt()).isGreaterThan(600);
  }

  @Test
  void what_there_is_not_is_the_operators_mistake() {
    assertThat(program.run("lab", "--scenario", "doomsday").code()).isEqualTo(2);
    assertThat(program.run("lab", "--profile", "lax").code()).isEqualTo(2);
    assertThat(program.run("lab", "--replay", folder.resolve("no.db") + "").code()).isEqualTo(2);
  }

  @Test
  void a_recorded_history_is_the_same_under_its_own_policy_and_not_under_another()
      throws IOException {
    publisher.serving(Answers.status(404));
    program.register(publisher.urls());
    for (int i = 0; i < 4; i++) {
      program.run("ingest", "--force").succeeded();
    }
    var database = program.data().resolve("feedwarden.db").toString();
    var lax = Files.writeString(folder.resolve("lax.yaml"), "not_found: {disable_after: 50}");

    assertThat(totals(program.run("lab", "--replay", database, "--json").succeeded().json()))
        .containsExactly(4, 0, 1, 1);
    assertThat(
            totals(
                program
                    .run("lab", "--replay", database, "--policy", lax + "", "--json")
                    .succeeded()
                    .json()))
        .containsExactly(3, 1, 1, 0); // the fourth would not have been made
  }

  private static List<Integer> totals(List<JsonNode> lines) {
    var totals = lines.getLast();
    return List.of(
        totals.path("polls_decided").asInt(),
        totals.path("polls_decided_otherwise").asInt(),
        totals.path("disables_recorded").asInt(),
        totals.path("disables_replayed").asInt());
  }
}
