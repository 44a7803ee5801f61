import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import com.sun.net.httpserver.HttpServer;
import dev.feedwarden.lab.Feeds;
import dev.feedwarden.model.Label;
import dev.feedwarden.model.Source.Settings;
import dev.feedwarden.model.Standing;
import dev.feedwarden.model.Tag;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.store.Access;
import dev.feedwarden.store.Database;
import dev.feedwarden.store.Interventions;
import dev.feedwarden.store.Registry;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.slf4j.LoggerFactory;

/** Run by bench/api: {@code fill DATABASE SOURCES}, or {@code run ADDRESS TOKEN SECONDS} beside serve. */
static final int FEEDS_OF_A_HOST = 50;
static final int FEED_PORT = 18_084;
static final int RATE = 200;

void main(String[] args) throws Exception {
  ((LoggerContext) LoggerFactory.getILoggerFactory()).getLogger("ROOT").setLevel(Level.WARN);
  if (args[0].equals("fill")) {
    fill(args[1], Integer.parseInt(args[2]));
  } else {
    run(args[1], args[2], Integer.parseInt(args[3]));
  }
}

void fill(String file, int sources) {
  try (var database = Database.open(Access.to("jdbc:sqlite:" + file))) {
    var registry = new Registry(database);
    var interventions = new Interventions(database);
    for (int from = 0; from < sources; from += 5_000) {
      var some = IntStream.range(from, Math.min(sources, from + 5_000)).mapToObj(this::source).toList();
      var added = registry.addAll(some, database.now());
      for (int i = 0; i < added.size(); i += 100) { // one in a hundred is stopped by hand
        var now = database.now();
        interventions.disable(added.get(i).id(), new Standing.Stopped(now, "bench", "why"), "bench", now);
      }
    }
    IO.println(registry.count() + " sources");
  }
}

Settings source(int i) {
  var host = i / FEEDS_OF_A_HOST;
  var url = "http://127.%d.%d.1:%d/%d.xml".formatted(1 + host / 250, host % 250, FEED_PORT, i);
  var tags = new TreeSet<Tag>();
  tags.add(Tag.parse("all").orElseThrow());
  tags.add(Tag.parse("topic" + i % 100).orElseThrow());
  return new Settings(
      new Label("Blog %06d about %s".formatted(i * 7_919L % 1_000_000, i % 1_000 == 0 ? "beetles" : "this and that"), tags, null),
      WebUrl.of(url), true, null, null, null);
}

record Operation(String name, List<String> paths) {}

void run(String address, String token, int seconds) throws Exception {
  var polls = new AtomicInteger();
  var feeds = feeds(polls);
  try (var client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
    var load = Files.readString(Path.of("/proc/loadavg")).split(" ")[0];
    var list = address + "/api/v1/sources";
    awaitAnswer(client, list + "?limit=1", token);
    var ids = ids(client, list + "?limit=500&sort_by=host", token);
    var operations = new ArrayList<Operation>();
    operations.addAll(
        List.of(
            new Operation("one source", ids.stream().map(id -> list + "/" + id).toList()),
            new Operation("list by name, page 1", List.of(list)),
            new Operation("list by name, page 300", List.of(list + "?page=300")),
            new Operation("list after an id", ids.stream().map(id -> list + "?after=" + id).toList()),
            new Operation("status=stopped (1 %)", List.of(list + "?status=stopped")),
            new Operation("tag of 1 %", List.of(list + "?tag=topic7")),
            new Operation("tag of all", List.of(list + "?tag=all")),
            new Operation("search, 0.1 % match", List.of(list + "?search=beetles")),
            new Operation("search, no match", List.of(list + "?search=blog%20zebra", list + "?search=zq")),
            new Operation("search, two letters", List.of(list + "?search=lo", list + "?search=99")),
            new Operation("search, all match", List.of(list + "?search=blog"))));
    var mixed = new ArrayList<String>();
    for (int i = 0; i < 100; i++) { // seven of ten want one source, the others some list
      var operation = operations.get(i % 10 < 7 ? 0 : 1 + (i / 10 * 3 + i % 10 - 7) % (operations.size() - 1));
      mixed.add(operation.paths().get(i % operation.paths().size()));
    }
    operations.add(new Operation("all of these, mixed", mixed));
    for (var operation : operations) { // warm
      measure(client, operation, token, 3);
    }
    IO.println("load average before: " + load);
    IO.println("%-26s %8s %8s %8s %7s %9s".formatted(RATE + " requests/s", "p50 ms", "p99 ms", "max ms", "errors", "wrk req/s"));
    for (var operation : operations) {
      var polledBefore = polls.get();
      var got = measure(client, operation, token, seconds);
      var polled = (polls.get() - polledBefore) / (double) seconds;
      IO.println("%-26s %8.1f %8.1f %8.1f %7d %9s   (%.0f polls/s beside)%s".formatted(
          operation.name(), got.at(0.5), got.at(0.99), got.at(1), got.errors().values().stream().mapToInt(Integer::intValue).sum(),
          wrk(operation.paths().getFirst(), token), polled, got.errors().isEmpty() ? "" : " " + got.errors()));
    }
  } finally {
    feeds.stop(0);
  }
}

/** Errors by what they were: a status, or the name of an exception. */
record Measured(long[] nanos, Map<String, Integer> errors) {
  double at(double share) {
    return nanos[Math.max(0, (int) Math.ceil(nanos.length * share) - 1)] / 1e6;
  }
}

/** Every request has its time, however late the answers before it are, and its latency counts from then. */
Measured measure(HttpClient client, Operation operation, String token, int seconds) throws Exception {
  var n = RATE * seconds;
  var nanos = new long[n];
  var errors = new ConcurrentSkipListMap<String, Integer>();
  var begin = System.nanoTime() + 100_000_000;
  try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
    for (int i = 0; i < n; i++) {
      var at = begin + i * (1_000_000_000L / RATE);
      for (long left = at - System.nanoTime(); left > 0; left = at - System.nanoTime()) {
        LockSupport.parkNanos(left);
      }
      var one = i;
      threads.submit(() -> {
        try {
          var path = operation.paths().get(one % operation.paths().size());
          var answer = client.send(request(path, token), BodyHandlers.ofByteArray());
          if (answer.statusCode() != 200) {
            errors.merge(String.valueOf(answer.statusCode()), 1, Integer::sum);
          }
        } catch (IOException failed) {
          errors.merge(failed.getClass().getSimpleName(), 1, Integer::sum);
        }
        nanos[one] = System.nanoTime() - at;
        return null;
      });
    }
  }
  Arrays.sort(nanos);
  return new Measured(nanos, Map.copyOf(errors));
}

HttpRequest request(String url, String token) {
  return HttpRequest.newBuilder(URI.create(url)).header("Authorization", "Bearer " + token).build();
}

void awaitAnswer(HttpClient client, String url, String token) throws Exception {
  for (int i = 0; i < 120; i++) {
    try {
      if (client.send(request(url, token), BodyHandlers.discarding()).statusCode() == 200) {
        return;
      }
    } catch (IOException notYet) {
      // serve is starting
    }
    TimeUnit.MILLISECONDS.sleep(500);
  }
  throw new IllegalStateException("serve does not answer");
}

List<String> ids(HttpClient client, String url, String token) throws Exception {
  var page = client.send(request(url, token), BodyHandlers.ofString()).body();
  return Pattern.compile("\"id\":\"([0-9a-f-]{36})\"").matcher(page).results().map(m -> m.group(1)).toList();
}

/** What one operation can do at most, from four connections. */
String wrk(String url, String token) throws Exception {
  var run =
      new ProcessBuilder("wrk", "-t1", "-c4", "-d4s", "-H", "Authorization: Bearer " + token, url)
          .redirectErrorStream(true)
          .start();
  var said = new String(run.getInputStream().readAllBytes());
  run.waitFor();
  var rate = Pattern.compile("Requests/sec: *([0-9.]+)").matcher(said);
  return (said.contains("Non-2xx") ? "!" : "") + (rate.find() ? rate.group(1) : "?");
}

HttpServer feeds(AtomicInteger polls) throws IOException {
  var items = new ArrayList<Feeds.Item>();
  for (int i = 0; i < 10; i++) {
    items.add(new Feeds.Item("g" + i, "Item " + i, "http://example.org/" + i, Instant.EPOCH.plusSeconds(i * 86_400L), "<p>Text.</p>"));
  }
  var body = Feeds.rss("Feed", "http://example.org/", items).getBytes();
  var server = HttpServer.create(new InetSocketAddress(FEED_PORT), 1_024);
  server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
  server.createContext("/", exchange -> {
    polls.incrementAndGet();
    exchange.getResponseHeaders().set("Content-Type", "application/rss+xml");
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  });
  server.start();
  return server;
}
