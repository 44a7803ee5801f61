package dev.feedwarden.cli;

import dev.feedwarden.model.OperatorMistake;
import dev.feedwarden.store.Articles;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "show", description = "One article in full.")
final class ArticleShowCommand implements Callable<Integer> {
  @Parameters(paramLabel = "ID", description = "The article's number.")
  private long id;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  private final Session session;

  ArticleShowCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    try (var database = session.database()) {
      var article =
          new Articles(database)
              .find(id)
              .orElseThrow(() -> new OperatorMistake("There is no article " + id + "."));
      ArticleListCommand.fields(article).print(session.terminal(), json);
      return CommandTree.OK;
    }
  }
}
