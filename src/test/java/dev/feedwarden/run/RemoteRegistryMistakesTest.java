package dev.feedwarden.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.feedwarden.lab.Answers;
import dev.feedwarden.lab.Upstream;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A crawler whose registry is away: a sentence at its first start, a line in the log later. */
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class RemoteRegistryMistakesTest {
  private static final Duration SOON = Duration.ofSeconds(90);
  private static final String NOBODY = "http://127.0.0.5:9";

  @TempDir Path folder;

  private static void refused(Program program, String sentence) {
    var ended = program.run("serve");
    assertThat(ended.code()).as(ended.err()).isEqualTo(2);
    assertThat(ended.err()).contains(sentence).doesNotContain("aaa.bbb.ccc");
  }

  @Test
  @Tag("slow")
  void a_registry_that_is_not_there_stops_only_who_knows_no_sources_yet() {
    var program =
        new Program(folder).with("REGISTRY_URL", NOBODY).with("REGISTRY_TOKEN", "aaa.bbb.ccc");
    refused(
        program,
        "REGISTRY_URL: the registry "
            + NOBODY
            + " cannot be reached (connect), and no sources are known here yet.");
    try (var registry = Upstream.start("127.0.0.5")) {
      registry.route(
          "/api/v1/registry", Answers.word(200, "{\"registry_id\":\"r\",\"scope\":\"write\"}"));
      registry.route("/api/v1/sources", Answers.word(200, "{\"sources\":[]}"));
      var meeting = program.with("REGISTRY_URL", registry.url("")).start("serve");
      await().atMost(SOON).until(() -> meeting.out().contains("Polling 0 sources"));
      assertThat(meeting.terminate().code()).isZero();
    }

    var alone = program.with("REGISTRY_URL", NOBODY).start("serve");

    await().atMost(SOON).until(() -> alone.out().contains("Polling 0 sources"));
    assertThat(
            alone.terminate().logged("registry not followed; polling goes on with what is known"))
        .hasSize(1);
    refused(
        program.without("REGISTRY_URL").without("REGISTRY_TOKEN"),
        "The database is that of a crawler of the registry http://127.0.0.5:");
  }
}
