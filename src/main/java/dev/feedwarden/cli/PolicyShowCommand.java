package dev.feedwarden.cli;

import dev.feedwarden.app.Config;
import dev.feedwarden.app.Wiring;
import dev.feedwarden.policy.Cells;
import dev.feedwarden.policy.ErrorTable;
import dev.feedwarden.store.Registry;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(name = "show", description = "The error table in force, cell by cell.")
final class PolicyShowCommand implements Callable<Integer> {
  @Option(names = "--source", paramLabel = "ID", description = "The one of this source.")
  private @Nullable String source;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  private final Session session;

  PolicyShowCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    var table = table(session.config());
    var fields = new Fields();
    Cells.ALL.forEach(cell -> fields.with(cell.name(), cell.of(table)));
    fields.print(session.terminal(), json);
    return CommandTree.OK;
  }

  private ErrorTable table(Config config) {
    var policy = Wiring.policy(config);
    if (source == null) {
      return policy.table();
    }
    var id = Session.sourceId(source);
    try (var database = Wiring.database(config)) {
      var found = new Registry(database).find(id).orElseThrow(() -> Session.unknown(id));
      return policy.table(found.source());
    }
  }
}
