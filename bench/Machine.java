import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/** What the machine is, and what goes on on it, as Linux tells. */
final class Machine {
  private static final double TICKS = 100;
  private static final long PAGE = 4096;

  private Machine() {}

  /** A run of a program: wall and CPU seconds, the most memory that its processes had together, and what it said. */
  record Run(double seconds, double cpu, long rss, String said) {}

  static Run run(Path folder, java.util.Map<String, String> environment, List<String> command) throws IOException, InterruptedException {
    var said = folder.resolve("said.log");
    var times = folder.resolve("times");
    var timed = new java.util.ArrayList<>(List.of("bash", "-c", "TIMEFORMAT='%R %U %S'; { time \"$@\" >'" + said + "' 2>&1; } 2>'" + times + "'", "time"));
    timed.addAll(command);
    var builder = new ProcessBuilder(timed).directory(folder.toFile());
    builder.environment().putAll(environment);
    var process = builder.start();
    var most = new AtomicLong();
    var sampler = Thread.ofPlatform().daemon().start(() -> sample(process, most));
    var code = process.waitFor();
    sampler.interrupt();
    sampler.join();
    if (code != 0) {
      throw new IOException(command + " failed with " + code + ": " + tail(said));
    }
    var took = Files.readString(times).strip().split("\\s+");
    return new Run(
        Double.parseDouble(took[0]),
        Double.parseDouble(took[1]) + Double.parseDouble(took[2]),
        most.get(),
        Files.readString(said));
  }

  private static String tail(Path file) throws IOException {
    var text = Files.readString(file);
    return text.substring(Math.max(0, text.length() - 2_000));
  }

  private static void sample(Process process, AtomicLong most) {
    try {
      while (true) {
        var rss = process.descendants().mapToLong(p -> rss(p.pid())).sum();
        most.accumulateAndGet(rss, Math::max);
        Thread.sleep(20);
      }
    } catch (InterruptedException over) {
      Thread.currentThread().interrupt();
    }
  }

  private static long rss(long pid) {
    try {
      return Long.parseLong(Files.readString(Path.of("/proc/" + pid + "/statm")).split(" ")[1]) * PAGE;
    } catch (IOException gone) {
      return 0;
    }
  }

  /** The share of its cores that somebody has used for two seconds in which we did nothing. */
  static double busy() throws IOException, InterruptedException {
    var before = ticks();
    Thread.sleep(2_000);
    return (ticks() - before) / TICKS / 2 / Runtime.getRuntime().availableProcessors();
  }

  private static double ticks() throws IOException {
    var fields = Files.readAllLines(Path.of("/proc/stat")).getFirst().split("\\s+");
    var idle = Long.parseLong(fields[4]) + Long.parseLong(fields[5]);
    return Stream.of(fields).skip(1).limit(8).mapToLong(Long::parseLong).sum() - idle;
  }

  static String load() throws IOException {
    return String.join(" ", List.of(Files.readString(Path.of("/proc/loadavg")).split(" ")).subList(0, 3));
  }

  /** Cores, memory, Java. */
  static String described() throws IOException {
    var kilobytes =
        Files.readAllLines(Path.of("/proc/meminfo")).stream()
            .filter(line -> line.startsWith("MemTotal:"))
            .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
            .findFirst()
            .orElse(0);
    return "%d cores, %.0f GiB, %s %s"
        .formatted(
            Runtime.getRuntime().availableProcessors(),
            kilobytes / 1024.0 / 1024,
            System.getProperty("java.vendor").replace("Eclipse Adoptium", "Temurin"),
            System.getProperty("java.version"));
  }
}
