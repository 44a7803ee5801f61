import java.io.IOException;
import java.net.ConnectException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/** Run by bench/start: {@code ROOT WORK ROUNDS DOCS}. Seconds from the launcher's start to an answer, medians. */
static final long PATIENCE = TimeUnit.SECONDS.toNanos(60);
static final String CACHED = "";
static final String PLAIN = "-XX:AOTMode=off";

interface Start {
  double seconds(int round, String options) throws Exception;
}

Path root;
Path work;
int rounds;

void main(String[] args) throws Exception {
  root = Path.of(args[0]);
  work = Path.of(args[1]);
  rounds = Integer.parseInt(args[2]);
  var table =
      """
      | seconds from the start, median of %d | with the cache | without |
      |---|--:|--:|
      | `feedwarden --help` ends | %s |
      | `feedwarden serve` answers `GET /healthz` | %s |
      | the same on an empty folder, where it first makes its database | %s |
      """
          .formatted(rounds, row(this::help), row((round, options) -> serve("kept", options)), row((round, options) -> serve("new" + round + options, options)));
  IO.println(table);
  if (!args[3].isEmpty()) {
    Docs.put(root.resolve("docs/performance.md"), "start", Docs.circumstances(root, "bench/start --docs") + "\n\n" + table);
  }
}

// In turns, so that whatever else happens on the machine happens to both.
String row(Start start) throws Exception {
  var cached = new double[rounds];
  var plain = new double[rounds];
  start.seconds(rounds, CACHED); // files are read for the first time, and what is kept between starts is made
  for (int round = 0; round < rounds; round++) {
    cached[round] = start.seconds(round, CACHED);
    plain[round] = start.seconds(round, PLAIN);
  }
  return "%.2f | %.2f".formatted(median(cached), median(plain));
}

double median(double[] seconds) {
  Arrays.sort(seconds);
  return seconds[seconds.length / 2];
}

ProcessBuilder feedwarden(String options, String... args) {
  var builder = new ProcessBuilder(root.resolve("feedwarden").toString()).redirectErrorStream(true);
  builder.command().addAll(Arrays.asList(args));
  builder.environment().put("JAVA_OPTS", options);
  return builder;
}

double help(int round, String options) throws Exception {
  var began = System.nanoTime();
  var process = feedwarden(options, "--help").start();
  var said = new String(process.getInputStream().readAllBytes());
  if (process.waitFor() != 0 || !said.contains("serve")) {
    throw new IOException("--help said " + said);
  }
  return (System.nanoTime() - began) / 1e9;
}

double serve(String folder, String options) throws Exception {
  var data = Files.createDirectories(work.resolve(folder));
  var log = data.resolve("log").toFile();
  var port = freePort();
  var builder = feedwarden(options, "serve").redirectOutput(log);
  builder.environment().put("FEEDWARDEN_DATA_DIR", data.resolve("data").toString());
  builder.environment().put("FEEDWARDEN_LISTEN", "127.0.0.1:" + port);
  var began = System.nanoTime();
  var service = builder.start();
  try {
    while (!answers(port)) {
      if (!service.isAlive() || System.nanoTime() - began > PATIENCE) {
        throw new IOException("serve did not answer: " + Files.readString(log.toPath()));
      }
      Thread.sleep(5);
    }
    return (System.nanoTime() - began) / 1e9;
  } finally {
    service.destroy();
    service.waitFor();
  }
}

// A bare socket: a client with threads of its own would take from the cores what the start needs.
boolean answers(int port) throws IOException {
  try (var socket = new Socket("127.0.0.1", port)) {
    socket.setSoTimeout((int) TimeUnit.NANOSECONDS.toMillis(PATIENCE));
    socket.getOutputStream().write("GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\n\r\n".formatted(port).getBytes());
    return new String(socket.getInputStream().readAllBytes()).startsWith("HTTP/1.1 200 ");
  } catch (ConnectException notYet) {
    return false;
  }
}

int freePort() throws IOException {
  try (var socket = new ServerSocket(0)) {
    return socket.getLocalPort();
  }
}
