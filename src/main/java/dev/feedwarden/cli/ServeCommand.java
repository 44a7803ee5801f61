package dev.feedwarden.cli;

import dev.feedwarden.app.LiveConfig;
import dev.feedwarden.app.Wiring;
import dev.feedwarden.poll.Indexer;
import dev.feedwarden.poll.Loop;
import dev.feedwarden.store.ArticleIndex;
import dev.feedwarden.store.Registry;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;

@Command(
    name = "serve",
    description = {
      "Poll every source when it is due, until SIGTERM or Ctrl-C.",
      "feedwarden.yaml is followed while it runs; what needs a restart is said in the log."
    })
final class ServeCommand implements Callable<Integer> {
  private static final Duration LOOK = Duration.ofSeconds(1);

  private final Session session;

  ServeCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws InterruptedException {
    var live = new LiveConfig(session.configuration(), session.terminal());
    var config = live.begin();
    var closed = new CountDownLatch(1);
    try (var database = Wiring.database(config);
        var fetcher = Wiring.fetcher(config);
        var commits = Wiring.commits(database);
        var _ = new Indexer(new ArticleIndex(database))) {
      var loop = Wiring.loop(live, database, fetcher, commits);
      Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(loop, closed)));
      var watch = Thread.ofVirtual().start(() -> watch(live));
      session
          .terminal()
          .say(
              "Polling "
                  + Shown.count(new Registry(database).count(), "source")
                  + ", at most "
                  + config.schedule().workers()
                  + " at once. Stop with Ctrl-C.");
      loop.run();
      watch.interrupt();
    } finally {
      closed.countDown();
    }
    return CommandTree.OK;
  }

  // A stop that was asked for is no failure, whatever code the virtual machine would give it.
  private void stop(Loop loop, CountDownLatch closed) {
    if (closed.getCount() == 0) {
      return; // it ended by itself
    }
    loop.stop();
    try {
      closed.await();
      Runtime.getRuntime().halt(session.terminal().outWasWritten() ? CommandTree.OK : 1);
    } catch (InterruptedException impatient) {
      Thread.currentThread().interrupt();
    }
  }

  private static void watch(LiveConfig live) {
    try {
      while (true) {
        Thread.sleep(LOOK);
        live.look();
      }
    } catch (InterruptedException over) {
      Thread.currentThread().interrupt();
    }
  }
}
