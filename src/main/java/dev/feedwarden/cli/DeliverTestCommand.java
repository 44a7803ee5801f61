package dev.feedwarden.cli;

import dev.feedwarden.app.WayOut;
import dev.feedwarden.app.Wiring;
import dev.feedwarden.cli.Terminal.Tint;
import dev.feedwarden.deliver.Destination;
import dev.feedwarden.deliver.Verdict;
import dev.feedwarden.model.OperatorMistake;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "test",
    description = "Send a message that is only there to see whether it comes through.")
final class DeliverTestCommand implements Callable<Integer> {
  @Parameters(
      arity = "0..1",
      paramLabel = "NAME",
      description = "One destination; all of them by default.")
  private @Nullable String name;

  private final Session session;

  DeliverTestCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws InterruptedException {
    var config = session.config();
    try (var database = session.database();
        var sender = WayOut.sender(config)) {
      var all = Wiring.destinations(config, database, sender);
      var code = CommandTree.OK;
      for (var destination : named(all, name)) {
        var verdict = destination.test(database.now());
        session.terminal().say(destination.name() + ": " + shown(verdict));
        code = verdict instanceof Verdict.Delivered ? code : CommandTree.SOME_FAILED;
        destination.close();
      }
      return code;
    }
  }

  static List<Destination> named(List<Destination> all, @Nullable String name) {
    if (all.isEmpty()) {
      throw new OperatorMistake("There is no destination; set SLACK_WEBHOOK_URL or DESTINATIONS.");
    }
    var found = all.stream().filter(one -> name == null || one.name().equals(name)).toList();
    if (found.isEmpty()) {
      var names = all.stream().map(Destination::name).toList();
      throw new OperatorMistake(
          "There is no destination " + Shown.remote(name) + "; there is " + names + ".");
    }
    return found;
  }

  private String shown(Verdict verdict) {
    var terminal = session.terminal();
    return switch (verdict) {
      case Verdict.Delivered _ -> terminal.tint(Tint.GOOD, "taken");
      case Verdict.DestinationTrouble(var reason, _) ->
          terminal.tint(Tint.BAD, "out of reach (" + Shown.remote(reason) + ")");
      case Verdict.EventRefused(_, var reason) ->
          terminal.tint(Tint.BAD, "refused (" + Shown.remote(reason) + ")");
    };
  }
}
