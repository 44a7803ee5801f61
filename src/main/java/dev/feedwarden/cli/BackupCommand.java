package dev.feedwarden.cli;

import dev.feedwarden.app.Wiring;
import dev.feedwarden.store.Backup;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "backup",
    description = {
      "Write a copy of the SQLite database to a file, also while it is used; see docs/backup.md.",
      "The keys in the data folder are not in it: keep a copy of them apart."
    })
@SuppressWarnings("NullAway.Init") // picocli fills the fields
final class BackupCommand implements Callable<Integer> {
  @Parameters(paramLabel = "FILE", description = "Where to; only its owner may read it.")
  private Path file;

  @Option(names = "--force", description = "Replace a file of that name.")
  private boolean force;

  private final Session session;

  BackupCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    var config = session.config();
    var bytes = Backup.make(Wiring.access(config, config.database().url()), file, force);
    session.terminal().remark("%s: %,d bytes.".formatted(file, bytes));
    return CommandTree.OK;
  }
}
