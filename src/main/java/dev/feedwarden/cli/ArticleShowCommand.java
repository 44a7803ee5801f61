package dev.feedwarden.cli;

import dev.feedwarden.model.Article;
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

  @Option(names = "--revisions", description = "Show what it was before it changed.")
  private boolean revisions;

  @Option(names = "--html", description = "Print the stored HTML and nothing else.")
  private boolean html;

  @Option(names = "--json", description = "Print everything as JSON.")
  private boolean json;

  private final Session session;

  ArticleShowCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    if ((html ? 1 : 0) + (json ? 1 : 0) + (revisions ? 1 : 0) > 1) {
      throw new OperatorMistake("Use one of --html, --json and --revisions.");
    }
    try (var database = session.database()) {
      var articles = new Articles(database);
      var article =
          articles
              .find(id)
              .orElseThrow(() -> new OperatorMistake("There is no article " + id + "."));
      if (html) {
        session.terminal().say(article.version().body().html());
      } else if (json) {
        ArticleFields.whole(article, articles.duplicates(id), articles.revisions(id))
            .print(session.terminal(), true);
      } else if (revisions) {
        was(articles);
      } else {
        is(articles, article);
      }
      return CommandTree.OK;
    }
  }

  private void is(Articles articles, Article article) {
    var older = article.seen().revision() - 1;
    ArticleFields.head(article, articles.duplicates(id), older).print(session.terminal(), false);
    text(article.version());
  }

  private void was(Articles articles) {
    var all = articles.revisions(id);
    if (all.isEmpty()) {
      session.terminal().say("Article " + id + " has never changed.");
    }
    all.forEach(
        revision -> {
          ArticleFields.head(revision).print(session.terminal(), false);
          text(revision.version());
          session.terminal().say("");
        });
  }

  private void text(Article.Version version) {
    session.terminal().say("");
    session.terminal().say(Shown.remote(version.content().summary()));
  }
}
