package dev.feedwarden.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.app.Configuration;
import dev.feedwarden.model.Cause;
import dev.feedwarden.model.ErrorType;
import dev.feedwarden.model.Runbook;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The manual without a browser. */
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class ManualCommandTest {
  @TempDir Path folder;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... args) {
    var terminal =
        new Terminal(
            new PrintStream(out, true, UTF_8),
            new PrintStream(err, true, UTF_8),
            false,
            false,
            false);
    var configuration = new Configuration(Map.of(), folder, folder, "VERSION");
    return new CommandTree(terminal, configuration).run(args);
  }

  @Test
  void without_a_name_it_lists_the_pages() {
    assertThat(run("manual")).isZero();
    assertThat(out.toString(UTF_8)).startsWith("# Feedwarden's manual").contains("tutorial.md");
  }

  @ParameterizedTest
  @CsvSource({
    "not_found, # `not_found`",
    "runbook/dns, # `dns`",
    "/docs/runbook/dns, # `dns`",
    "docs/howto/slack.md, # Tell a Slack channel",
    "slack, # Tell a Slack channel",
    "policy, # What follows from a poll",
    "configuration, # Configuration",
    "docs/README.md, # Feedwarden's manual"
  })
  void a_page_is_found_by_every_name_that_it_has_somewhere(String name, String title) {
    assertThat(run("manual", name)).isZero();
    assertThat(out.toString(UTF_8)).startsWith(title + "\n");
  }

  @ParameterizedTest
  @EnumSource
  void every_cause_leads_to_a_page(Cause cause) {
    for (var type : ErrorType.values()) {
      assertThat(run("manual", Runbook.of(type, cause.wire()))).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"nothing", "../pom", "runbook", "/etc/passwd"})
  void what_is_no_page_is_a_mistake(String name) {
    assertThat(run("manual", name)).isEqualTo(CommandTree.USAGE);
    assertThat(err.toString(UTF_8))
        .contains("There is no page " + name + "; 'feedwarden manual' lists them.");
  }
}
