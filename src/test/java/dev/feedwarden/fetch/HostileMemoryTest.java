package dev.feedwarden.fetch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The whole hostile set in a JVM of 64 MB. */
@Tag("slow")
final class HostileMemoryTest {
  @Test
  void every_hostile_answer_fits_into_64_megabytes_and_leaves_no_thread() throws Exception {
    var run =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                HostileRun.class.getName())
            .redirectErrorStream(true)
            .start();
    try {
      var out = new String(run.getInputStream().readAllBytes(), UTF_8);

      assertThat(run.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(out.lines()).last().asString().isEqualTo("0 wrong, left behind: []");
      assertThat(out).doesNotContain("OutOfMemoryError");
    } finally {
      run.destroyForcibly();
    }
  }
}
