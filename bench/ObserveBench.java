import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import dev.feedwarden.api.Metrics;
import dev.feedwarden.fetch.Fetcher;
import dev.feedwarden.fetch.Hops;
import dev.feedwarden.fetch.Pauses;
import dev.feedwarden.fetch.Time;
import dev.feedwarden.model.Domain;
import dev.feedwarden.model.FetchResult;
import dev.feedwarden.model.Source.Settings;
import dev.feedwarden.model.Validators;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.policy.Policy;
import dev.feedwarden.policy.Profile;
import dev.feedwarden.policy.RetryPolicy;
import dev.feedwarden.policy.Schedule;
import dev.feedwarden.policy.StartRate;
import dev.feedwarden.poll.CommitQueue;
import dev.feedwarden.poll.Loop;
import dev.feedwarden.poll.Poller;
import dev.feedwarden.poll.Reach;
import dev.feedwarden.poll.Tally;
import dev.feedwarden.poll.Witness;
import dev.feedwarden.poll.Workshop;
import dev.feedwarden.store.Access;
import dev.feedwarden.store.Articles;
import dev.feedwarden.store.Commits;
import dev.feedwarden.store.Database;
import dev.feedwarden.store.HostFeeds;
import dev.feedwarden.store.HostQueue;
import dev.feedwarden.store.Moving;
import dev.feedwarden.store.Registry;
import dev.feedwarden.store.Timing;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.slf4j.LoggerFactory;

/**
 * Run by bench/observe: {@code POLLS ROUNDS}. Polls per second of the whole line but the network, whose answer is at hand,
 * with metrics and history on, with one of them off, and with both off, in turns.
 */
enum Mode {
  BOTH,
  NO_METRICS,
  NO_HISTORY,
  NEITHER
}

void main(String[] args) throws Exception {
  ((LoggerContext) LoggerFactory.getILoggerFactory()).getLogger("ROOT").setLevel(Level.WARN);
  var polls = args.length > 0 ? Integer.parseInt(args[0]) : 5_000;
  var rounds = args.length > 1 ? Integer.parseInt(args[1]) : 7;
  var speeds = new EnumMap<Mode, List<Double>>(Mode.class);
  var work = new EnumMap<Mode, List<Double>>(Mode.class);
  for (var mode : Mode.values()) {
    run(mode, polls); // warm
    speeds.put(mode, new ArrayList<>());
    work.put(mode, new ArrayList<>());
  }
  for (int round = 0; round < rounds; round++) {
    for (var mode : Mode.values()) {
      var before = cpu();
      speeds.get(mode).add(run(mode, polls));
      work.get(mode).add((cpu() - before) / 1e3 / polls);
    }
  }
  IO.println("load " + Files.readString(Path.of("/proc/loadavg")).split(" ")[0]);
  IO.println("%-12s %10s %10s %10s %14s %10s".formatted("", "median/s", "best/s", "cost", "CPU µs a poll", "cost"));
  var free = best(speeds.get(Mode.NEITHER));
  var least = Collections.min(work.get(Mode.NEITHER));
  for (var mode : Mode.values()) {
    var sorted = speeds.get(mode).stream().sorted().toList();
    IO.println(
        "%-12s %10.0f %10.0f %9.1f%% %14.0f %9.1f%%"
            .formatted(
                mode.name().toLowerCase(Locale.ROOT),
                sorted.get(sorted.size() / 2),
                best(sorted),
                100 * (1 - best(sorted) / free),
                Collections.min(work.get(mode)),
                100 * (Collections.min(work.get(mode)) / least - 1)));
  }
}

long cpu() {
  return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
}

double best(List<Double> speeds) {
  return speeds.stream().max(Comparator.naturalOrder()).orElseThrow();
}

double run(Mode mode, int polls) throws Exception {
  var folder = Files.createTempDirectory("feedwarden-observe");
  var url = "jdbc:sqlite:" + folder.resolve("feedwarden.db");
  var metrics = new Metrics("bench");
  var counting = mode == Mode.BOTH || mode == Mode.NO_HISTORY;
  try (var database = Database.open(Access.to(url), counting ? metrics.timing() : Timing.NONE);
      var commits = new CommitQueue(new Commits(database), new HostFeeds(database), new Moving(database))) {
    new Registry(database)
        .addAll(
            IntStream.range(0, polls)
                .mapToObj(i -> new Settings("f" + i, WebUrl.of("http://h" + i + ".example/f"), true, null))
                .toList(),
            database.now());
    if (mode == Mode.NO_HISTORY || mode == Mode.NEITHER) {
      try (var connection = DriverManager.getConnection(url); var statement = connection.createStatement()) {
        statement.execute("CREATE TRIGGER forget BEFORE INSERT ON polls BEGIN SELECT RAISE(IGNORE); END");
      }
    }
    return polls / seconds(database, commits, counting ? metrics.tally() : Tally.NONE, polls);
  } finally {
    try (var files = Files.walk(folder)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}

double seconds(Database database, CommitQueue commits, Tally tally, int polls) throws InterruptedException {
  var policy = new Policy(Profile.STANDARD.table(), new Schedule(Duration.ofHours(1)), Duration.ofHours(1));
  var witness = new Witness(host -> new Domain(host.value()));
  var asked = new AtomicInteger();
  var loops = new ArrayList<Loop>();
  var poller =
      new Poller(
          new Reach(
              request -> {
                if (asked.incrementAndGet() == polls) {
                  loops.getFirst().stop(); // what is under way ends first
                }
                return answer(request);
              },
              new Articles(database)::known, commits, Time.MACHINE, witness, _ -> Hops.FREE, tally),
          new RetryPolicy(1, Duration.ZERO, Duration.ZERO), policy,
          () -> {
            throw new IllegalStateException();
          });
  var manner =
      new Loop.Manner(poller, Loop.Gaps.of(Duration.ZERO), 64, new StartRate(1_000_000, Duration.ZERO), Duration.ofSeconds(10), Duration.ofMinutes(1));
  loops.add(new Loop(new HostQueue(database), Workshop.machine(new Pauses()), witness, () -> manner));
  var began = System.nanoTime();
  loops.getFirst().run();
  return (System.nanoTime() - began) / 1e9;
}

FetchResult answer(Fetcher.Request request) {
  var items =
      IntStream.range(0, 10)
          .mapToObj(i -> "<item><guid>%s-%d</guid><title>Title %d</title><description>Some words %d.</description></item>".formatted(request.url().host(), i, i, i))
          .collect(Collectors.joining());
  var body = "<rss version=\"2.0\"><channel><title>T</title>" + items + "</channel></rss>";
  return new FetchResult.Answered(
      200,
      new FetchResult.Headers(Validators.NONE, "application/rss+xml", null, null),
      body.getBytes(StandardCharsets.UTF_8),
      new FetchResult.FetchTrace(1, request.url(), List.of(), null, Duration.ofMillis(1)));
}
