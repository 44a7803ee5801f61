package dev.feedwarden.docs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.app.Configuration;
import dev.feedwarden.cli.CommandTree;
import dev.feedwarden.cli.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** docs/reference/cli.md: what every command says about itself. */
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class CommandReferenceTest {
  private static final Pattern BELOW = Pattern.compile("(?m)^ {2}([a-z][a-z-]*)(?=[ ,\\n])");

  @TempDir Path folder;

  @Test
  void the_page_has_the_help_of_every_command() throws IOException {
    var page = new StringBuilder();
    page.append(
        """
        # Commands

        What `--help` says of each. Every setting ([configuration](configuration.md)) is a flag of every command as well:
        `REQUEST_TIMEOUT` is `--request-timeout`. Data goes to stdout, one JSON object a line with `--json`; remarks and logs go
        to stderr.

        | exit code | means |
        |---|---|
        | 0 | fine; failing feeds are expected |
        | 1 | our own failure |
        | 2 | usage or configuration |
        | 3 | some sources failed (`ingest --fail-on-error`) |
        """);
    describe(page, List.of());

    assertThat(page).contains("## `feedwarden sources import`");
    Committed.is("cli.md", page.toString());
  }

  private void describe(StringBuilder page, List<String> command) {
    var help = help(command);
    page.append("\n## `").append(String.join(" ", named(command))).append("`\n\n```text\n");
    page.append(help.stripTrailing()).append("\n```\n");
    var list = help.indexOf("\nCommands:\n");
    if (list >= 0) {
      BELOW
          .matcher(help.substring(list + 1))
          .results()
          .map(found -> found.group(1))
          .forEach(name -> describe(page, with(command, name)));
    }
  }

  private static List<String> named(List<String> command) {
    var all = new ArrayList<>(List.of("feedwarden"));
    all.addAll(command);
    return all;
  }

  private static List<String> with(List<String> command, String name) {
    var all = new ArrayList<>(command);
    all.add(name);
    return all;
  }

  private String help(List<String> command) {
    var out = new ByteArrayOutputStream();
    var stream = new PrintStream(out, true, UTF_8);
    var terminal = new Terminal(stream, stream, false, false, false);
    var configuration = new Configuration(Map.of(), folder, folder, "VERSION");
    var code =
        new CommandTree(terminal, configuration)
            .run(with(command, "--help").toArray(String[]::new));
    assertThat(code).as(command.toString()).isZero();
    return out.toString(UTF_8);
  }
}
