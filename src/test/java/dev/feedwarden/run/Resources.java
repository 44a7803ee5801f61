package dev.feedwarden.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** What a process has taken of the machine, as Linux tells. */
record Resources(long megabytes, int threads, int files) {
  private static final Pattern RESIDENT = Pattern.compile("(?m)^VmRSS:\\s+(\\d+) kB$");
  private static final Pattern THREADS = Pattern.compile("(?m)^Threads:\\s+(\\d+)$");

  static Resources of(long pid) {
    var process = Path.of("/proc", String.valueOf(pid));
    try (var open = Files.list(process.resolve("fd"))) {
      var status = Files.readString(process.resolve("status"));
      return new Resources(
          number(RESIDENT, status) / 1024, (int) number(THREADS, status), (int) open.count());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long number(Pattern pattern, String text) {
    return pattern
        .matcher(text)
        .results()
        .map(m -> Long.parseLong(m.group(1)))
        .findFirst()
        .orElse(0L);
  }

  @Override
  public String toString() {
    return "%d MiB, %d threads, %d files".formatted(megabytes, threads, files);
  }
}
