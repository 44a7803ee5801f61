package dev.feedwarden.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The shells themselves complete what is typed. */
@Tag("slow")
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class CompletionTest {
  private static final String BASH =
      """
      source ./script
      ask() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); _complete_feedwarden; echo "$*:${COMPREPLY[*]}"; }
      ask feedwarden inge
      ask feedwarden sources enab
      ask feedwarden ingest --fo
      ask feedwarden rehea
      """;
  private static final String ZSH =
      """
      autoload -U compinit bashcompinit
      compinit -u -d dump
      bashcompinit
      """
          + BASH.replace("ask() {", "ask() { emulate -L sh; setopt kshglob noshglob braceexpand;");
  private static final String FISH =
      """
      source ./script
      for typed in 'inge' 'sources enab' 'ingest --fo' 'rehea'
        echo "feedwarden $typed:"(complete -C "feedwarden $typed" | string split -f1 \\t)
      end
      """;

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"bash", "zsh", "fish"})
  void completes(String shell) throws IOException, InterruptedException {
    assumeTrue(
        Files.isExecutable(Path.of("/usr/bin", shell)), shell + " is not installed, so not tried");
    var script = new Program(folder).run("completion", shell).succeeded().out();
    Files.writeString(folder.resolve("script"), script);
    var typed =
        switch (shell) {
          case "bash" -> BASH;
          case "zsh" -> ZSH;
          default -> FISH;
        };
    Files.writeString(folder.resolve("typed"), typed);

    var process =
        new ProcessBuilder(shell, "typed")
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .start();
    var out = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();

    assertThat(out).doesNotContain("rehearse");
    for (var one : List.of("inge:ingest", "sources enab:enable", "ingest --fo:--force")) {
      var offered = offered(out, "feedwarden " + one.substring(0, one.indexOf(':') + 1));
      var wanted = one.substring(one.indexOf(':') + 1);
      if (shell.equals("zsh")) { // which narrows down what it is offered by itself
        assertThat(offered).contains(wanted);
      } else {
        assertThat(offered).containsExactly(wanted);
      }
    }
  }

  private static List<String> offered(String out, String typed) {
    return out.lines()
        .filter(line -> line.startsWith(typed))
        .flatMap(line -> Arrays.stream(line.substring(typed.length()).strip().split(" ", -1)))
        .toList();
  }
}
