package dev.feedwarden.cli;

import dev.feedwarden.app.WayOut;
import dev.feedwarden.app.Wiring;
import dev.feedwarden.deliver.Destination;
import dev.feedwarden.deliver.Verdict;
import dev.feedwarden.model.OperatorMistake;
import dev.feedwarden.store.DeadLetters;
import dev.feedwarden.store.DeadLetters.DeadLetter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "replay",
    description = "Send dead letters again, the oldest first; what is taken is forgotten.")
final class DeliverReplayCommand implements Callable<Integer> {
  private static final int MOST = 10_000;

  @Parameters(arity = "0..*", paramLabel = "ID", description = "As 'deliver list --dead' shows it.")
  private List<Long> ids = List.of();

  @Option(names = "--all", description = "All of them.")
  private boolean all;

  private final Session session;

  DeliverReplayCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws InterruptedException {
    if (ids.isEmpty() != all) {
      throw new OperatorMistake("Say which: ids of dead letters, or --all.");
    }
    var config = session.config();
    try (var database = session.database();
        var sender = WayOut.sender(config)) {
      var letters = new DeadLetters(database);
      var destinations = Wiring.destinations(config, database, sender);
      var taken = 0;
      var chosen = chosen(letters);
      for (var letter : chosen) {
        var destination = of(letter, destinations);
        if (destination.isPresent()
            && destination.get().again(letter.letter()) instanceof Verdict.Delivered) {
          letters.remove(letter.id());
          taken++;
        }
      }
      destinations.forEach(Destination::close);
      session
          .terminal()
          .say(taken + " of " + Shown.count(chosen.size(), "dead letter") + " taken.");
      return taken == chosen.size() ? CommandTree.OK : CommandTree.SOME_FAILED;
    }
  }

  private List<DeadLetter> chosen(DeadLetters letters) {
    if (all) {
      return letters.list(null, Long.MAX_VALUE, MOST).reversed();
    }
    var chosen = new ArrayList<DeadLetter>();
    for (var id : ids) {
      chosen.add(
          letters
              .find(id)
              .orElseThrow(() -> new OperatorMistake("There is no dead letter " + id + ".")));
    }
    return chosen;
  }

  private static Optional<Destination> of(DeadLetter letter, List<Destination> destinations) {
    return destinations.stream().filter(d -> d.name().equals(letter.destination())).findFirst();
  }
}
