package dev.feedwarden.cli;

import dev.feedwarden.store.Interventions;
import dev.feedwarden.store.Interventions.Done;
import java.util.concurrent.Callable;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "enable",
    description = "Put a feed back into the schedule as if it were new; it is polled at once.")
final class EnableCommand implements Callable<Integer> {
  @Mixin private final SourceArgument source = new SourceArgument();

  private final Session session;

  EnableCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    var id = source.id();
    try (var database = session.database()) {
      var done = new Interventions(database).enable(id, SourceArgument.who(), database.now());
      if (done instanceof Done.Changed) {
        LoggerFactory.getLogger(EnableCommand.class)
            .atInfo()
            .addKeyValue("source_id", id.value())
            .log("feed enabled");
      }
      return source.tell(done, "Enabled", "Already enabled:", session.terminal());
    }
  }
}
