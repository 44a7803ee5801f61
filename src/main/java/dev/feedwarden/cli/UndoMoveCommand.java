package dev.feedwarden.cli;

import dev.feedwarden.model.OperatorMistake;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.poll.Relocation;
import dev.feedwarden.store.Database;
import dev.feedwarden.store.Moving.Undone;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "undo-move",
    description = {
      "Take a feed's last move or merge back.",
      "It is polled at its old address at once, and not moved to that target again unless somebody"
          + " says so."
    })
@SuppressWarnings("NullAway.Init") // picocli fills the fields
final class UndoMoveCommand implements Callable<Integer> {
  @Parameters(paramLabel = "ID", description = "The source's id.")
  private String id;

  private final Session session;

  UndoMoveCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    try (var database = session.database()) {
      session.terminal().say(undo(database, Session.sourceId(id)));
      return CommandTree.OK;
    }
  }

  static String undo(Database database, SourceId source) {
    return switch (new Relocation(database, SourceArgument.who()).undo(source)) {
      case Undone.Back(var to) -> "Back at " + Shown.remote(to.masked());
      case Undone.Nothing _ ->
          throw new OperatorMistake("The feed of " + source + " has not moved.");
      case Undone.Unknown _ -> throw Session.unknown(source);
      case Undone.Taken(var by) ->
          throw new OperatorMistake("The old address is registered meanwhile, as " + by + ".");
    };
  }
}
