package dev.feedwarden.cli;

import dev.feedwarden.model.OperatorMistake;
import dev.feedwarden.model.Repair;
import dev.feedwarden.model.Repair.State;
import dev.feedwarden.poll.Relocation;
import dev.feedwarden.poll.Relocation.Decided;
import dev.feedwarden.store.Database;
import dev.feedwarden.store.Repairs;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** A person's word on one repair. */
@SuppressWarnings("NullAway.Init") // picocli fills the fields
abstract class RepairDecisionCommand implements Callable<Integer> {
  @Parameters(paramLabel = "ID", description = "The repair's number; see 'repair list'.")
  private long id;

  private final Session session;

  private RepairDecisionCommand(Session session) {
    this.session = session;
  }

  abstract String decide(Database database, Repair repair);

  @Override
  public final Integer call() {
    try (var database = session.database()) {
      var repair = new Repairs(database).find(id).orElseThrow(() -> unknown(id));
      session.terminal().say(decide(database, repair));
      return CommandTree.OK;
    }
  }

  private static OperatorMistake unknown(long id) {
    return new OperatorMistake("There is no repair " + id + "; see 'feedwarden repair list'.");
  }

  private static String told(Decided decided, Repair repair, String done) {
    return switch (decided) {
      case Decided.Done _ -> done;
      case Decided.Unknown _ -> throw unknown(repair.id());
      case Decided.Before(var state) ->
          throw new OperatorMistake(
              "The repair " + repair.id() + " was decided before: " + state.wire() + ".");
      case Decided.Refused(var why) -> throw new OperatorMistake(why);
    };
  }

  @Command(name = "accept", description = "Give the feed this address; it is polled at once.")
  static final class Accept extends RepairDecisionCommand {
    Accept(Session session) {
      super(session);
    }

    @Override
    String decide(Database database, Repair repair) {
      return told(
          new Relocation(database, SourceArgument.who()).accept(repair.id()),
          repair,
          "Now at " + Shown.remote(repair.to().masked()));
    }
  }

  @Command(name = "reject", description = "Leave the feed where it is; this is not proposed again.")
  static final class Reject extends RepairDecisionCommand {
    Reject(Session session) {
      super(session);
    }

    @Override
    String decide(Database database, Repair repair) {
      return told(
          new Relocation(database, SourceArgument.who()).reject(repair.id()), repair, "Rejected.");
    }
  }

  @Command(name = "undo", description = "Give the feed its old address back.")
  static final class Undo extends RepairDecisionCommand {
    Undo(Session session) {
      super(session);
    }

    @Override
    String decide(Database database, Repair repair) {
      if (repair.state() != State.ACCEPTED) {
        throw new OperatorMistake("The repair " + repair.id() + " was not accepted.");
      }
      return UndoMoveCommand.undo(database, repair.source());
    }
  }
}
