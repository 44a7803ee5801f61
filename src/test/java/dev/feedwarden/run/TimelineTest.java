package dev.feedwarden.run;

import static dev.feedwarden.run.Publisher.rss;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.lab.Answers;
import dev.feedwarden.lab.Behaviour;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A source's latest polls as a person and a program see them. */
@Tag("slow")
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class TimelineTest {
  @TempDir Path folder;

  @Test
  void the_latest_polls_come_first_behind_a_mark_and_without_colour_where_nobody_looks() {
    try (var publisher = new Publisher()) {
      publisher.serving(Behaviour.inTurn(rss("a", 2), Answers.status(404), Answers.status(410)));
      var program = new Program(folder);
      program.register(publisher.urls());
      program.run("ingest", "--force").succeeded();
      program.run("ingest", "--force").succeeded();
      program.run("ingest", "--force").succeeded();
      var id = program.source(publisher.url(0)).path("id").asString();

      var shown = program.run("sources", "show", id).succeeded().out();
      var json = program.run("sources", "show", id, "--polls", "2", "--json").succeeded();

      assertThat(shown.lines().map(line -> line.replaceAll("  .*", "")).toList())
          .endsWith("!", "x", "+");
      assertThat(shown)
          .containsPattern(
              "!  \\S.* ago +gone \\(HTTP 410, feed\\) .* 1 +- +- +cooldown in \\d+ h\n")
          .containsPattern("\\+  .* fresh .* 1 +2 +- +(learned|interval) in \\d+")
          .doesNotContain("\u001b");
      var polls = json.json().getFirst().path("polls");
      assertThat(polls.size()).isEqualTo(2);
      assertThat(polls.path(0).path("error_type").asString()).isEqualTo("gone");
      assertThat(polls.path(0).path("attempts").asInt()).isOne();
      assertThat(polls.path(0).has("first_byte_ms")).isTrue();
      assertThat(polls.path(0).path("next_poll_reason").asString()).isEqualTo("cooldown");
    }
  }
}
