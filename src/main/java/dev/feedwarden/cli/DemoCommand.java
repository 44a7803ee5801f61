package dev.feedwarden.cli;

import dev.feedwarden.api.Api;
import dev.feedwarden.api.Metrics;
import dev.feedwarden.api.Vitals;
import dev.feedwarden.app.Config;
import dev.feedwarden.app.Faces;
import dev.feedwarden.app.Logging;
import dev.feedwarden.app.WayOut;
import dev.feedwarden.app.Wiring;
import dev.feedwarden.cli.Terminal.Tint;
import dev.feedwarden.fetch.Fetcher;
import dev.feedwarden.fetch.Pauses;
import dev.feedwarden.lab.Haste;
import dev.feedwarden.lab.Village;
import dev.feedwarden.model.Source.Settings;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.poll.Indexer;
import dev.feedwarden.poll.Loop;
import dev.feedwarden.poll.Workshop;
import dev.feedwarden.store.ArticleIndex;
import dev.feedwarden.store.Database;
import dev.feedwarden.store.Registry;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "demo",
    description = {
      "See it work within a minute, with good feeds and bad on this machine.",
      "Its database is thrown away. An hour is three seconds here, a cooldown of two days is"
          + " twelve."
    })
@SuppressWarnings("NullAway.Init") // picocli fills the fields
final class DemoCommand implements Callable<Integer> {
  @Option(
      names = "--stay",
      description = "Go on until Ctrl-C, to look around in the dashboard; else it ends by itself.")
  private boolean stay;

  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Duration FOR_EVER = Duration.ofDays(365);

  private final Session session;

  DemoCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    try (var scratch = Scratch.open(session.configuration().version());
        var village = new Village()) {
      serve(scratch.configuration().config(), village);
      var feedwarden = new CommandTree(session.terminal(), scratch.configuration());
      for (var command : new String[] {"sources list", "incidents", "articles list --limit 5"}) {
        say("$ feedwarden " + command);
        feedwarden.run(command.split(" ", -1));
      }
      say("Now your own: ./feedwarden sources add URL, then ./feedwarden serve");
      return CommandTree.OK;
    }
  }

  private void serve(Config config, Village village) throws InterruptedException {
    var pauses = new Pauses();
    try (var database = Wiring.database(config);
        var ledger = Wiring.ledger(config, database);
        var fetcher = WayOut.fetcher(config, pauses, ledger);
        var commits = Wiring.commits(database)) {
      var narrator = new Narrator(session.terminal(), register(database, village));
      say(
          Shown.count(village.feeds().size(), "feed")
              + " on this machine, polled for "
              + (stay ? "as long as you like" : Village.STORY.toSeconds() + " s")
              + " by the standard rules, but an hour is 3 s and a cooldown of two days 12 s:");
      Logging.tell(narrator::tell);
      var loop =
          Wiring.loop(config, Haste.policy(), database, fetcher, commits, Workshop.machine(pauses));
      try (var api = api(config, database, fetcher, loop);
          var _ = new Indexer(new ArticleIndex(database))) {
        say(
            "Its dashboard, as long as this runs: http://127.0.0.1:"
                + api.port()
                + api.loginLink());
        village.begin();
        var clock = Thread.ofVirtual().start(() -> end(loop));
        stopWithProcess(loop);
        loop.run();
        clock.interrupt();
      }
      say(narrator.polls() + " polls. What is left of it:");
    } finally {
      Logging.follow(config.log(), true);
    }
  }

  private Api api(Config config, Database database, Fetcher fetcher, Loop loop) {
    var version = session.configuration().version();
    var vitals =
        new Vitals(Map.of("scheduler", loop.pulse()::isAlive), version, new Metrics(version), false)
            .configured(() -> Faces.configured(session.configuration().settings().shown()));
    return Faces.api(config, Haste::policy, database, fetcher, vitals).orElseThrow();
  }

  // What is thrown away is thrown away after Ctrl-C too.
  private static void stopWithProcess(Loop loop) {
    var here = Thread.currentThread();
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  loop.stop();
                  try {
                    here.join(PATIENCE);
                  } catch (InterruptedException impatient) {
                    Thread.currentThread().interrupt();
                  }
                }));
  }

  private void end(Loop loop) {
    try {
      Thread.sleep(stay ? FOR_EVER : Village.STORY);
    } catch (InterruptedException over) {
      Thread.currentThread().interrupt();
    }
    loop.stop();
  }

  private static Map<String, String> register(Database database, Village village) {
    var registry = new Registry(database);
    var names = new HashMap<String, String>();
    village
        .feeds()
        .forEach(
            (name, url) -> {
              var settings = new Settings(name, WebUrl.of(url), true, null);
              if (registry.add(settings, database.now()) instanceof Registry.Added.New(var id)) {
                names.put(id.value(), name);
              }
            });
    return names;
  }

  private void say(String line) {
    session.terminal().say("");
    session.terminal().say(session.terminal().tint(Tint.STRONG, line));
  }
}
