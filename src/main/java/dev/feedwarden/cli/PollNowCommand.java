package dev.feedwarden.cli;

import dev.feedwarden.store.Interventions;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "poll",
    description = {
      "Make a feed due at once: a running 'serve' polls it within a second or so, the next",
      "'ingest' otherwise. A cooldown is cut short by a probe; the host's pace is kept."
    })
final class PollNowCommand implements Callable<Integer> {
  @Mixin private final SourceArgument source = new SourceArgument();

  private final Session session;

  PollNowCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    var id = source.id();
    try (var database = session.database()) {
      var done = new Interventions(database).pollNow(id, database.now());
      return source.tell(done, "Due now:", "", session.terminal());
    }
  }
}
