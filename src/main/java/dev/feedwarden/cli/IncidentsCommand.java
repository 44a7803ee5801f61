package dev.feedwarden.cli;

import dev.feedwarden.cli.Terminal.Tint;
import dev.feedwarden.model.Incident;
import dev.feedwarden.store.Incidents;
import java.time.Instant;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "incidents",
    description = "What is or was wrong with more than one feed, the newest first.")
final class IncidentsCommand implements Callable<Integer> {
  @Option(names = "--open", description = "Only those that last.")
  private boolean open;

  @Mixin private final LimitOption limit = new LimitOption();

  @Option(names = "--json", description = "Print JSON lines.")
  private boolean json;

  private final Session session;

  IncidentsCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    var rows = limit.rows();
    try (var database = session.database()) {
      var found = new Incidents(database).list(open, Long.MAX_VALUE, rows);
      if (json) {
        found.forEach(one -> fields(one).print(session.terminal(), true));
      } else if (found.isEmpty()) {
        session.terminal().say(open ? "No open incidents." : "No incidents.");
      } else {
        var now = database.now();
        var table = new Table("ID", "KIND", "BEGAN", "ENDED", "SCOPE", "EVIDENCE");
        found.forEach(one -> row(table, one, now));
        table.print(session.terminal());
      }
      return CommandTree.OK;
    }
  }

  private void row(Table table, Incident one, Instant now) {
    table.row(
        String.valueOf(one.id()),
        one.kind().wire(),
        Shown.when(one.beganAt(), now),
        one.endedAt() == null
            ? session.terminal().tint(Tint.BAD, "open")
            : Shown.when(one.endedAt(), now),
        Shown.remote(one.scope()),
        Shown.remote(one.evidence()));
  }

  private static Fields fields(Incident one) {
    return new Fields()
        .with("id", one.id())
        .with("kind", one.kind().wire())
        .with("scope", one.scope())
        .with("evidence", one.evidence())
        .with("began_at", one.beganAt())
        .with("ended_at", one.endedAt());
  }
}
