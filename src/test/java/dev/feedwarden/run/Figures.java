package dev.feedwarden.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** What a run measured, kept for the report: a line each in {@code target/reliability.txt}. */
final class Figures {
  private static final Path FILE = Path.of("target", "reliability.txt");

  private Figures() {}

  static synchronized void note(String what, String figures) {
    var line =
        "%s  %s: %s%n".formatted(Instant.now().truncatedTo(ChronoUnit.SECONDS), what, figures);
    try {
      Files.writeString(FILE, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
