package dev.feedwarden.cli;

import dev.feedwarden.model.HostKey;
import dev.feedwarden.model.HostState;
import dev.feedwarden.store.HostQueue;
import dev.feedwarden.store.Registry;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "show", description = "One source in full.")
@SuppressWarnings("NullAway.Init") // picocli fills the fields
final class ShowCommand implements Callable<Integer> {
  @Parameters(paramLabel = "ID", description = "The source's id.")
  private String id;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  private final Session session;

  ShowCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    var source = Session.sourceId(id);
    try (var database = session.database()) {
      var found = new Registry(database).find(source).orElseThrow(() -> Session.unknown(source));
      var host = new HostQueue(database).look(source).map(HostState::host);
      Registrations.fields(found)
          .with("host", host.map(HostKey::value).orElse(null))
          .print(session.terminal(), json);
      return CommandTree.OK;
    }
  }
}
