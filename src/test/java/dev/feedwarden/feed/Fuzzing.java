package dev.feedwarden.feed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** The fuzzer at work on every law, two at a time, each in a process of its own. */
final class Fuzzing implements AutoCloseable {
  // What the fuzzer watches, so that it finds its way: our code and the parsers under it.
  private static final String WATCHED =
      "dev.feedwarden.**:com.ctc.wstx.**:org.owasp.html.**:tools.jackson.core.**";
  private static final Duration START_AND_END = Duration.ofMinutes(3);

  /** How it ended: 0, or something was found, of which the log tells. */
  record End(int status, String log) {}

  private final ExecutorService pairs = Executors.newFixedThreadPool(2);
  private final Map<Law, Future<End>> runs = new EnumMap<>(Law.class);

  /** Begins with all of them; those about short texts get a quarter of the time. */
  Fuzzing(Duration each) {
    for (var law : Law.values()) {
      var share = law.isSmall() ? each.dividedBy(4) : each;
      runs.put(law, pairs.submit(() -> run(law, share)));
    }
  }

  /** Waits for one of them. */
  End end(Law law) throws InterruptedException, ExecutionException {
    return Objects.requireNonNull(runs.get(law)).get();
  }

  private static End run(Law law, Duration duration) throws IOException, InterruptedException {
    var folder = Files.createDirectories(Path.of("target", "fuzz", law.name()));
    var log = folder.resolve("log");
    var fuzzer =
        new ProcessBuilder(command(law, duration))
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      var ended = fuzzer.waitFor(duration.plus(START_AND_END).toSeconds(), TimeUnit.SECONDS);
      return new End(ended ? fuzzer.exitValue() : -1, Files.readString(log));
    } finally {
      fuzzer.destroyForcibly();
    }
  }

  private static List<String> command(Law law, Duration duration) throws IOException {
    var folder = Path.of("target", "fuzz", law.name());
    Files.createDirectories(folder.resolve("found"));
    Files.createDirectories(folder.resolve("grown"));
    var seeds = Files.createDirectories(folder.resolve("seeds"));
    int number = 0;
    for (var seed : Seeds.of(law)) {
      Files.write(seeds.resolve(Integer.toString(number++)), seed);
    }
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xmx512m",
        "-XX:+EnableDynamicAgentLoading",
        "--enable-native-access=ALL-UNNAMED",
        "--sun-misc-unsafe-memory-access=allow",
        "-cp",
        System.getProperty("java.class.path"),
        "com.code_intelligence.jazzer.Jazzer",
        "--target_class=" + FuzzTarget.class.getName(),
        "--target_args=" + law,
        "--instrumentation_includes=" + WATCHED,
        "--custom_hook_includes=dev.feedwarden.**",
        "--reproducer_path=found",
        "-artifact_prefix=found/",
        "-max_total_time=" + duration.toSeconds(),
        "-timeout=30", // the first input also pays for classes that are loaded and instrumented
        "-max_len=20000",
        "-rss_limit_mb=4000",
        "-print_final_stats=1",
        "grown",
        "seeds");
  }

  @Override
  public void close() {
    pairs.shutdownNow();
  }
}
