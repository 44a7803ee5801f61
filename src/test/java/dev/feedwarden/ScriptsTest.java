package dev.feedwarden;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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
          fast,         ./check --fast
          demo,         ./feedwarden demo
          """)
  void a_make_target_is_short_for_a_command_even_beside_a_file_of_its_name(
      String target, String command, @TempDir Path folder)
      throws IOException, InterruptedException {
    Files.createFile(folder.resolve(target));
    var makefile = Path.of("Makefile").toAbsolutePath().toString();

    var make =
        new ProcessBuilder("make", "-n", "-f", makefile, target)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .start();
    var said = new String(make.getInputStream().readAllBytes(), UTF_8);

    assertThat(make.waitFor()).isZero();
    assertThat(said.strip()).isEqualTo(command);
    assertThat(Path.of(command.replaceAll(" .*", ""))).isExecutable();
  }

  @Test
  void without_corpora_the_scoreboard_says_so_and_ends_well(@TempDir Path folder)
      throws IOException, InterruptedException {
    var scoreboard = new ProcessBuilder("tools/corpora").redirectErrorStream(true);
    scoreboard.environment().put("FEEDWARDEN_CORPORA", folder.resolve("none").toString());

    var run = scoreboard.start();
    var said = new String(run.getInputStream().readAllBytes(), UTF_8);

    assertThat(run.waitFor()).as(said).isZero();
    assertThat(said)
        .startsWith("There are no corpora at " + folder.resolve("none") + ": nothing to score.");
  }
}
