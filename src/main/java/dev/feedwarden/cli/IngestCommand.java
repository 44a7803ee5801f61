package dev.feedwarden.cli;

import dev.feedwarden.app.Config;
import dev.feedwarden.app.WayOut;
import dev.feedwarden.app.Wiring;
import dev.feedwarden.fetch.Time;
import dev.feedwarden.model.OperatorMistake;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.poll.RunSummary;
import dev.feedwarden.store.BatchQueue.Selection;
import dev.feedwarden.store.Database;
import dev.feedwarden.store.Registry;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "ingest",
    description = {
      "Visit sources once, the least recently visited first, and store what is new.",
      "A wait that is only rhythm (an interval) may be cut short by hand, down to",
      "MIN_FETCH_INTERVAL_SEC; one that a server or a cooldown imposed may not."
    })
final class IngestCommand implements Callable<Integer> {
  static final String NO_SOURCES =
      "No sources yet. Add one with: feedwarden sources add URL, or many with: feedwarden sources"
          + " import FILE.opml";
  private static final int MOST_PARALLEL = 256;

  @Option(names = "--limit", paramLabel = "N", description = "Sources at most; 10 by default.")
  private int limit = 10;

  @Option(names = "--only-feed-url", paramLabel = "URL", description = "Only this feed.")
  private @Nullable String onlyFeedUrl;

  @Option(names = "--only-source-id", paramLabel = "ID", description = "Only this source.")
  private @Nullable String onlySourceId;

  @Option(names = "--parallel", paramLabel = "N", description = "Sources at once; 1 by default.")
  private int parallel = 1;

  @Option(
      names = "--force",
      description = "Whatever they wait for, except for a manual disable and the host's pace.")
  private boolean force;

  @Option(names = "--fail-on-error", description = "End with 3 if a source failed.")
  private boolean failOnError;

  @Option(names = "--json", description = "Print JSON lines.")
  private boolean json;

  private final Session session;

  IngestCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws InterruptedException {
    if (limit < 1) {
      throw new OperatorMistake("--limit takes a number from 1, not " + limit + ".");
    }
    if (parallel < 1 || parallel > MOST_PARALLEL) {
      throw new OperatorMistake(
          "--parallel takes 1 to " + MOST_PARALLEL + ", not " + parallel + ".");
    }
    var id = onlySourceId == null ? null : Session.sourceId(onlySourceId);
    var feed = onlyFeedUrl == null ? null : Session.url(onlyFeedUrl);
    var config = session.config();
    try (var database = Wiring.database(config)) {
      requireKnown(new Registry(database), id, feed);
      var selection = new Selection(id, feed, config.schedule().minFetchInterval(), force);
      var summary = run(config, database, selection);
      return exitCode(summary);
    }
  }

  private static void requireKnown(
      Registry registry, @Nullable SourceId id, @Nullable WebUrl feed) {
    if (id != null && registry.find(id).isEmpty()) {
      throw Session.unknown(id);
    }
    if (feed != null && registry.findByFeed(feed).isEmpty()) {
      throw new OperatorMistake(
          "The feed "
              + feed.masked()
              + " is not registered; add it with 'feedwarden sources add'.");
    }
  }

  private RunSummary run(Config config, Database database, Selection selection)
      throws InterruptedException {
    try (var ledger = Wiring.ledger(config, database);
        var fetcher = WayOut.fetcher(config, Time.MACHINE, ledger);
        var commits = Wiring.commits(database);
        var report = new IngestReport(session.terminal(), json, isForOne(selection))) {
      var batch = Wiring.batch(config, database, fetcher, commits);
      var summary = batch.run(selection, limit, parallel, report);
      report.finished(summary, new Registry(database).count());
      return summary;
    }
  }

  private static boolean isForOne(Selection selection) {
    return selection.onlySource() != null || selection.onlyFeed() != null;
  }

  private int exitCode(RunSummary summary) {
    if (summary.faults() > 0) {
      return CommandTree.OUR_FAULT;
    }
    return failOnError && summary.failed() > 0 ? CommandTree.SOME_FAILED : CommandTree.OK;
  }
}
