package dev.feedwarden.cli;

import dev.feedwarden.store.Interventions;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(name = "remove", description = "Forget a source, its articles and its history.")
final class RemoveCommand implements Callable<Integer> {
  @Mixin private final SourceArgument source = new SourceArgument();

  private final Session session;

  RemoveCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    var id = source.id();
    try (var database = session.database()) {
      return source.tell(new Interventions(database).remove(id), "Removed", "", session.terminal());
    }
  }
}
