package dev.feedwarden.cli;

import dev.feedwarden.app.Wiring;
import dev.feedwarden.feed.PageKey;
import dev.feedwarden.model.OperatorMistake;
import dev.feedwarden.store.Pages;
import dev.feedwarden.store.Pages.Submitted;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "submit", description = "Queue a page; it goes before those of feeds.")
@SuppressWarnings("NullAway.Init") // picocli fills the fields
final class PageSubmitCommand implements Callable<Integer> {
  @Parameters(paramLabel = "URL", description = "The page's address.")
  private String url;

  @Option(
      names = "--source",
      paramLabel = "ID",
      required = true,
      description = "The source that it belongs to.")
  private String source;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  private final Session session;

  PageSubmitCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    var config = session.config();
    var page = Session.feed(config, url);
    var owner = Session.sourceId(source);
    try (var database = Wiring.database(config)) {
      return switch (new Pages(database).submit(page, PageKey.of(page), owner, database.now())) {
        case Submitted.New(var id) -> {
          if (json) {
            session.terminal().json(Map.of("id", id, "url", page.masked()));
          } else {
            session.terminal().say("Queued " + id + " " + page.masked());
          }
          yield CommandTree.OK;
        }
        case Submitted.Known(var id) ->
            throw new OperatorMistake("The page is known already, as " + id + ".");
        case Submitted.NoSuchSource _ -> throw Session.unknown(owner);
      };
    }
  }
}
