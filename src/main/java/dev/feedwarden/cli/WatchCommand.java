package dev.feedwarden.cli;

import dev.feedwarden.app.LiveConfig;
import dev.feedwarden.app.LiveFeeds;
import dev.feedwarden.store.Database;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "watch",
    description = {
      "Poll the feeds of a file, until SIGTERM or Ctrl-C.",
      "The file is followed while this runs: what it names anew is added, what it no longer names"
          + " is removed if it was the file that added it. There is no API unless LISTEN says"
          + " where."
    })
@SuppressWarnings("NullAway.Init") // picocli fills the fields
final class WatchCommand implements Callable<Integer> {
  @Parameters(paramLabel = "FILE", description = "The feeds, in YAML; see docs/watch.md.")
  private Path file;

  @Option(
      names = "--slack",
      paramLabel = "URL",
      description = "Tell a Slack channel by its incoming webhook; or set SLACK_WEBHOOK_URL.")
  private @Nullable String slack;

  private final Session session;

  WatchCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws InterruptedException {
    session.configuration().listenOnlyIfTold();
    if (slack != null) {
      session.configuration().slack(slack);
    }
    var live = new LiveConfig(session.configuration(), session.terminal());
    return new Service(session).run(live, new Following(new LiveFeeds(file, live)), Role.ALL);
  }

  private record Following(LiveFeeds feeds) implements Service.Duty {
    @Override
    public void begin(Database database) {
      feeds.apply(database);
    }

    @Override
    public void look(Database database) {
      feeds.look(database);
    }
  }
}
