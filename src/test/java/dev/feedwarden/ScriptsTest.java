package dev.feedwarden;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What people type at the root of a checkout. */
final class ScriptsTest {
  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          ingest-batch, ./feedwarden ingest --limit 15
          check,        ./check
          demo,         ./feedwarden demo
          """)
  void a_make_target_is_short_for_a_command(String target, String command)
      throws IOException, InterruptedException {
    var make = new ProcessBuilder("make", "-n", target).redirectErrorStream(true).start();
    var said = new String(make.getInputStream().readAllBytes(), UTF_8);

    assertThat(make.waitFor()).isZero();
    assertThat(said.strip()).isEqualTo(command);
    assertThat(Path.of(command.replaceAll(" .*", ""))).isExecutable();
  }
}
