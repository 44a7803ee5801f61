package dev.feedwarden.cli;

import dev.feedwarden.app.JdbcUrl;
import dev.feedwarden.app.Wiring;
import dev.feedwarden.store.Removal;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "migrate",
    description = {
      "Carry everything from a SQLite database to an empty PostgreSQL one, all or nothing.",
      "Stop the service first. The old database is left as it is; afterwards DATABASE_URL names the"
          + " new one."
    })
@SuppressWarnings("NullAway.Init") // picocli fills the fields
final class MigrateCommand implements Callable<Integer> {
  @Option(
      names = "--from",
      paramLabel = "URL",
      required = true,
      description = "sqlite: and the path of the file.")
  private String from;

  @Option(
      names = "--to",
      paramLabel = "URL",
      description =
          "postgresql://HOST/DATABASE; DATABASE_URL by default. The login is in DATABASE_USER and"
              + " DATABASE_PASSWORD.")
  private @Nullable String to;

  private final Session session;

  MigrateCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    var config = session.config();
    var there = to == null ? config.database().url() : JdbcUrl.typed(to);
    var carried =
        Removal.carry(Wiring.access(config, JdbcUrl.typed(from)), Wiring.access(config, there));
    var rows = carried.stream().mapToLong(Removal.Carried::rows).sum();
    carried.stream()
        .filter(one -> one.rows() > 0)
        .forEach(one -> session.terminal().say("%,12d  %s".formatted(one.rows(), one.table())));
    session
        .terminal()
        .remark(
            Shown.count(rows, "row") + " carried. Set DATABASE_URL to the new database and start.");
    return CommandTree.OK;
  }
}
