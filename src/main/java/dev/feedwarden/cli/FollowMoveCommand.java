package dev.feedwarden.cli;

import dev.feedwarden.model.OperatorMistake;
import dev.feedwarden.poll.Relocation;
import dev.feedwarden.store.Moving.Moved;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "follow-move",
    description = "Take the address that a feed is said to have moved to, proved or not.")
@SuppressWarnings("NullAway.Init") // picocli fills the fields
final class FollowMoveCommand implements Callable<Integer> {
  @Parameters(paramLabel = "ID", description = "The source's id.")
  private String id;

  private final Session session;

  FollowMoveCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    var source = Session.sourceId(id);
    try (var database = session.database()) {
      var moved = new Relocation(database, SourceArgument.who()).follow(source).orElse(null);
      if (moved == null) {
        throw new OperatorMistake("Nothing says that the feed of " + source + " has moved.");
      }
      session.terminal().say(told(moved));
      return CommandTree.OK;
    }
  }

  static String told(Moved moved) {
    return switch (moved) {
      case Moved.To(var to) -> "Now at " + Shown.remote(to.masked());
      case Moved.Merged(var into) -> "Merged into " + into;
      case Moved.Unchanged _ -> "It is there already.";
      case Moved.Distrusted _ ->
          throw new OperatorMistake("The source that has this feed is not polled.");
      case Moved.Stale _ -> throw new OperatorMistake("The source was changed meanwhile.");
    };
  }
}
