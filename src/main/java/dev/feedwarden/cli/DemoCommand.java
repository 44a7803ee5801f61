package dev.feedwarden.cli;

import dev.feedwarden.app.Configuration;
import dev.feedwarden.cli.Terminal.Tint;
import dev.feedwarden.lab.Village;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

@Command(
    name = "demo",
    description =
        "See it work: a dozen feeds on this machine, good and bad, and a database that is thrown"
            + " away.")
final class DemoCommand implements Callable<Integer> {
  private final Session session;

  DemoCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws IOException {
    var folder = Files.createTempDirectory("feedwarden-demo");
    try (var village = new Village()) {
      var feedwarden = new CommandTree(session.terminal(), configuration(folder));
      say("Twelve feeds, good and bad, are served on this machine. Registering them:");
      village.feeds().forEach(feed -> feedwarden.run("sources", "add", feed));
      say("$ feedwarden ingest --limit 15 --parallel 8");
      feedwarden.run("ingest", "--limit", "15", "--parallel", "8");
      village.news();
      say("The gazette has a new issue, and everybody is asked again:");
      say("$ feedwarden ingest --limit 15 --parallel 8 --force");
      feedwarden.run("ingest", "--limit", "15", "--parallel", "8", "--force");
      say("$ feedwarden sources list");
      feedwarden.run("sources", "list");
      say("$ feedwarden articles list --limit 5");
      return feedwarden.run("articles", "list", "--limit", "5");
    } finally {
      delete(folder);
    }
  }

  private void say(String line) {
    session.terminal().say("");
    session.terminal().say(session.terminal().tint(Tint.STRONG, line));
  }

  private Configuration configuration(Path folder) {
    var configuration =
        new Configuration(Map.of(), folder, folder, session.configuration().version());
    Map.of(
            "--data-dir", folder.toString(),
            "--allowed-addresses", "127.0.0.0/8",
            "--host-min-gap", "0",
            "--log-level", "error",
            "--request-timeout", "2s",
            "--retry-backoff-base-sec", "0.2")
        .forEach(configuration::flag);
    return configuration;
  }

  private static void delete(Path folder) throws IOException {
    try (var files = Files.walk(folder)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
