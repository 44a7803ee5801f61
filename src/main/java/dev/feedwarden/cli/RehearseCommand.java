package dev.feedwarden.cli;

import dev.feedwarden.api.Metrics;
import dev.feedwarden.api.Vitals;
import dev.feedwarden.app.Faces;
import dev.feedwarden.app.LiveConfig;
import dev.feedwarden.app.WayOut;
import dev.feedwarden.app.Wiring;
import dev.feedwarden.fetch.Pauses;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.poll.Diagnosis;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

@Command(
    name = "rehearse",
    hidden = true,
    description = {
      "Do what starts do, once, on a database that is thrown away; says nothing. Run with",
      "-XX:AOTCacheOutput=FILE it makes the cache of classes that halves the time of every start."
    })
final class RehearseCommand implements Callable<Integer> {
  private static final List<String> TYPED =
      List.of("--help", "sources list", "articles list --json", "ingest", "config show", "hosts");
  private static final List<String> ASKED =
      List.of("/health", "/metrics", "/", "/login", "/api/v1/sources", "/api/v1/openapi.json");

  private final Session session;

  RehearseCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    try (var scratch = Scratch.open(session.configuration().version());
        var nowhere =
            new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8)) {
      var terminal = new Terminal(nowhere, nowhere, false, false, false);
      var feedwarden = new CommandTree(terminal, scratch.configuration());
      for (var words : TYPED) {
        feedwarden.run(words.split(" ", -1));
      }
      serve(new LiveConfig(scratch.configuration(), terminal));
      return CommandTree.OK;
    }
  }

  private void serve(LiveConfig live) throws InterruptedException {
    var config = live.begin();
    var pauses = new Pauses();
    var version = session.configuration().version();
    var metrics = new Metrics(version);
    try (var database = Wiring.database(config, metrics.timing());
        var ledger = Wiring.ledger(config, database);
        var fetcher = WayOut.fetcher(config, pauses, ledger);
        var work = Work.Polling.of(live, database, fetcher, pauses, metrics)) {
      metrics.watch(database);
      var vitals = new Vitals(work.loops(metrics), version, metrics, true);
      try (var api = Faces.api(live, database, fetcher, vitals).orElseThrow()) {
        var policy = Wiring.policy(config);
        for (var path : ASKED) {
          var url = WebUrl.of("http://127.0.0.1:" + api.port() + path);
          Diagnosis.of(url, fetcher, WayOut.retries(config), policy);
        }
      }
    }
  }
}
