package dev.feedwarden.run;

import static dev.feedwarden.run.Publisher.rss;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.lab.Answers;
import dev.feedwarden.lab.Behaviour;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a person does to feeds from the command line. */
@Tag("slow")
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class WardenCommandsTest {
  private static final String NOBODY = "01890000-0000-7000-8000-000000000000";

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

  private String id(int number) {
    return program.source(publisher.url(number)).path("id").asString();
  }

  @Test
  void enabling_after_errors_starts_the_count_anew() {
    publisher.serving(Answers.status(404));
    program.register(publisher.urls());
    for (int i = 0; i < 3; i++) {
      program.run("ingest", "--force").succeeded();
    }
    assertThat(program.source(publisher.url(0)).path("feed_disable_reason").asString())
        .isEqualTo("not_found");

    var enabled = program.run("sources", "enable", id(0)).succeeded();
    program.run("ingest", "--force").succeeded();

    assertThat(enabled.logged("feed enabled")).hasSize(1);
    var source = program.source(publisher.url(0));
    assertThat(source.has("feed_disable_reason")).isFalse();
    assertThat(source.path("consecutive_errors").asInt()).isOne();
    assertThat(program.run("sources", "enable", id(0)).succeeded().out())
        .isEqualTo("Already enabled: " + id(0) + "\n");
  }

  @Test
  void sources_are_tagged_and_listed_by_what_they_are() {
    publisher.serving(Answers.status(404));
    program.register(publisher.urls());
    program.run("sources", "set", id(0), "--tag", "News", "--tag", "daily").succeeded();

    program.run("sources", "set", id(0), "--untag", "DAILY", "--note", "ours").succeeded();

    assertThat(program.source(publisher.url(0)).path("tags").toString()).isEqualTo("[\"news\"]");
    assertThat(program.source(publisher.url(0)).path("notes").asString()).isEqualTo("ours");
    assertThat(
            program
                .run(
                    "sources",
                    "list",
                    "--json",
                    "--tag",
                    "NEWS",
                    "--status",
                    "active",
                    "--search",
                    "127.0")
                .succeeded()
                .out())
        .contains(id(0))
        .hasLineCount(1);
    assertThat(program.run("sources", "list", "--json", "--tag", "daily").succeeded().out())
        .isEmpty();
    assertThat(program.run("sources", "list", "--status", "odd").err())
        .contains("--status takes active, cooling, disabled, held, merged, stopped, not 'odd'.");
  }

  @Test
  void a_304_after_errors_lifts_the_disable() {
    publisher.serving(
        Behaviour.inTurn(
            rss("a", 1).etag("\"1\""), Answers.status(410), Answers.status(304).etag("\"1\"")));
    program.register(publisher.urls());
    program.run("ingest").succeeded();
    program.run("ingest", "--force").succeeded();
    assertThat(program.source(publisher.url(0)).path("state").asString())
        .isEqualTo("cooling down (gone)");

    var ended = program.run("ingest", "--force").succeeded();

    assertThat(ended.logged("feed not modified")).hasSize(1);
    assertThat(ended.logged("feed enabled")).hasSize(1);
    assertThat(program.source(publisher.url(0)).path("consecutive_errors").asInt()).isZero();
  }

  @Test
  void no_more_than_three_of_a_few_feeds_are_disabled_in_an_hour_and_a_person_is_told_once() {
    for (int i = 0; i < 5; i++) {
      publisher.serving(Behaviour.inTurn(rss("f" + i, 1), Answers.status(410)));
    }
    program.register(publisher.urls());
    program.run("ingest").succeeded();

    var ended = program.run("ingest", "--force").succeeded();

    assertThat(ended.logged("feed disabled")).hasSize(3);
    assertThat(ended.logged("feed held"))
        .hasSize(2)
        .allSatisfy(
            line -> {
              assertThat(line.path("level").asString()).isEqualTo("WARN");
              assertThat(line.path("reason").asString()).isEqualTo("gone");
              assertThat(line.path("consecutive_errors").asInt()).isOne();
            });
    assertThat(ended.err().lines().filter(line -> line.contains("\"level\":\"ERROR\""))).hasSize(1);
    assertThat(
            program.sources().values().stream()
                .filter(s -> s.path("next_poll_reason").asString().equals("held")))
        .hasSize(2);
  }

  @Test
  void a_source_may_have_a_policy_of_its_own() throws IOException {
    publisher.serving(Answers.status(404)).serving(Answers.status(410));
    program.register(publisher.urls());
    program
        .run("sources", "set", id(0), "--policy", "{not_found: {disable_after: 1, cooldown: 1h}}")
        .succeeded();
    program.run("sources", "set", id(1), "--policy", "profile: watch-only").succeeded();
    program.run("ingest").succeeded();

    assertThat(program.source(publisher.url(0)).path("feed_disable_reason").asString())
        .isEqualTo("not_found");
    assertThat(program.source(publisher.url(1)).path("state").asString()).isEqualTo("failing");
    var table =
        program.run("policy", "show", "--source", id(0), "--json").succeeded().json().getFirst();
    assertThat(table.path("not_found.cooldown").asString()).isEqualTo("1h");
    assertThat(table.path("gone.cooldown").asString()).isEqualTo("3d");
    assertThat(table.path("profile").asString()).isEqualTo("standard");
    assertThat(program.run("policy", "show", "--source", id(1)).out())
        .startsWith("profile ")
        .contains("watch-only");
    var file =
        Files.writeString(folder.resolve("p.yaml"), "policy:\n  gone:\n    cooldown: soon\n");
    var checked = program.run("policy", "check", file.toString());
    assertThat(checked.code()).isEqualTo(2);
    assertThat(checked.err())
        .isEqualTo(
            "feedwarden: " + file + ": gone.cooldown: 'soon' is not a duration from 1m to 31d.\n");
  }

  @Test
  void a_new_address_and_a_removal_do_what_they_say() {
    publisher.serving(rss("a", 1)).serving(rss("b", 2));
    program.register(publisher.urls().subList(0, 1));
    var id = id(0);
    program.run("ingest").succeeded();

    program.run("sources", "set", id, "--url", publisher.url(1), "--interval", "5").succeeded();
    program.run("ingest").succeeded();

    assertThat(program.source(publisher.url(1)).path("id").asString()).isEqualTo(id);
    assertThat(program.source(publisher.url(1)).path("feed_poll_interval_minutes").asInt())
        .isEqualTo(5);
    assertThat(program.articles()).hasSize(3);
    assertThat(program.run("sources", "remove", id).succeeded().out())
        .isEqualTo("Removed " + id + "\n");
    assertThat(program.sources()).isEmpty();
    assertThat(program.articles()).isEmpty();
  }

  @Test
  void what_is_stopped_is_explained_and_not_polled() {
    publisher.serving(rss("a", 1));
    program.register(publisher.urls());
    var id = id(0);
    program.run("sources", "disable", id).succeeded();

    assertThat(program.run("sources", "poll", id).code()).isEqualTo(2);
    assertThat(program.run("explain", id).succeeded().out())
        .startsWith(id + " is not polled now:\n")
        .contains("feedwarden sources enable " + id);
    assertThat(program.run("sources", "disable", NOBODY).err())
        .isEqualTo(
            "feedwarden: There is no source " + NOBODY + "; see 'feedwarden sources list'.\n");
  }
}
