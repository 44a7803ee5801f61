package dev.feedwarden.cli;

import dev.feedwarden.api.Metrics;
import dev.feedwarden.app.LiveConfig;
import dev.feedwarden.app.Wiring;
import dev.feedwarden.deliver.Couriers;
import dev.feedwarden.fetch.Fetcher;
import dev.feedwarden.fetch.Pauses;
import dev.feedwarden.poll.CommitQueue;
import dev.feedwarden.poll.Housekeeper;
import dev.feedwarden.poll.Indexer;
import dev.feedwarden.poll.Loop;
import dev.feedwarden.poll.Pulse;
import dev.feedwarden.poll.Repairer;
import dev.feedwarden.poll.Workshop;
import dev.feedwarden.store.ArticleIndex;
import dev.feedwarden.store.Database;
import dev.feedwarden.store.Registry;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;

/** What a process does in the background until it is stopped. */
interface Work extends AutoCloseable {
  /** What is said when it begins. */
  String announced();

  /** What must go on, by its name in {@code /health}. */
  Map<String, BooleanSupplier> loops(Metrics metrics);

  /** Ends after {@link #stop}. */
  void run() throws InterruptedException;

  void stop();

  @Override
  void close();

  /** Nothing but waiting for the end. */
  final class None implements Work {
    private final CountDownLatch stopped = new CountDownLatch(1);

    @Override
    public String announced() {
      return "Answering only; other processes poll. Stop with Ctrl-C.";
    }

    @Override
    public Map<String, BooleanSupplier> loops(Metrics metrics) {
      return Map.of();
    }

    @Override
    public void run() throws InterruptedException {
      stopped.await();
    }

    @Override
    public void stop() {
      stopped.countDown();
    }

    @Override
    public void close() {}
  }

  /** Polling, and all that follows from polls: delivery, the index of words, keeping house. */
  record Polling(
      Database database,
      int workers,
      Loop loop,
      Pauses pauses,
      CommitQueue commits,
      Couriers couriers,
      Indexer indexer,
      Housekeeper housekeeper,
      Repairer repairer)
      implements Work {
    static Polling of(
        LiveConfig live, Database database, Fetcher fetcher, Pauses pauses, Metrics metrics) {
      var config = live.atStart();
      var commits = Wiring.commits(database);
      return new Polling(
          database,
          config.schedule().workers(),
          Wiring.loop(
              live,
              database,
              fetcher,
              commits,
              Workshop.machine(pauses),
              metrics.tally(),
              metrics.visits()),
          pauses,
          commits,
          Wiring.couriers(config, database),
          new Indexer(new ArticleIndex(database)),
          Wiring.housekeeper(live, database),
          Wiring.repairer(live, database, fetcher));
    }

    @Override
    public String announced() {
      return "Polling %s, at most %d at once. Stop with Ctrl-C."
          .formatted(Shown.count(new Registry(database).count(), "source"), workers);
    }

    @Override
    public Map<String, BooleanSupplier> loops(Metrics metrics) {
      Pulse pulse = loop.pulse();
      metrics.watch("scheduler", pulse);
      metrics.watch("polls.in.flight", loop::inHand);
      metrics.watch("polls.pausing", pauses::waiting);
      metrics.watch("commits.waiting", commits::waiting);
      var loops = new LinkedHashMap<String, BooleanSupplier>();
      loops.put("scheduler", pulse::isAlive);
      loops.put("deliver", couriers::isAlive);
      return loops;
    }

    @Override
    public void run() throws InterruptedException {
      loop.run();
    }

    @Override
    public void stop() {
      loop.stop();
    }

    @Override
    public void close() {
      repairer.close();
      housekeeper.close();
      indexer.close();
      couriers.close();
      commits.close();
    }
  }
}
