package dev.feedwarden.cli;

import dev.feedwarden.app.WayOut;
import dev.feedwarden.app.Wiring;
import dev.feedwarden.fetch.Time;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

@Command(
    name = "search",
    description = {
      "Look for the feeds that are gone and whose turn it is.",
      "A running 'serve' does so by itself: few requests for each, and not again within a week."
    })
final class RepairSearchCommand implements Callable<Integer> {
  private final Session session;

  RepairSearchCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws InterruptedException {
    var config = session.config();
    try (var database = Wiring.database(config);
        var ledger = Wiring.ledger(config, database);
        var fetcher = WayOut.fetcher(config, Time.MACHINE, ledger)) {
      var repairing = Wiring.repairing(() -> config, database, fetcher);
      var searched = 0;
      while (repairing.turn()) {
        searched++;
      }
      session.terminal().say("Looked for " + Shown.count(searched, "feed") + ".");
      return CommandTree.OK;
    }
  }
}
