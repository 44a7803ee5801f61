package dev.feedwarden.cli;

import dev.feedwarden.model.OperatorMistake;
import dev.feedwarden.model.SourceFilter;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.store.Database;
import dev.feedwarden.store.Interventions.Done;
import dev.feedwarden.store.SourceLists;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The sources that a command changes: by their ids, or by what they are. */
final class ChosenSources {
  @Parameters(arity = "0..*", paramLabel = "ID", description = "The ids of sources.")
  private List<String> ids = List.of();

  @Mixin private final FilterOptions filter = new FilterOptions();

  @Option(names = "--all", description = "Every source.")
  private boolean all;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  /** What was typed, checked before anything is opened. */
  sealed interface Choice {
    record Ids(List<SourceId> ids) implements Choice {
      public Ids {
        ids = List.copyOf(ids);
      }
    }

    record Which(SourceFilter filter) implements Choice {}
  }

  /** What is done to each, and its result with the words for it. */
  record Told(Done done, String changed, String unchanged) {}

  Choice choice() {
    if ((ids.isEmpty() ? 0 : 1) + (filter.areGiven() ? 1 : 0) + (all ? 1 : 0) != 1) {
      throw new OperatorMistake(
          "Say which sources: ids, or one or more of --tag, --status and --search, or --all.");
    }
    return ids.isEmpty()
        ? new Choice.Which(filter.filter())
        : new Choice.Ids(ids.stream().map(Session::sourceId).distinct().toList());
  }

  /** Does it to each: one id is answered as a sentence about it, all else by counts. */
  int each(Choice choice, Database database, Function<SourceId, Told> action, Terminal terminal) {
    if (choice instanceof Choice.Ids(var given) && given.size() == 1) {
      var id = given.getFirst();
      var told = action.apply(id);
      return SourceArgument.tell(id, told.done(), told.changed(), told.unchanged(), terminal, json);
    }
    var count = new Count();
    chosen(choice, database).forEach(id -> count.add(action.apply(id).done()));
    if (json) {
      terminal.json(count.fields().map());
    } else {
      terminal.say(count.sentence());
    }
    return CommandTree.OK;
  }

  private static List<SourceId> chosen(Choice choice, Database database) {
    return switch (choice) {
      case Choice.Ids(var given) -> given;
      case Choice.Which(var which) -> {
        // All of them first: what is done to one may change what the filter lets through.
        var found = new ArrayList<SourceId>();
        Registrations.forEach(
            new SourceLists(database), which, database.now(), r -> found.add(r.source().id()));
        yield found;
      }
    };
  }

  private static final class Count {
    private int changed;
    private int unchanged;
    private int stopped;
    private int unknown;

    void add(Done done) {
      switch (done) {
        case Done.Changed _, Done.CredentialsDropped _ -> changed++;
        case Done.Unchanged _ -> unchanged++;
        case Done.Stopped _ -> stopped++;
        case Done.Unknown _, Done.Stale _, Done.Taken _ -> unknown++;
      }
    }

    String sentence() {
      return Shown.count(changed, "source")
          + " changed"
          + (unchanged > 0 ? ", " + unchanged + " so already" : "")
          + (stopped > 0 ? ", " + stopped + " stopped" : "")
          + (unknown > 0 ? ", " + unknown + " not there" : "")
          + ".";
    }

    Fields fields() {
      return new Fields()
          .with("changed", changed)
          .with("unchanged", unchanged)
          .with("stopped", stopped)
          .with("not_found", unknown);
    }
  }
}
