package dev.feedwarden.cli;

import dev.feedwarden.app.Wiring;
import dev.feedwarden.cli.ChosenSources.Told;
import dev.feedwarden.poll.Hand;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "enable",
    description = "Put feeds back into the schedule as if they were new; they are polled at once.")
final class EnableCommand implements Callable<Integer> {
  @Mixin private final ChosenSources sources = new ChosenSources();

  private final Session session;

  EnableCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    var choice = sources.choice();
    var config = session.config();
    try (var database = Wiring.database(config)) {
      var hand = new Hand(database, () -> Wiring.policy(config), SourceArgument.who());
      return sources.each(
          choice,
          database,
          id -> new Told(hand.enable(id), "Enabled", "Already enabled:"),
          session.terminal());
    }
  }
}
