package dev.feedwarden.cli;

import dev.feedwarden.app.LiveConfig;
import dev.feedwarden.store.Database;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

@Command(
    name = "serve",
    description = {
      "Poll every source when it is due, until SIGTERM or Ctrl-C.",
      "feedwarden.yaml is followed while it runs; what needs a restart is said in the log."
    })
final class ServeCommand implements Callable<Integer> {
  private final Session session;

  ServeCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws InterruptedException {
    var live = new LiveConfig(session.configuration(), session.terminal());
    return new Service(session).run(live, new NoDuty());
  }

  private record NoDuty() implements Service.Duty {
    @Override
    public void begin(Database database) {}

    @Override
    public void look(Database database) {}
  }
}
