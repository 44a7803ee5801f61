package dev.feedwarden.cli;

import dev.feedwarden.api.PageFields;
import dev.feedwarden.model.Page;
import dev.feedwarden.store.Pages;
import java.time.Instant;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(name = "list", description = "Pages, the newest first.")
final class PageListCommand implements Callable<Integer> {
  @Mixin private final PageOptions which = new PageOptions();

  @Mixin private final LimitOption limit = new LimitOption();

  @Option(names = "--json", description = "Print JSON lines.")
  private boolean json;

  private final Session session;

  PageListCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    var rows = limit.rows();
    try (var database = session.database()) {
      var found = new Pages(database).latest(which.filter(database), Long.MAX_VALUE, rows);
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
