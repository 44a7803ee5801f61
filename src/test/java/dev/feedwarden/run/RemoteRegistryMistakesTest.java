package dev.feedwarden.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.feedwarden.lab.Answers;
import dev.feedwarden.lab.Upstream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an operator can get wrong about a registry elsewhere: a sentence each. */
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class RemoteRegistryMistakesTest {
  private static final Duration SOON = Duration.ofSeconds(90);
  private static final String ID = "\"registry_id\":\"0190f3a0-0000-7000-8000-000000000001\"";

  @TempDir Path folder;

  private Program crawler(String url) throws IOException {
    return new Program(Files.createDirectories(folder.resolve("crawler")))
        .with("REGISTRY_URL", url)
        .with("REGISTRY_TOKEN", "aaa.bbb.ccc")
        .with("REGISTRY_CYCLE", "1s");
  }

  private static void refused(Program program, String sentence) {
    var ended = program.run("serve");
    assertThat(ended.code()).as(ended.err()).isEqualTo(2);
    assertThat(ended.err()).contains(sentence).doesNotContain("aaa.bbb.ccc");
  }

  private static Upstream registry(int status, String body) {
    return Upstream.start("127.0.0.5").route("/api/v1/registry", Answers.word(status, body));
  }

  @Test
  @Tag("slow")
  void a_registry_that_is_not_there_stops_only_who_knows_no_sources_yet() throws IOException {
    var program = crawler("http://127.0.0.5:9");
    refused(
        program,
        "REGISTRY_URL: the registry http://127.0.0.5:9 cannot be reached (connect), and no sources"
            + " are known here yet.");
    try (var registry = registry(200, "{" + ID + ",\"scope\":\"write\"}")) {
      registry.route("/api/v1/sources", Answers.word(200, "{\"sources\":[]}"));
      var meeting = program.with("REGISTRY_URL", registry.url("")).start("serve");
      await().atMost(SOON).until(() -> meeting.out().contains("Polling 0 sources"));
      assertThat(meeting.terminate().code()).isZero();
    }

    var alone = program.with("REGISTRY_URL", "http://127.0.0.5:9").start("serve");

    await().atMost(SOON).until(() -> alone.out().contains("Polling 0 sources"));
    assertThat(
            alone.terminate().logged("registry not followed; polling goes on with what is known"))
        .hasSize(1);
    try (var other = registry(200, "{" + ID.replace("001\"", "002\"") + ",\"scope\":\"write\"}")) {
      refused(
          program.with("REGISTRY_URL", other.url("")), " is another registry than the one that");
    }
    refused(
        program.without("REGISTRY_URL").without("REGISTRY_TOKEN"),
        "The database is that of a crawler of the registry http://127.0.0.5:");
  }

  @Test
  @Tag("slow")
  void a_wrong_token_is_a_sentence() throws IOException {
    try (var registry = registry(401, "{\"status\":401}")) {
      refused(
          crawler(registry.url("")),
          "REGISTRY_TOKEN: the registry "
              + registry.url("")
              + " does not know the token, or no longer.");
    }
  }

  @Test
  @Tag("slow")
  void a_database_with_sources_of_its_own_is_no_crawlers() throws IOException {
    var program =
        crawler("http://unused.example").without("REGISTRY_URL").without("REGISTRY_TOKEN");
    program.run("sources", "add", "http://127.0.0.5:5999/feed").succeeded();
    try (var registry = registry(200, "{" + ID + ",\"scope\":\"write\"}")) {
      refused(
          crawler(registry.url("")),
          "REGISTRY_URL: the database has sources of its own; a crawler needs an empty one.");
    }
  }
}
