package dev.feedwarden.cli;

import dev.feedwarden.api.RepairFields;
import dev.feedwarden.model.Repair;
import dev.feedwarden.model.Repair.State;
import dev.feedwarden.store.Repairs;
import java.time.Instant;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(name = "list", description = "What waits for a decision, the newest first.")
final class RepairListCommand implements Callable<Integer> {
  private static final int MOST = 1_000;

  @Option(names = "--all", description = "Also what was decided before.")
  private boolean all;

  @Option(names = "--json", description = "Print JSON lines.")
  private boolean json;

  private final Session session;

  RepairListCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    try (var database = session.database()) {
      var found =
          new Repairs(database).list(all ? null : State.PROPOSED, null, Long.MAX_VALUE, MOST);
      if (json) {
        found.forEach(repair -> session.terminal().json(RepairFields.of(repair)));
      } else if (found.isEmpty()) {
        session.terminal().say("Nothing is proposed.");
      } else {
        var now = database.now();
        var table = new Table("ID", "STATE", "SURE", "SOURCE", "TO", "FOUND", "WHY", "PROPOSED");
        found.forEach(repair -> row(table, repair, now));
        table.print(session.terminal());
      }
      return CommandTree.OK;
    }
  }

  private static void row(Table table, Repair repair, Instant now) {
    table.row(
        String.valueOf(repair.id()),
        repair.state().wire(),
        repair.proof().confidence() + " %",
        repair.source().value(),
        Shown.remote(repair.to().masked()),
        repair.proof().how(),
        Shown.remote(repair.proof().text()),
        Shown.when(repair.proposedAt(), now));
  }
}
