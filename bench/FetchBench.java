import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import dev.feedwarden.fetch.AddressRange;
import dev.feedwarden.fetch.FetchLimits;
import dev.feedwarden.fetch.Fetcher;
import dev.feedwarden.fetch.OutboundGuard;
import dev.feedwarden.fetch.Time;
import dev.feedwarden.lab.Feeds;
import dev.feedwarden.model.FetchResult;
import dev.feedwarden.model.Validators;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.policy.RetryPolicy;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.slf4j.LoggerFactory;

/** Run by bench/fetch: {@code generate FOLDER}, or {@code run FOLDER FETCHES} beside a running nginx. */
static final int FEEDS = 200;
static final int ROUNDS = 3;
static final int HOSTS = 20;

void main(String[] args) throws Exception {
  ((LoggerContext) LoggerFactory.getILoggerFactory()).getLogger("ROOT").setLevel(Level.WARN);
  if (args[0].equals("generate")) {
    generate(Path.of(args[1]));
  } else {
    run(Path.of(args[1]), Integer.parseInt(args[2]));
  }
}

void generate(Path folder) throws Exception {
  Files.createDirectories(folder);
  for (int feed = 0; feed < FEEDS; feed++) {
    var items = new ArrayList<Feeds.Item>();
    for (int i = 0; i < 20 + feed % 31; i++) {
      items.add(
          new Feeds.Item(
              feed + "-" + i,
              "Item " + i,
              "http://example.org/" + feed + "/" + i,
              Instant.EPOCH.plusSeconds(i * 3_600L),
              "<p>" + "Words of some length about this and that. ".repeat(40) + "</p>"));
    }
    Files.writeString(
        folder.resolve(feed + ".xml"), Feeds.rss("Feed " + feed, "http://example.org/", items));
  }
}

List<String> urls(int fetches) {
  return IntStream.range(0, fetches)
      .mapToObj(i -> "http://127.0.0." + (1 + i % HOSTS) + ":18081/" + i % FEEDS + ".xml")
      .toList();
}

interface One {
  void fetch(String url) throws Exception;
}

record Cost(double seconds, double cpuSeconds) {}

void run(Path folder, int fetches) throws Exception {
  IO.println("%,d fetches of %d feeds (%s each) from nginx on loopback, %d cores, median of %d"
      .formatted(fetches, FEEDS, size(folder), Runtime.getRuntime().availableProcessors(), ROUNDS));
  IO.println("load average before: " + Files.readString(Path.of("/proc/loadavg")).strip());
  IO.println("%-12s %6s %12s %14s".formatted("client", "at once", "fetches/s", "CPU ms/fetch"));
  for (int atOnce : List.of(64, 256)) {
    var ours = new ArrayList<Cost>();
    var jdk = new ArrayList<Cost>();
    var curl = new ArrayList<Cost>();
    try (var fetcher = fetcher();
        var client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
      One us = url -> ours(fetcher, url);
      One them = url -> jdk(client, url);
      java(us, fetches / 4, atOnce);
      java(them, fetches / 4, atOnce);
      for (int round = 0; round < ROUNDS; round++) {
        ours.add(java(us, fetches, atOnce));
        jdk.add(java(them, fetches, atOnce));
        curl.add(curl(folder, fetches, atOnce));
      }
    }
    show("feedwarden", atOnce, fetches, ours);
    show("JDK client", atOnce, fetches, jdk);
    show("curl", atOnce, fetches, curl);
  }
}

String size(Path folder) throws Exception {
  try (var files = Files.list(folder.resolve("www"))) {
    return files.mapToLong(f -> f.toFile().length()).sum() / FEEDS / 1024 + " KiB";
  }
}

Fetcher fetcher() {
  return new Fetcher(
      new OutboundGuard(
          List.of(AddressRange.parse("127.0.0.0/8").orElseThrow()), Set.of(), List.of(), Set.of()),
      FetchLimits.STANDARD,
      new Fetcher.Identification("bench"),
      Fetcher.Route.DIRECT,
      Time.MACHINE,
      RandomGenerator.getDefault());
}

void ours(Fetcher fetcher, String url) throws Exception {
  var result =
      fetcher.fetch(
          new Fetcher.Request(
              WebUrl.of(url), Validators.NONE, RetryPolicy.ONCE, Duration.ZERO));
  if (!(result instanceof FetchResult.Answered answer) || answer.body().length < 10_000) {
    throw new IllegalStateException("not fetched: " + result);
  }
}

void jdk(HttpClient client, String url) throws Exception {
  var answer =
      client.send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.ofByteArray());
  if (answer.statusCode() != 200 || answer.body().length < 10_000) {
    throw new IllegalStateException("not fetched");
  }
}

Cost java(One one, int fetches, int atOnce) throws Exception {
  var urls = urls(fetches);
  var next = new AtomicInteger();
  var process =
      (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  var cpu = process.getProcessCpuTime();
  var began = System.nanoTime();
  try (var workers = Executors.newVirtualThreadPerTaskExecutor()) {
    var all =
        IntStream.range(0, atOnce)
            .mapToObj(
                _ ->
                    workers.submit(
                        () -> {
                          for (int i = next.getAndIncrement(); i < fetches; i = next.getAndIncrement()) {
                            one.fetch(urls.get(i));
                          }
                          return true;
                        }))
            .toList();
    for (var worker : all) {
      worker.get();
    }
  }
  return new Cost(
      (System.nanoTime() - began) / 1e9, (process.getProcessCpuTime() - cpu) / 1e9);
}

Cost curl(Path folder, int fetches, int atOnce) throws Exception {
  var list = folder.resolve("urls");
  Files.write(
      list,
      urls(fetches).stream().map(url -> "url=" + url + "\noutput=/dev/null").toList());
  var command =
      "TIMEFORMAT='%R %U %S'; time curl -s --parallel --parallel-immediate --parallel-max "
          + atOnce + " -K " + list;
  var process = new ProcessBuilder("bash", "-c", command).redirectErrorStream(true).start();
  var said = new String(process.getInputStream().readAllBytes()).strip().split("\\s+");
  if (process.waitFor() != 0) {
    throw new IllegalStateException("curl failed: " + List.of(said));
  }
  var n = said.length;
  return new Cost(
      Double.parseDouble(said[n - 3]),
      Double.parseDouble(said[n - 2]) + Double.parseDouble(said[n - 1]));
}

void show(String client, int atOnce, int fetches, List<Cost> costs) {
  var seconds = costs.stream().mapToDouble(Cost::seconds).sorted().skip(ROUNDS / 2).findFirst().orElseThrow();
  var cpu = costs.stream().mapToDouble(Cost::cpuSeconds).sorted().skip(ROUNDS / 2).findFirst().orElseThrow();
  IO.println("%-12s %6d %,12.0f %14.3f".formatted(client, atOnce, fetches / seconds, cpu * 1_000 / fetches));
}
