package dev.feedwarden.run;

import dev.feedwarden.api.Api;
import dev.feedwarden.api.Metrics;
import dev.feedwarden.api.Vitals;
import dev.feedwarden.app.Configuration;
import dev.feedwarden.app.Faces;
import dev.feedwarden.app.WayOut;
import dev.feedwarden.app.Wiring;
import dev.feedwarden.fetch.Fetcher;
import dev.feedwarden.fetch.Pauses;
import dev.feedwarden.lab.Haste;
import dev.feedwarden.lab.Upstream;
import dev.feedwarden.model.Source.Settings;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.poll.CommitQueue;
import dev.feedwarden.poll.Indexer;
import dev.feedwarden.poll.Loop;
import dev.feedwarden.poll.Workshop;
import dev.feedwarden.store.ArticleIndex;
import dev.feedwarden.store.Database;
import dev.feedwarden.store.Registry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** A service in this process, in haste, with its dashboard and a publisher to poll. */
final class Dashboard {
  final Upstream publisher = Upstream.start("127.0.0.2");
  final Database database;
  private final Fetcher fetcher;
  private final CommitQueue commits;
  private final Indexer indexer;
  private final Loop loop;
  private final Thread thread;
  private final Api api;

  Dashboard(Path folder) {
    var configuration = configuration(folder);
    var config = configuration.config();
    var pauses = new Pauses();
    database = Wiring.database(config);
    fetcher = WayOut.fetcher(config, pauses);
    commits = Wiring.commits(database);
    indexer = new Indexer(new ArticleIndex(database));
    loop =
        Wiring.loop(config, Haste.policy(), database, fetcher, commits, Workshop.machine(pauses));
    thread = Thread.ofVirtual().start(this::run);
    api =
        Faces.api(config, Haste::policy, database, fetcher, vitals(loop, configuration))
            .orElseThrow();
  }

  private static Vitals vitals(Loop loop, Configuration configuration) {
    return new Vitals(
            Map.of("scheduler", loop.pulse()::isAlive), "1.2.3", new Metrics("1.2.3"), false)
        .configured(() -> Faces.configured(configuration.settings().shown()));
  }

  private void run() {
    try {
      loop.run();
    } catch (InterruptedException over) {
      Thread.currentThread().interrupt();
    }
  }

  private static Configuration configuration(Path folder) {
    var configuration = new Configuration(Map.of(), folder, folder, "test");
    Map.of(
            "--data-dir", folder.toString(),
            "--allowed-addresses", "127.0.0.0/8",
            "--host-min-gap", "0",
            "--listen", "127.0.0.1:0",
            "--api-rate-limit", "100000",
            "--request-timeout", "2s",
            "--retry-backoff-base-sec", "0.1")
        .forEach(configuration::flag);
    return configuration;
  }

  String url(String path) {
    return "http://127.0.0.1:" + api.port() + path;
  }

  String loginLink() {
    return url(api.loginLink());
  }

  /** Registers a feed of the publisher. */
  SourceId register(String name, String path) {
    var settings = new Settings(name, WebUrl.of(publisher.url(path)), true, null);
    return new Registry(database).add(settings, database.now()).id();
  }

  void stop() throws InterruptedException {
    loop.stop();
    thread.join(Duration.ofSeconds(30));
    api.close();
    indexer.close();
    commits.close();
    fetcher.close();
    database.close();
    publisher.close();
  }
}
