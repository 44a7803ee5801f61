import dev.feedwarden.api.Metrics;
import dev.feedwarden.app.Config;
import dev.feedwarden.app.Configuration;
import dev.feedwarden.app.LiveConfig;
import dev.feedwarden.app.WayOut;
import dev.feedwarden.app.Wiring;
import dev.feedwarden.cli.Terminal;
import dev.feedwarden.fetch.Fetcher;
import dev.feedwarden.fetch.Pauses;
import dev.feedwarden.lab.ArticleDigest;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.Poll;
import dev.feedwarden.model.Source.Settings;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.poll.CommitQueue;
import dev.feedwarden.poll.Loop;
import dev.feedwarden.poll.Tally;
import dev.feedwarden.poll.Workshop;
import dev.feedwarden.store.ArticleIndex;
import dev.feedwarden.store.Database;
import dev.feedwarden.store.LaneTable;
import dev.feedwarden.store.Registry;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import jdk.jfr.Recording;
import org.jspecify.annotations.Nullable;

/**
 * Run by bench/compare in a virtual machine of its own: {@code prepare FEEDS URLS} registers the feeds in the database that the
 * environment names; {@code steady FEEDS URLS ROUNDS FOLDER [index]} polls them with the parts of {@code serve}, in one process that has
 * done so before, and says what it took, a line of JSON each; {@code passes FEEDS URLS ROUNDS} does that with 304 alone; {@code digest
 * FEEDS URLS FOLDER NEXT fast|plain} tells which articles there are in the end; {@code modes FEEDS URLS FOLDER MODE
 * SECONDS [PROFILE]} repeats one mode and has Java's flight recorder look on.
 *
 * <p>URLS is a pattern for {@code String.format} with the number of the host (1 to 20) and of the feed.
 */
static final int HOSTS = 20;
static final int WARM_PASSES = 3;
static final Duration QUIET = Duration.ofSeconds(20);
static final Duration LONGEST_WARM_UP = Duration.ofMinutes(4);
static final double WARMED_UP = 0.03; // of a round's CPU goes into compiling
static final Duration LONG_UP = Duration.ofMinutes(11);
static final Duration LONGEST_PASS = Duration.ofMinutes(5);

enum Mode {
  COLD,
  WARM,
  TOUCHED,
  /** All sent again to somebody who asks without validators. */
  WHOLE,
  /** The folder's files take the place of those that are served. */
  NEWS
}

/** What a pass over all feeds took: wall and CPU. */
record Pass(Mode mode, double seconds, double cpu) {}

void main(String[] args) throws Exception {
  switch (args[0]) {
    case "prepare" -> prepare(Integer.parseInt(args[1]), args[2]);
    case "steady" -> steady(Integer.parseInt(args[1]), args[2], Integer.parseInt(args[3]), Path.of(args[4]), args.length > 5);
    case "passes" -> passes(Integer.parseInt(args[1]), args[2], Integer.parseInt(args[3]));
    case "digest" -> digest(Integer.parseInt(args[1]), args[2], Path.of(args[3]), Path.of(args[4]), args[5].equals("plain"));
    case "modes" ->
        repeat(
            Integer.parseInt(args[1]),
            args[2],
            Path.of(args[3]),
            Mode.valueOf(args[4].toUpperCase(Locale.ROOT)),
            Integer.parseInt(args[5]),
            args.length > 6 ? Path.of(args[6]) : null);
    default -> throw new IllegalArgumentException(args[0]);
  }
}

Configuration configuration() {
  return new Configuration(System.getenv(), Path.of("."), Path.of(System.getProperty("user.home")), "bench");
}

Config config() {
  return configuration().config();
}

List<Settings> feeds(int feeds, String urls) {
  return IntStream.range(0, feeds)
      .mapToObj(i -> new Settings("Feed " + i, WebUrl.of(urls.formatted(1 + i % HOSTS, i)), true, null))
      .toList();
}

void prepare(int feeds, String urls) {
  var config = config();
  try (var database = Wiring.database(config)) {
    new Registry(database).addAll(feeds(feeds, urls), database.now());
    new LaneTable(database).change(config.schedule().lanes());
  }
}

/** A service that polls on demand: all parts of it live on from pass to pass, but the database may be exchanged. */
final class Station implements AutoCloseable {
  private final LiveConfig live = new LiveConfig(configuration(), new Terminal(System.out, System.err, false, false, false));
  private final Config config = live.begin();
  private final Metrics metrics = new Metrics("bench");
  private final Pauses pauses = new Pauses();
  private final int feeds;
  private final String urls;
  private Database database;
  private AutoCloseable ledger;
  private Fetcher fetcher;
  private CommitQueue commits;
  private boolean isEmpty;

  Station(int feeds, String urls) throws Exception {
    this.feeds = feeds;
    this.urls = urls;
    open();
  }

  private void open() throws Exception {
    forget(config.dataDir());
    Files.createDirectories(config.dataDir());
    database = Wiring.database(config, metrics.timing());
    var books = Wiring.ledger(config, database);
    ledger = books;
    fetcher = WayOut.fetcher(config, pauses, books);
    commits = Wiring.commits(database);
    new Registry(database).addAll(feeds(feeds, urls), database.now());
    isEmpty = true;
  }

  @Override
  public void close() throws Exception {
    commits.close();
    fetcher.close();
    ledger.close();
    database.close();
  }

  Path file() {
    return config.dataDir().resolve("feedwarden.db");
  }

  Database database() {
    return database;
  }

  Pass pass(Mode mode, Path folder) throws Exception {
    switch (mode) {
      case COLD -> {
        if (!isEmpty) {
          close();
          open();
        }
      }
      case WARM, WHOLE -> due();
      case NEWS -> {
        publish(folder);
        due();
      }
      case TOUCHED -> {
        touch(folder);
        due();
      }
    }
    isEmpty = false;
    var outcomes = new Outcomes(metrics.tally(), feeds);
    var loop = Wiring.loop(live, database, fetcher, commits, new LongUp(Workshop.machine(pauses)), outcomes, _ -> {});
    outcomes.whenAll(loop::stop);
    Thread.ofVirtual().start(() -> outcomes.stopLate(loop));
    var cpu = cpu();
    var began = System.nanoTime();
    loop.run();
    var took = new Pass(mode, (outcomes.ended() - began) / 1e9, (cpu() - cpu) / 1e9);
    outcomes.check(mode);
    return took;
  }

  // As when an hour has passed.
  private void due() throws Exception {
    sql("UPDATE feed_state SET next_poll_at = 1000");
    sql("UPDATE host_queue SET due_at = 1000, ready_at = 0 WHERE due_at IS NOT NULL");
  }

  void sql(String text) throws Exception {
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file());
        var statement = connection.createStatement()) {
      statement.execute("PRAGMA busy_timeout = 10000");
      statement.execute(text);
    }
  }
}

/** Counts polls, and lets nothing pass that is not what the mode is about. */
static final class Outcomes implements Tally {
  private final Tally metrics;
  private final int expected;
  private final AtomicInteger ended = new AtomicInteger();
  private final AtomicInteger unmodified = new AtomicInteger();
  private final AtomicInteger fresh = new AtomicInteger();
  private final AtomicInteger inserted = new AtomicInteger();
  private volatile Runnable all = () -> {};
  private volatile long at;

  Outcomes(Tally metrics, int expected) {
    this.metrics = metrics;
    this.expected = expected;
  }

  void whenAll(Runnable action) {
    all = action;
  }

  void stopLate(Loop loop) {
    try {
      Thread.sleep(LONGEST_PASS);
    } catch (InterruptedException over) {
      Thread.currentThread().interrupt();
    }
    loop.stop();
  }

  long ended() {
    return at;
  }

  void check(Mode mode) {
    var right =
        switch (mode) {
          case COLD, NEWS -> fresh.get() == expected && inserted.get() > 0;
          case WARM -> unmodified.get() == expected;
          case TOUCHED, WHOLE -> fresh.get() == expected && inserted.get() == 0;
        };
    if (!right || ended.get() != expected) {
      throw new IllegalStateException(
          "%s: of %d polls %d ended, %d fresh, %d not modified, %d articles new"
              .formatted(mode, expected, ended.get(), fresh.get(), unmodified.get(), inserted.get()));
    }
  }

  @Override
  public void polled(Poll poll, Poll.Receipt receipt, Times times) {
    metrics.polled(poll, receipt, times);
    if (poll.outcome() instanceof Outcome.NotModified) {
      unmodified.incrementAndGet();
    } else if (poll.outcome() instanceof Outcome.Fresh && receipt instanceof Poll.Receipt.Stored stored) {
      fresh.incrementAndGet();
      inserted.addAndGet(stored.inserted());
    }
    if (ended.incrementAndGet() == expected) {
      at = System.nanoTime();
      all.run();
    }
  }

  @Override
  public void settled(Poll poll, Poll.Receipt receipt) {
    metrics.settled(poll, receipt);
  }

  @Override
  public void forgiven(Poll poll) {
    metrics.forgiven(poll);
  }

  @Override
  public void faulted() {
    metrics.faulted();
  }
}

/** The machine, on which a loop believes to have run for so long that its start needs no care any more. */
static final class LongUp implements Workshop {
  private final Workshop machine;
  private boolean born;

  LongUp(Workshop machine) {
    this.machine = machine;
  }

  @Override
  public long nanos() {
    var now = machine.nanos();
    return born ? now : now - LONG_UP.toNanos();
  }

  @Override
  public void sleep(Duration pause) throws InterruptedException {
    machine.sleep(pause);
  }

  @Override
  public <T> @Nullable T await(BlockingQueue<T> queue, Duration longest) throws InterruptedException {
    return machine.await(queue, longest);
  }

  @Override
  public ExecutorService workers() {
    born = true; // asked for when the loop begins
    return machine.workers();
  }

  @Override
  public int waiting() {
    return machine.waiting();
  }
}

void steady(int feeds, String urls, int rounds, Path folder, boolean indexed) throws Exception {
  try (var station = new Station(feeds, urls)) {
    var plan = new ArrayList<>(List.of(Mode.COLD));
    IntStream.range(0, WARM_PASSES).forEach(_ -> plan.add(Mode.WARM));
    plan.add(Mode.TOUCHED);
    warmUp(() -> round(station, plan, folder));
    for (int round = 0; round < rounds; round++) {
      round(station, plan, folder).forEach(this::tell);
    }
    tell(Map.of("peak_rss", peakRss()));
    size(station.file());
    if (indexed) {
      index(station);
    }
  }
}

List<Pass> round(Station station, List<Mode> plan, Path folder) throws Exception {
  var passes = new ArrayList<Pass>();
  for (var mode : plan) {
    passes.add(station.pass(mode, folder));
  }
  return passes;
}

interface Round {
  List<Pass> passes() throws Exception;
}

// A service runs for weeks: what Java spends on compiling it is over when it is measured, and told by who measures a fresh start.
void warmUp(Round round) throws Exception {
  var compiler = ManagementFactory.getCompilationMXBean();
  var end = System.nanoTime() + LONGEST_WARM_UP.toNanos();
  for (var busy = System.nanoTime(); System.nanoTime() - busy < QUIET.toNanos() && System.nanoTime() < end; ) {
    var before = compiler.getTotalCompilationTime();
    var cpu = round.passes().stream().mapToDouble(Pass::cpu).sum();
    if ((compiler.getTotalCompilationTime() - before) / 1e3 / cpu > WARMED_UP) {
      busy = System.nanoTime();
    }
  }
}

void tell(Pass pass) {
  tell(Map.of("mode", "\"" + pass.mode().name().toLowerCase(Locale.ROOT) + "\"", "seconds", pass.seconds(), "cpu", pass.cpu()));
}

// Nothing but "not modified", which is what most polls come to.
void passes(int feeds, String urls, int rounds) throws Exception {
  try (var station = new Station(feeds, urls)) {
    station.pass(Mode.COLD, Path.of("."));
    var plan = List.of(Mode.WARM);
    warmUp(() -> round(station, plan, Path.of(".")));
    for (int round = 0; round < rounds; round++) {
      round(station, plan, Path.of(".")).forEach(this::tell);
    }
    tell(Map.of("peak_rss", peakRss()));
  }
}

// The index of words is made aside by serve, when polls leave it time.
void index(Station station) throws Exception {
  var cpu = cpu();
  var began = System.nanoTime();
  var index = new ArticleIndex(station.database());
  while (index.turn()) {}
  tell(Map.of("index_seconds", (System.nanoTime() - began) / 1e9, "index_cpu", (cpu() - cpu) / 1e9));
  try (var connection = DriverManager.getConnection("jdbc:sqlite:" + station.file())) {
    connection.createStatement().execute("PRAGMA wal_checkpoint(TRUNCATE)");
  }
  tell(Map.of("bytes_indexed", Files.size(station.file())));
}

void size(Path file) throws Exception {
  try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file); var statement = connection.createStatement()) {
    statement.execute("PRAGMA wal_checkpoint(TRUNCATE)");
    try (var rows = statement.executeQuery("SELECT count(*) FROM articles")) {
      rows.next();
      tell(Map.of("bytes", Files.size(file), "articles", rows.getLong(1)));
    }
  }
}

// Three editions: the first, the same with new validators, and one with new articles. Whoever is plain knows no last body.
void digest(int feeds, String urls, Path folder, Path next, boolean plain) throws Exception {
  try (var station = new Station(feeds, urls)) {
    station.pass(Mode.COLD, folder);
    for (var edition : List.of(Mode.WARM, Mode.TOUCHED, Mode.NEWS)) {
      if (plain) {
        station.sql("UPDATE feed_state SET last_etag = NULL, last_modified = NULL, body_hash = NULL");
      }
      station.pass(edition == Mode.WARM && plain ? Mode.WHOLE : edition, edition == Mode.NEWS ? next : folder);
    }
    IO.println(ArticleDigest.of(station.database()));
  }
}

void repeat(int feeds, String urls, Path folder, Mode mode, int seconds, @Nullable Path profile) throws Exception {
  try (var station = new Station(feeds, urls); var recording = new Recording(jdk.jfr.Configuration.getConfiguration("profile"))) {
    station.pass(Mode.COLD, folder);
    for (int pass = 0; pass < 3; pass++) {
      station.pass(mode, folder);
    }
    if (profile != null) {
      recording.start();
    }
    var end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    var passes = new ArrayList<Pass>();
    while (System.nanoTime() < end) {
      passes.add(station.pass(mode, folder));
    }
    if (profile != null) {
      recording.stop();
      recording.dump(profile);
    }
    var best = passes.stream().min(Comparator.comparing(Pass::seconds)).orElseThrow();
    var last = passes.getLast();
    IO.println(
        "%s: %d passes; best %.0f feeds/s, last %.0f feeds/s and %.2f CPU s per 1,000; peak RSS %d MB"
            .formatted(mode, passes.size(), feeds / best.seconds(), feeds / last.seconds(), 1_000 * last.cpu() / feeds, peakRss() / 1_000_000));
  }
}

// From FOLDER-next to the folder whose name that is without "-next".
static void publish(Path next) throws Exception {
  var served = Path.of(next.toString().replaceFirst("-next$", ""));
  try (var files = Files.list(next)) {
    for (var file : files.toList()) {
      Files.copy(file, served.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
    }
  }
  touch(served);
}

static void touch(Path folder) throws Exception {
  var now = java.nio.file.attribute.FileTime.fromMillis(System.currentTimeMillis() / 1_000 * 1_000);
  try (var files = Files.list(folder)) {
    for (var file : files.toList()) {
      Files.setLastModifiedTime(file, now);
    }
  }
  Thread.sleep(2_100); // nginx looks at a file again after a second, and its times have no fractions
}

static long cpu() {
  return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
}

static long peakRss() throws IOException {
  return Files.readAllLines(Path.of("/proc/self/status")).stream()
      .filter(line -> line.startsWith("VmHWM:"))
      .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
      .findFirst()
      .orElse(0);
}

static void tell(Map<String, ?> facts) {
  IO.println(
      facts.entrySet().stream().map(e -> "\"" + e.getKey() + "\":" + e.getValue()).sorted().collect(Collectors.joining(",", "{", "}")));
}

static void forget(Path folder) throws IOException {
  if (Files.isDirectory(folder)) {
    try (var files = Files.walk(folder)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
