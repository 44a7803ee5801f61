package dev.feedwarden.cli;

import dev.feedwarden.cli.ChosenSources.Told;
import dev.feedwarden.store.Interventions;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "poll",
    description = {
      "Make feeds due at once.",
      "A running 'serve' polls them within a second or so, the next 'ingest' otherwise. A cooldown"
          + " is cut short by a probe; the host's pace is kept."
    })
final class PollNowCommand implements Callable<Integer> {
  @Mixin private final ChosenSources sources = new ChosenSources();

  private final Session session;

  PollNowCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    var choice = sources.choice();
    try (var database = session.database()) {
      var interventions = new Interventions(database);
      return sources.each(
          choice,
          database,
          id -> new Told(interventions.pollNow(id, database.now()), "Due now:", ""),
          session.terminal());
    }
  }
}
