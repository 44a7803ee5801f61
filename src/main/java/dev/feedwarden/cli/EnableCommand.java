package dev.feedwarden.cli;

import dev.feedwarden.app.Wiring;
import dev.feedwarden.poll.Hand;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "enable",
    description = "Put a feed back into the schedule as if it were new; it is polled at once.")
final class EnableCommand implements Callable<Integer> {
  @Mixin private final SourceArgument source = new SourceArgument();

  private final Session session;

  EnableCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    var id = source.id();
    var config = session.config();
    try (var database = Wiring.database(config)) {
      var hand = new Hand(database, () -> Wiring.policy(config), SourceArgument.who());
      return source.tell(hand.enable(id), "Enabled", "Already enabled:", session.terminal());
    }
  }
}
