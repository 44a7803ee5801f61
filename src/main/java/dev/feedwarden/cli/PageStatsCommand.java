package dev.feedwarden.cli;

import dev.feedwarden.store.Pages;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(name = "stats", description = "How many pages are in which state, and why.")
final class PageStatsCommand implements Callable<Integer> {
  @Option(names = "--source", paramLabel = "ID", description = "Only those of one source.")
  private @Nullable String source;

  @Option(names = "--json", description = "Print JSON lines.")
  private boolean json;

  private final Session session;

  PageStatsCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    try (var database = session.database()) {
      var table = new Table("STATE", "REASON", "PAGES");
      var counts = new Pages(database).counts(PageOptions.source(database, source));
      for (var count : counts) {
        var reason = count.reason() == null ? null : count.reason().wire();
        if (json) {
          new Fields()
              .with("state", count.state().wire())
              .with("reason", reason)
              .with("pages", count.pages())
              .print(session.terminal(), true);
        }
        table.row(
            count.state().wire(), reason == null ? "-" : reason, String.valueOf(count.pages()));
      }
      if (!json && counts.isEmpty()) {
        session.terminal().say("No pages.");
      } else if (!json) {
        table.print(session.terminal());
      }
      return CommandTree.OK;
    }
  }
}
