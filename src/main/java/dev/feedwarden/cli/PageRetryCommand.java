package dev.feedwarden.cli;

import dev.feedwarden.model.OperatorMistake;
import dev.feedwarden.store.Database;
import dev.feedwarden.store.Pages;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "retry",
    description = "Try a page again that was given up, skipped or waits, or all of a kind.")
final class PageRetryCommand implements Callable<Integer> {
  @Parameters(paramLabel = "ID", arity = "0..1", description = "The page's number.")
  private @Nullable Long id;

  @Mixin private final PageOptions which = new PageOptions();

  private final Session session;

  PageRetryCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    if ((id == null) != which.areGiven()) {
      throw new OperatorMistake("Name a page, or which: --state, --reason or --source.");
    }
    try (var database = session.database()) {
      var count = id == null ? many(database) : one(database, id);
      session.terminal().say(Shown.count(count, "page") + " will be tried again.");
      return CommandTree.OK;
    }
  }

  private int many(Database database) {
    return new Pages(database).retry(which.filter(database), database.now());
  }

  private static int one(Database database, long id) {
    var pages = new Pages(database);
    var page = pages.find(id).orElseThrow(() -> PageOptions.unknown(id));
    if (!pages.retry(id, database.now())) {
      throw new OperatorMistake(
          "The page "
              + id
              + " is "
              + page.progress().state().wire()
              + " and not to be tried again.");
    }
    return 1;
  }
}
