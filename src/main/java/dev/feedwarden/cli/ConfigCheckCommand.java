package dev.feedwarden.cli;

import dev.feedwarden.app.Wiring;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

@Command(name = "check", description = "Say what is wrong with the settings, if anything is.")
final class ConfigCheckCommand implements Callable<Integer> {
  private final Session session;

  ConfigCheckCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    var config = session.configuration().config();
    if (config.fetch().secretKey() != null) {
      Wiring.vault(config);
    }
    session.terminal().say("The configuration is good.");
    return CommandTree.OK;
  }
}
