package dev.feedwarden.cli;

import dev.feedwarden.api.SourceFields;
import dev.feedwarden.store.Registry;
import dev.feedwarden.store.SourceLists;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(name = "list", description = "Sources with their state, all unless you say which.")
final class ListCommand implements Callable<Integer> {
  @Mixin private final FilterOptions filter = new FilterOptions();

  @Option(names = "--json", description = "Print JSON lines.")
  private boolean json;

  private final Session session;

  ListCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    var wanted = filter.filter();
    try (var database = session.database()) {
      var now = database.now();
      var lists = new SourceLists(database);
      if (json) {
        Registrations.forEach(
            lists, wanted, now, r -> Registrations.fields(r).print(session.terminal(), true));
        return CommandTree.OK;
      }
      if (new Registry(database).count() == 0) {
        session.terminal().say(IngestCommand.NO_SOURCES);
        return CommandTree.OK;
      }
      var table = new Table("ID", "STATE", "ERRORS", "POLLED", "NEXT", "NAME", "FEED");
      Registrations.forEach(
          lists,
          wanted,
          now,
          r ->
              table.row(
                  r.source().id().value(),
                  SourceFields.state(r),
                  String.valueOf(r.state().health().consecutiveErrors()),
                  Shown.when(r.state().visits().lastPolledAt(), now),
                  Shown.due(r.state().next().at(), now),
                  Shown.cut(Shown.remote(r.source().settings().name()), 30),
                  r.source().settings().feedUrl() == null
                      ? "-"
                      : r.source().settings().feedUrl().masked()));
      table.print(session.terminal());
      return CommandTree.OK;
    }
  }
}
