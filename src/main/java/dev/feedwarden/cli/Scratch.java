package dev.feedwarden.cli;

import dev.feedwarden.app.Configuration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;

/**
 * An installation that is thrown away: it asks this machine alone, and whatever is set does not
 * count.
 */
record Scratch(Path folder, Configuration configuration) implements AutoCloseable {
  static Scratch open(String version) throws IOException {
    var folder = Files.createTempDirectory("feedwarden-scratch");
    var configuration = new Configuration(Map.of(), folder, folder, version);
    Map.of(
            "--data-dir", folder.toString(),
            "--allowed-addresses", "127.0.0.0/8",
            "--host-min-gap", "0",
            "--listen", "127.0.0.1:0",
            "--log-level", "error",
            "--request-timeout", "1s",
            "--retry-backoff-base-sec", "0.1")
        .forEach(configuration::flag);
    return new Scratch(folder, configuration);
  }

  @Override
  public void close() throws IOException {
    try (var files = Files.walk(folder)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
