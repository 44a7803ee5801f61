package dev.feedwarden.cli;

import dev.feedwarden.app.Wiring;
import dev.feedwarden.cli.ChosenSources.Told;
import dev.feedwarden.model.OperatorMistake;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.policy.ByHand;
import dev.feedwarden.poll.Hand;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "disable",
    description = {
      "Take feeds out of the schedule.",
      "With the name of an error type as the reason, for that type's cooldown;",
      "with any other text, which is kept as a note, until you enable them again."
    })
final class DisableCommand implements Callable<Integer> {
  @Mixin private final ChosenSources sources = new ChosenSources();

  @Option(
      names = "--reason",
      paramLabel = "REASON",
      description = "forbidden, not_found, …, or a note; manual by default.")
  private String reason = ByHand.MANUAL;

  private final Session session;

  DisableCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    var choice = sources.choice();
    var config = session.config();
    try (var database = Wiring.database(config)) {
      var hand = new Hand(database, () -> Wiring.policy(config), SourceArgument.who());
      return sources.each(choice, database, id -> disable(hand, id), session.terminal());
    }
  }

  private Told disable(Hand hand, SourceId id) {
    return switch (hand.disable(id, reason)) {
      case Hand.Disabled.TooLong() ->
          throw new OperatorMistake("--reason takes at most 200 characters of text.");
      case Hand.Disabled.Told(var done, var told) -> new Told(done, "Disabled (" + told + ")", "");
    };
  }
}
