package dev.feedwarden.cli;

import dev.feedwarden.model.OperatorMistake;
import dev.feedwarden.model.Tag;
import dev.feedwarden.store.ArticleCursor;
import dev.feedwarden.store.ArticleLists;
import dev.feedwarden.store.ArticleLists.Filter;
import dev.feedwarden.store.ArticleLists.Item;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
    name = "articles",
    description = {"The stored articles.", "With --follow each as it is stored, until Ctrl-C."})
final class ArticlesCommand implements Callable<Integer> {
  private static final Duration LOOK = Duration.ofSeconds(1);
  private static final int PAGE = 100;

  @Option(names = "--follow", description = "Print articles as they are stored.")
  private boolean follow;

  @Option(names = "--json", description = "Print JSON lines.")
  private boolean json;

  @Option(names = "--source", paramLabel = "ID", description = "Only those of one source.")
  private @Nullable String source;

  @Option(names = "--tag", paramLabel = "TAG", description = "Only of sources with this tag.")
  private @Nullable String tag;

  @Option(
      names = "--after",
      paramLabel = "CURSOR",
      description = "Go on where a line said that it was; '' for the first article.")
  private @Nullable String after;

  @Spec
  @SuppressWarnings("NullAway.Init") // picocli fills it
  private CommandSpec spec;

  private final Session session;

  ArticlesCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws InterruptedException {
    if (!follow) {
      throw new ParameterException(
          spec.commandLine(), "Say what to do: list, show, or follow with --follow.");
    }
    var filter = new Filter(null, source == null ? null : Session.sourceId(source), tag(tag), null);
    try (var database = session.database()) {
      var lists = new ArticleLists(database);
      var place = after == null ? lists.end() : cursor(after);
      while (!session.terminal().out().checkError()) { // nobody reads any more
        var page = lists.after(filter, place, PAGE).orElseThrow(ArticlesCommand::foreign);
        page.items().forEach(this::print);
        place = page.next();
        if (!page.more()) {
          Thread.sleep(LOOK);
        }
      }
      return CommandTree.OK;
    }
  }

  private void print(Item item) {
    if (json) {
      ArticleFields.listed(item.article())
          .with("cursor", item.at().text())
          .print(session.terminal(), true);
      return;
    }
    var content = item.article().version().content();
    session.terminal().say(Shown.remote(content.title()) + "  " + Shown.remote(content.link()));
  }

  private static ArticleCursor cursor(String text) {
    return text.isEmpty()
        ? ArticleCursor.START
        : ArticleCursor.parse(text).orElseThrow(ArticlesCommand::foreign);
  }

  private static OperatorMistake foreign() {
    return new OperatorMistake("--after takes a cursor that a line of --follow --json has shown.");
  }

  private static @Nullable String tag(@Nullable String text) {
    return text == null
        ? null
        : Tag.parse(text)
            .map(Tag::value)
            .orElseThrow(() -> new OperatorMistake("--tag takes a tag, not " + Shown.remote(text)));
  }
}
