package dev.feedwarden.cli;

import dev.feedwarden.app.PolicyText;
import dev.feedwarden.model.OperatorMistake;
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
    var overrides = PolicyText.checked(file.toString(), text(), session.config());
    session.terminal().say("Good: " + Shown.count(overrides.cells().size(), "cell") + " set.");
    return CommandTree.OK;
  }

  private String text() {
    try {
      return Files.readString(file);
    } catch (IOException unreadable) {
      throw new OperatorMistake("The file " + file + " cannot be read.");
    }
  }
}
