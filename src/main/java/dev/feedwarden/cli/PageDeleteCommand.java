package dev.feedwarden.cli;

import dev.feedwarden.store.Pages;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(name = "delete", description = "Forget a page and what it says.")
final class PageDeleteCommand implements Callable<Integer> {
  @Parameters(paramLabel = "ID", description = "The page's number; see 'pages list'.")
  private long id;

  private final Session session;

  PageDeleteCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    try (var database = session.database()) {
      if (!new Pages(database).delete(id)) {
        throw PageOptions.unknown(id);
      }
      session.terminal().say("Forgotten.");
      return CommandTree.OK;
    }
  }
}
