package dev.feedwarden.cli;

import dev.feedwarden.app.Config;
import dev.feedwarden.app.Wiring;
import dev.feedwarden.model.OperatorMistake;
import dev.feedwarden.store.Backup;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "restore",
    description = {
      "Put a backup in the place of the database; stop Feedwarden first.",
      "Feeds are asked for whole documents at their next poll, so that nothing is missed; what is"
          + " known is not stored again."
    })
final class RestoreCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "FILE",
      arity = "0..1",
      description = "What 'feedwarden backup' has written.")
  private @Nullable Path file;

  @Option(
      names = "--loaded",
      description = "The database is PostgreSQL and was loaded by pg_restore or psql already.")
  private boolean loaded;

  @Option(names = "--force", description = "Put a database aside that is there already.")
  private boolean force;

  private final Session session;

  RestoreCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    var backup = file;
    if (loaded == (backup != null)) {
      throw new OperatorMistake("Name the backup, or say --loaded for PostgreSQL; not both.");
    }
    var config = session.config();
    if (backup == null) {
      Backup.settle(Wiring.access(config, config.database().url()));
    } else {
      restore(config, backup);
    }
    session
        .terminal()
        .remark("Restored. Start Feedwarden; it asks every feed for its whole document.");
    return CommandTree.OK;
  }

  private void restore(Config config, Path backup) {
    Wiring.makeDataDir(config);
    var access = Wiring.access(config, config.database().url());
    Backup.restore(backup, access, force, Instant.now())
        .ifPresent(
            before ->
                session.terminal().remark("The database that was there is " + before + " now."));
  }
}
