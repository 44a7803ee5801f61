package dev.feedwarden.cli;

import dev.feedwarden.store.MoveLog;
import dev.feedwarden.store.Registry;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "moves", description = "Where a source's feed went, the latest move first.")
@SuppressWarnings("NullAway.Init") // picocli fills the fields
final class MovesCommand implements Callable<Integer> {
  private static final int MOST = 100;

  @Parameters(paramLabel = "ID", description = "The source's id.")
  private String id;

  @Option(names = "--json", description = "Print JSON lines.")
  private boolean json;

  private final Session session;

  MovesCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    var source = Session.sourceId(id);
    try (var database = session.database()) {
      if (new Registry(database).find(source).isEmpty()) {
        throw Session.unknown(source);
      }
      var moves = new MoveLog(database).latest(source, MOST);
      if (json) {
        moves.forEach(move -> fields(move).print(session.terminal(), true));
      } else if (moves.isEmpty()) {
        session.terminal().say("It is where it was registered.");
      } else {
        var now = database.now();
        var table = new Table("WHEN", "STATE", "HOW", "FROM", "TO", "BY", "EVIDENCE");
        moves.forEach(
            move ->
                table.row(
                    Shown.when(move.at(), now),
                    move.state(),
                    move.ground().how(),
                    Shown.remote(move.from().masked()),
                    Shown.remote(move.to().masked()),
                    Shown.remote(move.ground().by()),
                    Shown.remote(move.ground().evidence())));
        table.print(session.terminal());
      }
      return CommandTree.OK;
    }
  }

  private static Fields fields(MoveLog.Entry move) {
    return new Fields()
        .with("id", move.id())
        .with("at", move.at())
        .with("state", move.state())
        .with("how", move.ground().how())
        .with("from_url", move.from().masked())
        .with("to_url", move.to().masked())
        .with("merged_into", move.mergedInto() == null ? null : move.mergedInto().value())
        .with("evidence", move.ground().evidence())
        .with("by", move.ground().by());
  }
}
