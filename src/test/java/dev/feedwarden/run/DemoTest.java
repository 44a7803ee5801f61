package dev.feedwarden.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a newcomer sees of the demo. */
@Tag("slow")
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class DemoTest {
  @TempDir Path folder;

  @Test
  void the_demo_shows_a_disable_a_probe_a_host_incident_and_a_recovery() {
    var shown = new Program(folder).run("demo").succeeded();

    assertThat(shown.out())
        .containsPattern("gazette +12 new articles")
        .containsPattern("moved-away +not_found \\(HTTP 404\\)")
        .containsPattern("moved-away +DISABLED for not_found, 3 in a row")
        .containsPattern("closed-for-good +probe failed: gone")
        .containsPattern("moved-away +ENABLED again")
        .containsPattern("HOST INCIDENT: \\d of \\d feeds fail with upstream_failure")
        .contains("HOST INCIDENT OVER")
        .containsPattern("asleep +network \\(timeout_\\w+\\)")
        .doesNotContain("local outage");
    assertThat(shown.err()).isEmpty();
    assertThat(Files.exists(folder.resolve("data"))).isFalse();
  }
}
