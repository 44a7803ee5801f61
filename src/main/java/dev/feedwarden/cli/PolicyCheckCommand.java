package dev.feedwarden.cli;

import dev.feedwarden.app.Config;
import dev.feedwarden.app.PolicyText;
import dev.feedwarden.app.Wiring;
import dev.feedwarden.model.OperatorMistake;
import dev.feedwarden.policy.Cells;
import dev.feedwarden.policy.ErrorTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "check",
    description = "Check a YAML file with a profile and cells, as 'sources set --policy' takes it.")
@SuppressWarnings("NullAway.Init") // picocli fills the fields
final class PolicyCheckCommand implements Callable<Integer> {
  @Parameters(paramLabel = "FILE", description = "The file.")
  private Path file;

  private final Session session;

  PolicyCheckCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    var overrides = PolicyText.checked(file.toString(), text(file), session.config());
    session.terminal().say("Good: " + Shown.count(overrides.cells().size(), "cell") + " set.");
    return CommandTree.OK;
  }

  /** The table in force, with the cells of a file. */
  static ErrorTable table(Path file, Config config) {
    var overrides = PolicyText.checked(file.toString(), text(file), config);
    return switch (Cells.write(Wiring.policy(config).table(), overrides)) {
      case Cells.Written.Good(var table) -> table;
      case Cells.Written.Bad(var problems) -> throw new OperatorMistake(problems);
    };
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException unreadable) {
      throw new OperatorMistake("The file " + file + " cannot be read.");
    }
  }
}
