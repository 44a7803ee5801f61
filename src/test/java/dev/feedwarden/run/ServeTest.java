package dev.feedwarden.run;

import static dev.feedwarden.run.Publisher.rss;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.feedwarden.lab.Answers;
import dev.feedwarden.lab.Behaviour;
import dev.feedwarden.store.TestEngine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The running service as its operator meets it. */
@Tag("slow")
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class ServeTest {
  private static final Duration SOON = Duration.ofSeconds(30);

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
  void every_source_is_polled_at_once_and_a_stop_ends_with_0() {
    publisher.serving(rss("a", 3)).serving(rss("b", 2)).serving(Answers.status(404));
    program.register(publisher.urls());

    var serve = program.start("serve");
    await()
        .atMost(SOON)
        .until(() -> publisher.order().size() == 3 && program.articles().size() == 5);
    var ended = serve.terminate();

    assertThat(ended.code()).isZero();
    assertThat(ended.out()).isEqualTo("Polling 3 sources, at most 32 at once. Stop with Ctrl-C.\n");
    assertThat(ended.logged("feed poll failed")).hasSize(1);
    assertThat(ended.logged("stopped").getFirst().path("polls_begun").asInt()).isEqualTo(3);
    assertThat(publisher.order()).hasSize(3);
    assertThat(program.source(publisher.url(0)).path("next_poll_reason").asString())
        .isEqualTo("learned");
    assertThat(program.source(publisher.url(2)).path("next_poll_reason").asString())
        .isEqualTo("interval");
  }

  @Test
  void what_somebody_asks_for_is_polled_within_a_second_or_so() {
    publisher.serving(rss("a", 3)).serving(Answers.status(410));
    program.register(publisher.urls());
    var serve = program.start("serve");
    await().atMost(SOON).until(() -> publisher.order().size() == 2);
    await().atMost(SOON).until(() -> program.source(publisher.url(1)).has("feed_disabled_until"));

    program.run("sources", "poll", id(0)).succeeded();
    program.run("sources", "poll", id(1)).succeeded();

    await()
        .atMost(Duration.ofSeconds(3))
        .until(() -> publisher.asked(0) == 2 && publisher.asked(1) == 2);
    serve.terminate();
    assertThat(program.source(publisher.url(1)).path("consecutive_errors").asInt()).isEqualTo(2);
  }

  @Test
  void a_stop_cuts_off_what_goes_on_too_long_and_counts_nothing() {
    publisher.serving(Behaviour.afterDelay(Duration.ofSeconds(60), rss("slow", 1)));
    program.with("STOP_GRACE", "1s").with("REQUEST_TIMEOUT", "40s");
    program.register(publisher.urls());
    var serve = program.start("serve");
    await().atMost(SOON).until(() -> publisher.asked(0) == 1);
    var before = program.source(publisher.url(0));

    var ended = serve.terminate();

    assertThat(ended.code()).isZero();
    assertThat(ended.logged("stopped").getFirst().path("polls_abandoned").asInt()).isOne();
    assertThat(ended.err()).doesNotContain("\"level\":\"ERROR\"");
    assertThat(program.source(publisher.url(0))).isEqualTo(before);
    assertThat(rules(id(0))).contains("host lease true");
  }

  @Test
  void a_stop_by_hand_during_a_poll_is_not_lifted() {
    publisher.serving(Behaviour.afterDelay(Duration.ofSeconds(1), rss("slow", 1)));
    program.register(publisher.urls());
    var serve = program.start("serve");
    await().atMost(SOON).until(() -> publisher.asked(0) == 1);

    publisher.server(0).route("/feed0.xml", rss("slow", 1));
    program.run("sources", "disable", id(0), "--reason", "too noisy").succeeded();
    var ended = serve.terminate();

    var source = program.source(publisher.url(0));
    assertThat(source.path("feed_disable_reason").asString()).isEqualTo("manual");
    assertThat(source.path("feed_disable_note").asString()).isEqualTo("too noisy");
    assertThat(source.has("next_poll_at")).isFalse();
    assertThat(ended.logged("feed enabled")).isEmpty();
    assertThat(rules(id(0))).contains("standing false");
  }

  @ParameterizedTest
  @EnumSource(TestEngine.class)
  void two_services_on_one_database_poll_every_feed_once(TestEngine engine) throws IOException {
    for (int i = 0; i < 40; i++) {
      publisher.serving(Behaviour.afterDelay(Duration.ofMillis(50), rss("f" + i, 2)));
    }
    program.with("DATABASE_URL", engine.freshUrl(Files.createDirectories(program.data())));
    program.with("WORKERS", "3").with("START_RATE", "1000");
    program.register(publisher.urls());

    var services = List.of(program.start("serve"), program.start("serve"));
    await().atMost(SOON).until(() -> program.articles().size() == 80);
    var ended = services.stream().map(Program.Running::terminate).toList();

    assertThat(IntStream.range(0, 40).map(publisher::asked)).containsOnly(1);
    assertThat(ended)
        .allSatisfy(
            service -> {
              assertThat(service.code()).isZero();
              assertThat(service.err()).doesNotContain("\"level\":\"ERROR\"");
            });
  }

  @Test
  void a_changed_file_is_followed_and_a_bad_one_is_not() throws IOException {
    publisher.serving(Answers.status(404));
    program.register(publisher.urls());
    var file = folder.resolve("feedwarden.yaml");
    var serve = program.start("serve");
    await().atMost(SOON).until(() -> publisher.asked(0) == 1);

    Files.writeString(file, "policy:\n  not_found:\n    disable_after: many\n");
    await().atMost(SOON).until(() -> serve.hasLogged("configuration not reloaded"));
    Files.writeString(file, "policy:\n  not_found:\n    disable_after: 2\nmax_redirects: 5\n");
    await().atMost(SOON).until(() -> serve.hasLogged("configuration reloaded"));
    program.run("sources", "poll", id(0)).succeeded();
    await().atMost(SOON).until(() -> serve.hasLogged("feed disabled"));
    var ended = serve.terminate();

    assertThat(ended.logged("restart needed").getFirst().path("settings").toString())
        .isEqualTo("[\"MAX_REDIRECTS\"]");
    assertThat(ended.logged("configuration reloaded").getFirst().path("settings").toString())
        .isEqualTo("[\"POLICY_NOT_FOUND_DISABLE_AFTER\"]");
  }

  private String id(int number) {
    return program.source(publisher.url(number)).path("id").asString();
  }

  private List<String> rules(String id) {
    return program
        .run("explain", id, "--json")
        .succeeded()
        .json()
        .getFirst()
        .path("rules")
        .valueStream()
        .map(rule -> rule.path("rule").asString() + " " + rule.path("holds").asBoolean())
        .toList();
  }
}
