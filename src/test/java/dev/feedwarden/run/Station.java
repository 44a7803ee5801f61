package dev.feedwarden.run;

import dev.feedwarden.app.Config;
import dev.feedwarden.app.Configuration;
import dev.feedwarden.app.WayOut;
import dev.feedwarden.app.Wiring;
import dev.feedwarden.fetch.Fetcher;
import dev.feedwarden.fetch.Time;
import dev.feedwarden.lab.Upstream;
import dev.feedwarden.model.Article;
import dev.feedwarden.model.Source.Settings;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.poll.Batch;
import dev.feedwarden.poll.CommitQueue;
import dev.feedwarden.poll.CourtesyLedger;
import dev.feedwarden.poll.CourtesyReport;
import dev.feedwarden.poll.SourceReport;
import dev.feedwarden.store.Articles;
import dev.feedwarden.store.BatchQueue.Selection;
import dev.feedwarden.store.Database;
import dev.feedwarden.store.Registered;
import dev.feedwarden.store.Registry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A poller in this process with a real fetcher and a real database, whose time is moved by hand.
 */
final class Station implements AutoCloseable {
  private final Config config;
  private final Database database;
  private final CourtesyLedger ledger;
  private final Fetcher fetcher;
  private final CommitQueue commits;

  Station(Path folder, Map<String, String> settings) {
    var environment = new HashMap<String, String>();
    environment.put("FEEDWARDEN_DATA_DIR", folder.resolve("data").toString());
    environment.put("FEEDWARDEN_ALLOWED_ADDRESSES", "127.0.0.0/8");
    environment.put("FEEDWARDEN_HOST_MIN_GAP", "0");
    environment.put("FEEDWARDEN_RETRY_MAX_ATTEMPTS", "1");
    settings.forEach((name, value) -> environment.put("FEEDWARDEN_" + name, value));
    this.config = new Configuration(environment, folder, folder, "1.2.3").config();
    empty(config);
    this.database = Wiring.database(config);
    this.ledger = Wiring.ledger(config, database);
    this.fetcher = WayOut.fetcher(config, Time.MACHINE, ledger);
    this.commits = Wiring.commits(database);
  }

  private static byte @Nullable [] made;

  // To make the tables takes longer than most tests.
  private static synchronized void empty(Config config) {
    var file = config.dataDir().resolve("feedwarden.db");
    try {
      if (made == null) {
        Wiring.database(config).close();
        made = Files.readAllBytes(file);
      } else {
        Files.createDirectories(config.dataDir());
        Files.write(file, made);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Config config() {
    return config;
  }

  Database database() {
    return database;
  }

  Fetcher fetcher() {
    return fetcher;
  }

  SourceId add(String url) {
    return add(new Settings(url, WebUrl.of(url), true, null));
  }

  SourceId add(Settings settings) {
    return new Registry(database).add(settings, database.now()).id();
  }

  Registered source(SourceId id) {
    return new Registry(database).find(id).orElseThrow();
  }

  String url(SourceId id) {
    return source(id).source().feed().text();
  }

  /** What we asked of a server so far. */
  CourtesyReport courtesy(Upstream server) {
    ledger.write();
    return CourtesyReport.of(database, WebUrl.of(server.url("/")).hostKey(), 1);
  }

  /** Polls a source now, whatever its schedule says. */
  void poll(SourceId id) throws InterruptedException {
    poll(new Selection(id, null, Duration.ZERO, true), 1, 1);
  }

  /** Polls all sources now, so many at once. */
  void pollAll(int atOnce) throws InterruptedException {
    poll(new Selection(null, null, Duration.ZERO, true), Integer.MAX_VALUE, atOnce);
  }

  private void poll(Selection selection, int limit, int atOnce) throws InterruptedException {
    var batch = Wiring.batch(config, database, fetcher, commits);
    var report =
        new Batch.Watcher() {
          @Override
          public void planned(int sources) {}

          @Override
          public void ended(SourceReport report) {}

          @Override
          public void leftOut() {}

          @Override
          public void putOff() {}

          @Override
          public void spared() {}
        };
    batch.run(selection, limit, atOnce, report);
  }

  /** Lets a sighting be older than it is. */
  void age(SourceId id, Duration by) {
    sql("UPDATE feed_state SET moved_since = moved_since - " + by.toMillis() + of(id));
  }

  private static String of(SourceId id) {
    return " WHERE source_id = '" + id + "'";
  }

  /** Does something to the database that nobody may do. */
  void sql(String statement) {
    try (var connection = DriverManager.getConnection(config.database().url().value());
        var work = connection.createStatement()) {
      work.execute("PRAGMA busy_timeout = 5000");
      work.execute(statement);
    } catch (SQLException failed) {
      throw new IllegalStateException(failed);
    }
  }

  /** The guids of all articles in the order of their numbers; one that is stored twice is twice. */
  List<String> guids() {
    return new Articles(database)
        .latest(null, Long.MAX_VALUE, 1_000).reversed().stream().map(Article::guid).toList();
  }

  @Override
  public void close() {
    commits.close();
    fetcher.close();
    ledger.close();
    database.close();
  }
}
