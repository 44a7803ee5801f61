package dev.feedwarden.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A new user imports a long list on a machine without a network. */
@Tag("slow")
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class OfflineTest {
  private static final int FEEDS = 300;

  @TempDir Path folder;

  @ParameterizedTest(name = "a resolver that answers nobody: {0}")
  @ValueSource(booleans = {false, true})
  void one_sentence_says_that_the_network_is_the_problem_and_nothing_is_disabled(boolean silent) {
    try (var names = new NameServer(Map.of())) {
      if (silent) {
        names.cut();
      }
      var program =
          new Program(folder)
              .asking(names)
              .with("RETRY_MAX_ATTEMPTS", "1")
              .with("AUTO_DEACTIVATE_AFTER_ERRORS", "1");
      program.register(
          IntStream.range(0, FEEDS)
              .mapToObj(i -> "https://n%d-feedwarden.org/feed.xml".formatted(i))
              .toList());

      for (int run = 0; run < 2; run++) {
        var said = program.run("ingest", "--limit", "1000", "--parallel", "32").succeeded();
        assertThat(said.out().strip())
            .hasLineCount(1)
            .startsWith("Nobody answers, so our own network is the problem (")
            .contains("none is disabled", "more were not asked", "'feedwarden doctor'")
            .endsWith(".");
        assertThat(said.logged("feed disabled")).isEmpty();
      }
      assertThat(program.sources().values())
          .hasSize(FEEDS)
          .allMatch(source -> source.path("status").asString().equals("active"))
          .allMatch(source -> source.path("consecutive_errors").asInt() == 0);
    }
  }
}
