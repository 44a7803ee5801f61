package dev.feedwarden.cli;

import dev.feedwarden.app.Config;
import dev.feedwarden.app.Wiring;
import dev.feedwarden.model.Source;
import dev.feedwarden.model.SourceId;
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
    var config = session.config();
    var policy = Wiring.policy(config);
    var all = config.policy().profile().wire();
    if (source == null) {
      show(all, policy.table());
    } else {
      var found = find(config, Session.sourceId(source));
      var own = found.settings().policy();
      show(own == null ? all : own.cells().getOrDefault(Cells.PROFILE, all), policy.table(found));
    }
    return CommandTree.OK;
  }

  private void show(String profile, ErrorTable table) {
    var fields = new Fields().with(Cells.PROFILE, profile);
    Cells.ALL.forEach(cell -> fields.with(cell.name(), cell.of(table)));
    fields.print(session.terminal(), json);
  }

  private static Source find(Config config, SourceId id) {
    try (var database = Wiring.database(config)) {
      return new Registry(database).find(id).orElseThrow(() -> Session.unknown(id)).source();
    }
  }
}
