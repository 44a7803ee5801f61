package dev.feedwarden.cli;

import dev.feedwarden.app.LiveConfig;
import dev.feedwarden.store.Database;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "serve",
    description = {
      "Poll every source when it is due, until SIGTERM or Ctrl-C.",
      "feedwarden.yaml is followed while it runs; what needs a restart is said in the log."
    })
@SuppressWarnings("NullAway.Init") // picocli fills the fields
final class ServeCommand implements Callable<Integer> {
  @Option(
      names = "--role",
      paramLabel = "ROLE",
      defaultValue = "all",
      description = {
        "all: poll, deliver and answer; api: answer only; worker: poll and deliver, and of the"
            + " HTTP faces offer only health and metrics. Several processes on one PostgreSQL share"
            + " the work."
      })
  private Role role;

  private final Session session;

  ServeCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws InterruptedException {
    var live = new LiveConfig(session.configuration(), session.terminal());
    return new Service(session).run(live, new NoDuty(), role);
  }

  private record NoDuty() implements Service.Duty {
    @Override
    public void begin(Database database) {}

    @Override
    public void look(Database database) {}
  }
}
