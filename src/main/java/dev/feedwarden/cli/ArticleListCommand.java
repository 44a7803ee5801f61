package dev.feedwarden.cli;

import dev.feedwarden.model.Article;
import dev.feedwarden.model.OperatorMistake;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.store.Articles;
import dev.feedwarden.store.Registry;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(name = "list", description = "The newest articles, newest first.")
final class ArticleListCommand implements Callable<Integer> {
  private static final int PAGE = 500;

  @Option(names = "--source", paramLabel = "ID", description = "Only those of one source.")
  private @Nullable String source;

  @Option(names = "--limit", paramLabel = "N", description = "How many; 20 by default.")
  private int limit = 20;

  @Option(names = "--unique", description = "Leave out duplicates of another source's article.")
  private boolean unique;

  @Option(names = "--json", description = "Print JSON lines.")
  private boolean json;

  private final Session session;

  ArticleListCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    if (limit < 1) {
      throw new OperatorMistake("--limit takes a number from 1, not " + limit + ".");
    }
    var only = source == null ? null : Session.sourceId(source);
    try (var database = session.database()) {
      if (only != null && new Registry(database).find(only).isEmpty()) {
        throw Session.unknown(only);
      }
      print(new Articles(database), only);
      return CommandTree.OK;
    }
  }

  private void print(Articles articles, @Nullable SourceId only) {
    var table = new Table("ID", "PUBLISHED", "TITLE", "LINK");
    var before = Long.MAX_VALUE;
    var left = limit;
    while (left > 0) {
      var most = Math.min(left, PAGE);
      var page =
          unique ? articles.latestUnique(only, before, most) : articles.latest(only, before, most);
      if (page.isEmpty()) {
        break;
      }
      page.forEach(article -> show(article, table));
      before = page.getLast().id();
      left -= page.size();
    }
    if (!json && before == Long.MAX_VALUE) {
      session.terminal().say("No articles yet. Fetch some with: feedwarden ingest");
    } else if (!json) {
      table.print(session.terminal());
    }
  }

  private void show(Article article, Table table) {
    if (json) {
      ArticleFields.listed(article).print(session.terminal(), true);
      return;
    }
    var published = article.version().dates().published();
    table.row(
        String.valueOf(article.id()),
        published == null ? "-" : published.toString().substring(0, 10),
        Shown.cut(Shown.remote(article.version().content().title()), 60),
        Shown.remote(article.version().content().link()));
  }
}
