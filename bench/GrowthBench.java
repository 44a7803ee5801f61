import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import dev.feedwarden.app.Configuration;
import dev.feedwarden.app.LiveConfig;
import dev.feedwarden.app.WayOut;
import dev.feedwarden.app.Wiring;
import dev.feedwarden.cli.Terminal;
import dev.feedwarden.fetch.Pauses;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.Poll;
import dev.feedwarden.poll.Loop;
import dev.feedwarden.poll.Tally;
import dev.feedwarden.poll.Workshop;
import dev.feedwarden.store.Access;
import dev.feedwarden.store.Database;
import dev.feedwarden.store.HostQueue;
import dev.feedwarden.store.Turns.Return;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/**
 * Run by bench/growth: {@code all ROOT WORK DOCS FEEDS…}; it starts itself with {@code cost} in a virtual machine like the service's.
 * Ten feeds to a host; every host is a loopback address of its own, and every feed answers 304.
 */
static final int FEEDS_OF_A_HOST = 10;
static final int POLLS = 10_000;
static final int ROUNDS = 3;
static final int TURNS = 200;
static final int ASKED = 30;
static final String LISTEN = "127.0.0.1:18087";
static final JsonMapper JSON = JsonMapper.builder().build();

void main(String[] args) throws Exception {
  if (args[0].equals("cost")) {
    cost(Integer.parseInt(args[1]));
  } else {
    ((LoggerContext) LoggerFactory.getILoggerFactory()).getLogger("ROOT").setLevel(Level.WARN);
    all(Path.of(args[1]), Path.of(args[2]), args[3], Arrays.stream(args).skip(4).map(Integer::parseInt).toList());
  }
}

/** What is told of one size, by what it is. */
record Found(int feeds, Map<String, Double> figures) {}

void all(Path root, Path work, String docs, List<Integer> sizes) throws Exception {
  IO.println(Machine.described() + "; load before " + Machine.load());
  var found = new ArrayList<Found>();
  for (var feeds : sizes) {
    var folder = Files.createDirectories(work.resolve("data-" + feeds));
    var began = System.nanoTime();
    fill(folder.resolve("feedwarden.db"), feeds);
    IO.println("%,d feeds registered in %.0f s, %,d MB".formatted(feeds, (System.nanoTime() - began) / 1e9, Files.size(folder.resolve("feedwarden.db")) >> 20));
    var figures = new LinkedHashMap<String, Double>();
    var command = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java", "-Xmx256m", "-XX:+UseCompactObjectHeaders", "--enable-native-access=ALL-UNNAMED", "-cp", System.getProperty("java.class.path"), "GrowthBench", "cost", "" + feeds));
    var run = Machine.run(folder, environment(folder), command);
    run.said().lines().filter(line -> line.startsWith("{\"figure\"")).map(JSON::readTree)
        .forEach(node -> figures.put(node.get("figure").asString(), node.get("value").asDouble()));
    serve(root, folder, figures);
    found.add(new Found(feeds, figures));
    IO.println(figures);
    remove(folder);
  }
  var table = table(found);
  IO.println("\n" + table);
  Files.writeString(root.resolve("target/growth.json"), JSON.writerWithDefaultPrettyPrinter().writeValueAsString(found));
  IO.println("JSON: " + root.resolve("target/growth.json"));
  if (!docs.isEmpty()) {
    document(root, Path.of(docs), found, table);
  }
}

Map<String, String> environment(Path folder) {
  return Map.of(
      "FEEDWARDEN_DATA_DIR", folder.toString(), "FEEDWARDEN_ALLOWED_ADDRESSES", "127.0.0.0/8", "FEEDWARDEN_HOST_MIN_GAP", "0s",
      "FEEDWARDEN_WORKERS", "64", "FEEDWARDEN_START_RATE", "10000", "FEEDWARDEN_LISTEN", LISTEN, "FEEDWARDEN_API_RATE_LIMIT", "1000000", "JAVA_OPTS", "-Xmx256m");
}

void fill(Path file, int feeds) throws Exception {
  Database.open(Access.to("jdbc:sqlite:" + file)).close();
  String etag;
  try (var client = HttpClient.newHttpClient()) {
    var answer = client.send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:18080/feed.xml")).build(), BodyHandlers.discarding());
    etag = answer.headers().firstValue("etag").orElseThrow();
  }
  try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file); var statement = connection.createStatement()) {
    var series = "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < %d) ".formatted(feeds);
    var id = "printf('01950000-0000-7000-8000-%012d', i)";
    var h = "(i / " + FEEDS_OF_A_HOST + ")";
    var host = "printf('127.%d.%d.%d:18080', 1 + " + h + " / 62500, 1 + " + h + " / 250 % 250, 1 + " + h + " % 250)";
    var url = "'http://' || " + host + " || '/feed.xml?' || i";
    connection.setAutoCommit(false);
    statement.execute(
        "INSERT INTO sources (id, name, feed_url, feed_url_key, host_key, search_text, created_at, updated_at) "
            + series + "SELECT " + id + ", 'Feed ' || i, " + url + ", " + url + ", " + host + ", 'feed ' || i, 0, 0 FROM n");
    statement.execute(
        "INSERT INTO feed_state (source_id, host_key, last_etag, whole_at, whole_from, last_polled_at, last_success_at, next_poll_at, next_poll_reason, created_at, updated_at) "
            + series + "SELECT " + id + ", " + host + ", '" + etag + "', " + System.currentTimeMillis() + ", " + url + ", 1000 + i, 1000 + i, 1000 + i, 'interval', 0, 0 FROM n");
    statement.execute("INSERT INTO host_queue (key, due_at) SELECT host_key, min(next_poll_at) FROM feed_state GROUP BY host_key");
    connection.commit();
  }
}

// ---- in a process of its own

void cost(int feeds) throws Exception {
  var environment = new java.util.HashMap<>(System.getenv());
  environment.put("FEEDWARDEN_LISTEN", "off");
  var configuration = new Configuration(environment, Path.of("."), Path.of(System.getProperty("user.home")), "bench");
  var live = new LiveConfig(configuration, new Terminal(System.out, System.err, false, false, false));
  var config = live.begin();
  var pauses = new Pauses();
  try (var database = Wiring.database(config);
      var ledger = Wiring.ledger(config, database);
      var fetcher = WayOut.fetcher(config, pauses, ledger);
      var commits = Wiring.commits(database)) {
    leases(new HostQueue(database), TURNS); // warm
    figure("lease_ms", leases(new HostQueue(database), TURNS));
    var walls = new ArrayList<Double>();
    var cpus = new ArrayList<Double>();
    for (int round = -2; round < ROUNDS; round++) {
      due(config.dataDir().resolve("feedwarden.db"), feeds);
      var left = new AtomicInteger(Math.min(POLLS, feeds));
      var polls = left.get();
      var loops = new ArrayList<Loop>();
      loops.add(Wiring.loop(live, database, fetcher, commits, Workshop.machine(pauses), counting(left, () -> loops.getFirst().stop()), _ -> {}));
      var cpu = cpu();
      var began = System.nanoTime();
      loops.getFirst().run();
      if (round >= 0) {
        walls.add((System.nanoTime() - began) / 1e3 / polls);
        cpus.add((cpu() - cpu) / 1e3 / polls);
      }
    }
    figure("poll_wall_us", walls.stream().sorted().toList().get(ROUNDS / 2));
    figure("poll_cpu_us", cpus.stream().sorted().toList().get(ROUNDS / 2));
  }
}

// A small register is due again at once; of a large one enough is left.
void due(Path file, int feeds) throws Exception {
  if (feeds > 10 * POLLS) {
    return;
  }
  try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file); var statement = connection.createStatement()) {
    statement.execute("PRAGMA busy_timeout = 10000");
    statement.execute("UPDATE feed_state SET next_poll_at = 1000 + rowid");
    statement.execute("UPDATE host_queue SET due_at = 1000, ready_at = 0");
  }
}

/** Milliseconds for a turn that gives fifty hosts back and takes fifty others with the feeds that are due there. */
double leases(HostQueue queue, int turns) {
  var back = new ArrayList<Return>();
  var began = System.nanoTime();
  for (int turn = 0; turn < turns; turn++) {
    var now = queue.now();
    var leases = queue.turn(back, 50, now);
    back.clear();
    queue.claims(leases, 1);
    leases.forEach(lease -> back.add(new Return(lease, now)));
  }
  queue.turn(back, 0, queue.now());
  return (System.nanoTime() - began) / 1e6 / turns;
}

Tally counting(AtomicInteger left, Runnable done) {
  return new Tally() {
    @Override
    public void polled(Poll poll, Poll.Receipt receipt, Times times) {
      if (!(poll.outcome() instanceof Outcome.NotModified)) {
        IO.println("not 304 but " + poll.outcome());
        Runtime.getRuntime().halt(3);
      }
      if (left.decrementAndGet() == 0) {
        done.run();
      }
    }

    @Override
    public void settled(Poll poll, Poll.Receipt receipt) {}

    @Override
    public void forgiven(Poll poll) {}

    @Override
    public void faulted() {}
  };
}

long cpu() {
  return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
}

void figure(String name, double value) {
  IO.println("{\"figure\":\"%s\",\"value\":%s}".formatted(name, value));
}

// ---- the service itself

void serve(Path root, Path folder, Map<String, Double> figures) throws Exception {
  var database = folder.resolve("feedwarden.db");
  try (var connection = DriverManager.getConnection("jdbc:sqlite:" + database); var statement = connection.createStatement()) {
    var later = System.currentTimeMillis() + 86_400_000L;
    connection.setAutoCommit(false);
    statement.execute("UPDATE feed_state SET next_poll_at = " + later + " + rowid");
    statement.execute("UPDATE host_queue SET due_at = " + later + ", ready_at = 0");
    // One feed is due at once: the first poll after the start.
    statement.execute("UPDATE feed_state SET next_poll_at = 1000 WHERE rowid = 1");
    statement.execute("UPDATE host_queue SET due_at = 1000 WHERE key = (SELECT host_key FROM feed_state WHERE rowid = 1)");
    connection.commit();
  }
  var feedwarden = root.resolve("feedwarden").toString();
  var token = new ProcessBuilder(feedwarden, "token", "--scope", "read", "--for", "1d");
  token.environment().putAll(environment(folder));
  var made = token.start();
  var bearer = new String(made.getInputStream().readAllBytes()).strip();
  made.waitFor();
  var log = folder.resolve("serve.log");
  var builder = new ProcessBuilder(feedwarden, "serve").redirectErrorStream(true).redirectOutput(log.toFile());
  builder.environment().putAll(environment(folder));
  var began = System.nanoTime();
  var service = builder.start();
  try {
    await(service, log, "feed not modified");
    figures.put("first_poll_s", (System.nanoTime() - began) / 1e9);
    Thread.sleep(5_000);
    figures.put("idle_rss_mb", rss(service.pid()) / 1e6);
    figures.put("list_ms", asked("/api/v1/sources?limit=100", bearer));
    figures.put("search_ms", asked("/api/v1/sources?limit=100&search=feed+99", bearer));
    figures.put("errors_ms", asked("/api/v1/sources?limit=100&status=disabled", bearer));
    figures.put("asked_rss_mb", rss(service.pid()) / 1e6);
  } finally {
    service.destroy();
    service.waitFor();
  }
}

void await(Process service, Path log, String line) throws Exception {
  var end = System.nanoTime() + 120_000_000_000L;
  while (!Files.readString(log).contains(line)) {
    if (!service.isAlive() || System.nanoTime() > end) {
      throw new IOException("serve did not poll: " + Files.readString(log));
    }
    Thread.sleep(5);
  }
}

double asked(String path, String bearer) throws Exception {
  try (var client = HttpClient.newHttpClient()) {
    var request = HttpRequest.newBuilder(URI.create("http://" + LISTEN + path)).header("Authorization", "Bearer " + bearer).build();
    var times = new double[ASKED];
    for (int i = 0; i < ASKED; i++) {
      var began = System.nanoTime();
      var answer = client.send(request, BodyHandlers.ofString());
      times[i] = (System.nanoTime() - began) / 1e6;
      if (answer.statusCode() != 200) {
        throw new IOException(path + ": " + answer.statusCode() + " " + answer.body());
      }
    }
    Arrays.sort(times);
    return times[ASKED / 2];
  }
}

long rss(long pid) throws IOException {
  return Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
      .filter(line -> line.startsWith("VmRSS:"))
      .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
      .findFirst()
      .orElse(0);
}

// ---- what is told

static Map<String, String> names() {
  var names = new LinkedHashMap<String, String>();
  names.put("poll_cpu_us", "CPU per poll, µs");
  names.put("poll_wall_us", "wall per poll, µs");
  names.put("lease_ms", "a turn: 50 hosts back, 50 taken, ms");
  names.put("first_poll_s", "start to first poll, s");
  names.put("idle_rss_mb", "RSS, idle, MB");
  names.put("asked_rss_mb", "RSS after lists were asked for, MB");
  names.put("list_ms", "first page of sources, ms (p50)");
  names.put("search_ms", "search of sources, ms (p50)");
  names.put("errors_ms", "disabled sources, ms (p50)");
  return names;
}

String table(List<Found> found) {
  var text = new StringBuilder("| registered feeds | " + found.stream().map(f -> "%,d".formatted(f.feeds())).collect(Collectors.joining(" | ")) + " | last to first |\n");
  text.append("|---|").append("--:|".repeat(found.size() + 1)).append("\n");
  names().forEach(
      (key, name) ->
          text.append("| %s | %s | %.2f× |\n".formatted(
              name,
              found.stream().map(f -> Svg.number(f.figures().getOrDefault(key, 0.0))).collect(Collectors.joining(" | ")),
              found.getLast().figures().getOrDefault(key, 0.0) / found.getFirst().figures().getOrDefault(key, 1.0))));
  return text.toString();
}

void document(Path root, Path docs, List<Found> found, String table) throws Exception {
  var first = found.getFirst().figures();
  Files.writeString(
      docs.resolve("performance-growth.svg"),
      Svg.lines(
          "Cost as the register grows (times the smallest)",
          found.stream().map(f -> "%,d".formatted(f.feeds())).toList(),
          names().entrySet().stream()
              .filter(e -> !e.getKey().endsWith("wall_us") && !e.getKey().startsWith("asked"))
              .map(e -> new Svg.Line(e.getValue().replaceFirst(", .*", ""), found.stream().map(f -> f.figures().get(e.getKey()) / first.get(e.getKey())).toList()))
              .toList()));
  Docs.put(
      docs.resolve("performance.md"),
      "growth",
      String.join("\n\n", Docs.circumstances(root, "bench/growth --docs"), "![Cost as the register grows](performance-growth.svg)", table.strip()));
}

void remove(Path folder) throws IOException {
  try (var files = Files.walk(folder)) {
    for (var file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
      Files.delete(file);
    }
  }
}
