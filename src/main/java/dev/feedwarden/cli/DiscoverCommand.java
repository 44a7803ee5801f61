package dev.feedwarden.cli;

import dev.feedwarden.api.FoundFields;
import dev.feedwarden.app.WayOut;
import dev.feedwarden.model.Cause;
import dev.feedwarden.model.OperatorMistake;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.poll.Discovery;
import dev.feedwarden.poll.Discovery.Findings;
import dev.feedwarden.poll.Discovery.Found;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "discover", description = "Find the feeds of a web page; store nothing.")
@SuppressWarnings("NullAway.Init") // picocli fills the fields
final class DiscoverCommand implements Callable<Integer> {
  @Parameters(paramLabel = "URL", description = "The page's address.")
  private String url;

  @Option(names = "--json", description = "Print a JSON line for every feed.")
  private boolean json;

  private final Session session;

  DiscoverCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws InterruptedException {
    var page = Session.url(url);
    var config = session.config();
    try (var fetcher = WayOut.fetcher(config)) {
      var findings = Discovery.of(page, fetcher, WayOut.gap(config));
      var problem = findings.problem();
      if (problem != null
          && problem.cause() == Cause.BLOCKED_ADDRESS
          && findings.feeds().isEmpty()) {
        throw new OperatorMistake(Refusal.of(page));
      }
      report(page, findings);
      return CommandTree.OK;
    }
  }

  private void report(WebUrl page, Findings findings) {
    var terminal = session.terminal();
    if (json) {
      findings.feeds().forEach(feed -> terminal.json(FoundFields.of(feed)));
      return;
    }
    if (findings.feeds().isEmpty()) {
      var problem = findings.problem();
      terminal.say(
          "No feed was found for %s (%s%s)."
              .formatted(
                  page.masked(),
                  findings.requests() == 1
                      ? "1 address asked"
                      : findings.requests() + " addresses asked",
                  problem == null ? "" : "; the page itself: " + problem.reason()));
      return;
    }
    var table = new Table("TITLE", "FORMAT", "ITEMS", "LATEST", "FOUND", "URL");
    findings.feeds().forEach(feed -> row(feed, table));
    table.print(terminal);
    terminal.say("");
    terminal.say(
        "Register one with: feedwarden sources add " + findings.feeds().getFirst().url().masked());
  }

  private static void row(Found found, Table table) {
    var latest = FoundFields.latest(found);
    table.row(
        Shown.cut(Shown.remote(found.feed().channel().names().title()), 50),
        found.feed().format().wire(),
        String.valueOf(found.feed().items().size()),
        latest == null ? "-" : latest.toString().substring(0, 10),
        found.how().wire(),
        found.url().masked());
  }
}
