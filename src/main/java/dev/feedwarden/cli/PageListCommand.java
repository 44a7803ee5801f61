package dev.feedwarden.cli;

import dev.feedwarden.api.PageFields;
import dev.feedwarden.model.OperatorMistake;
import dev.feedwarden.model.Page;
import dev.feedwarden.store.Pages;
import java.time.Instant;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(name = "list", description = "Pages, the newest first.")
final class PageListCommand implements Callable<Integer> {
  private static final int MOST = 10_000;

  @Mixin private final PageOptions which = new PageOptions();

  @Option(names = "--limit", paramLabel = "N", description = "How many; 20 by default.")
  private int limit = 20;

  @Option(names = "--json", description = "Print JSON lines.")
  private boolean json;

  private final Session session;

  PageListCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    if (limit < 1 || limit > MOST) {
      throw new OperatorMistake("--limit takes 1 to " + MOST + ", not " + limit + ".");
    }
    try (var database = session.database()) {
      var found = new Pages(database).latest(which.filter(database), Long.MAX_VALUE, limit);
      if (json) {
        found.forEach(page -> session.terminal().json(PageFields.of(page)));
      } else if (found.isEmpty()) {
        session.terminal().say("No pages.");
      } else {
        var table = new Table("ID", "STATE", "REASON", "TRIES", "NEXT", "URL");
        var now = database.now();
        found.forEach(page -> row(table, page, now));
        table.print(session.terminal());
      }
      return CommandTree.OK;
    }
  }

  private static void row(Table table, Page page, Instant now) {
    var progress = page.progress();
    table.row(
        String.valueOf(page.id()),
        progress.state().wire(),
        progress.reason() == null ? "-" : progress.reason().wire(),
        String.valueOf(progress.tries().attempts()),
        progress.nextAttemptAt() == null ? "-" : Shown.when(progress.nextAttemptAt(), now),
        Shown.remote(page.url().masked()));
  }
}
