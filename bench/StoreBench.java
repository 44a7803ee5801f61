import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import dev.feedwarden.model.Claim;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.Poll;
import dev.feedwarden.policy.Policy;
import dev.feedwarden.policy.Profile;
import dev.feedwarden.policy.Schedule;
import dev.feedwarden.store.Access;
import dev.feedwarden.store.Commits;
import dev.feedwarden.store.Database;
import dev.feedwarden.store.HostQueue;
import dev.feedwarden.store.ReadyPoll;
import dev.feedwarden.store.Turns.Return;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.slf4j.LoggerFactory;

/**
 * Run by bench/store: {@code ENGINE FEEDS SECONDS}. What the store can do: hosts taken, feeds claimed, polls without news
 * written, hosts given back, with groups of fifty polls in a transaction and with one.
 */
static final int FEEDS_OF_A_HOST = 10;
static final int GROUP = 50;
static final int IN_A_ROW = 8;
Optional<ProcessHandle> server = Optional.empty();
static final Policy POLICY = new Policy(Profile.STANDARD.table(), new Schedule(Duration.ofDays(1)), Duration.ofHours(1));

void main(String[] args) throws Exception {
  ((LoggerContext) LoggerFactory.getILoggerFactory()).getLogger("ROOT").setLevel(Level.WARN);
  var feeds = Integer.parseInt(args[1]);
  var seconds = Integer.parseInt(args[2]);
  var folder = Files.createTempDirectory("feedwarden-store");
  try {
    if (args[0].equals("sqlite")) {
      measure(args[0], Access.to("jdbc:sqlite:" + folder.resolve("feedwarden.db")), feeds, seconds, 2);
    } else {
      try (var postgres =
          EmbeddedPostgres.builder()
              .setServerConfig("shared_buffers", "1GB")
              .setServerConfig("max_wal_size", "4GB")
              .setServerConfig("synchronous_commit", "on")
              .start()) {
        measure(args[0], Access.to(postgres.getJdbcUrl("postgres", "postgres")), feeds, seconds, 4);
      }
    }
  } finally {
    try (var files = Files.walk(folder)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}

void measure(String engine, Access access, int feeds, int seconds, int workers) throws Exception {
  Database.open(access).close();
  try (var connection = DriverManager.getConnection(access.url()); var statement = connection.createStatement()) {
    var series =
        engine.equals("sqlite")
            ? "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < %d) ".formatted(feeds)
            : "WITH n AS (SELECT generate_series(0, %d) AS i) ".formatted(feeds - 1);
    var id = engine.equals("sqlite") ? "printf('01950000-0000-7000-8000-%012d', i)" : "'01950000-0000-7000-8000-' || lpad(i::text, 12, '0')";
    var host = "'h' || (i / " + FEEDS_OF_A_HOST + ") || '.example'";
    var url = "'http://h' || (i / " + FEEDS_OF_A_HOST + ") || '.example/' || i";
    connection.setAutoCommit(false);
    statement.execute(
        "INSERT INTO sources (id, name, feed_url, feed_url_key, host_key, search_text, created_at, updated_at) "
            + series + "SELECT " + id + ", 'Feed ' || i, " + url + ", " + url + ", " + host + ", 'feed ' || i, 0, 0 FROM n");
    statement.execute(
        "INSERT INTO feed_state (source_id, host_key, last_etag, last_polled_at, last_success_at, next_poll_at, next_poll_reason, created_at, updated_at) "
            + series + "SELECT " + id + ", " + host + ", '\"etag\"', 1000 + i, 1000 + i, 1000 + i, 'interval', 0, 0 FROM n");
    statement.execute("INSERT INTO host_queue (key, due_at) SELECT host_key, min(next_poll_at) FROM feed_state GROUP BY host_key");
    connection.commit();
    connection.setAutoCommit(true);
    if (!engine.equals("sqlite")) { // nobody runs it there: with its figures SQLite plans each statement anew for each value
      statement.execute("ANALYZE");
      try (var backend = statement.executeQuery("SELECT pg_backend_pid()")) {
        backend.next();
        server = ProcessHandle.of(backend.getLong(1)).flatMap(ProcessHandle::parent);
      }
    }
  }
  try (var database = Database.open(access)) {
    run(database, workers, GROUP, Duration.ofSeconds(10)); // warm
    var log = engine.equals("sqlite") ? (Log) () -> 0 : wal(access);
    IO.println("%s, %,d feeds, load %s".formatted(engine, feeds, Files.readString(Path.of("/proc/loadavg")).split(" ")[0]));
    for (var group : List.of(GROUP, 1, GROUP)) {
      tell(database, workers, group, seconds, "%2d polls a transaction".formatted(group), log);
    }
    inARow = IN_A_ROW; // as the loop does where hosts need no rest
    tell(database, workers, GROUP, seconds, "%2d feeds of a host in a row".formatted(inARow), log);
    inARow = 1;
    if (!engine.equals("sqlite")) { // somebody's report, or a forgotten psql
      try (var other = DriverManager.getConnection(access.url()); var statement = other.createStatement()) {
        other.setAutoCommit(false);
        statement.execute("SELECT pg_current_xact_id()");
        tell(database, workers, GROUP, seconds, "beside a transaction left open", log);
        tell(database, workers, GROUP, seconds, "beside it, later", log);
      }
    }
  }
}

/** How much was written ahead so far. */
interface Log {
  long bytes() throws Exception;
}

Log wal(Access access) {
  return () -> {
    try (var connection = DriverManager.getConnection(access.url());
        var rows = connection.createStatement().executeQuery("SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')")) {
      rows.next();
      return rows.getLong(1);
    }
  };
}

void tell(Database database, int workers, int group, int seconds, String what, Log log) throws Exception {
  daysPass();
  var cpu = cpu();
  var served = served();
  var bytes = log.bytes();
  var polls = run(database, workers, group, Duration.ofSeconds(seconds));
  var written = log.bytes() - bytes;
  IO.println(
      "%-32s %,8.0f polls/s, %4.0f µs of this process a poll%s%s"
          .formatted(
              what,
              polls / (double) seconds,
              (cpu() - cpu) / 1e3 / polls,
              served == 0 ? "" : ", %4.0f µs of the server".formatted((served() - served) / 1e3 / polls),
              written == 0 ? "" : ", %,d bytes of log a poll".formatted(written / polls)));
}

long cpu() {
  return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
}

/** The CPU time of the server's processes, whose parent is the parent of each of them. */
long served() {
  return server.stream()
      .flatMap(ProcessHandle::children)
      .mapToLong(one -> one.info().totalCpuDuration().map(Duration::toNanos).orElse(0L))
      .sum();
}

// As in a service, which has one for all its life: the first thing that it does is to look for wrong times.
List<HostQueue> queues = List.of();
Duration shift = Duration.ZERO;
volatile int inARow = 1;

// All feeds are due again, as if days had passed; who sees the clock jump looks for wrong times once.
void daysPass() {
  shift = shift.plusDays(2);
  queues.forEach(queue -> queue.turn(List.of(), 0, queue.now().plus(shift)));
}

int run(Database database, int workers, int group, Duration length) throws Exception {
  if (queues.isEmpty()) {
    queues = Stream.generate(() -> new HostQueue(database)).limit(workers).toList();
  }
  var end = System.nanoTime() + length.toNanos();
  try (var threads = Executors.newFixedThreadPool(workers)) {
    int polls = 0;
    for (var one : threads.invokeAll(queues.stream().map(queue -> (Callable<Integer>) () -> work(database, queue, group, end)).toList())) {
      polls += one.get();
    }
    return polls;
  }
}

int work(Database database, HostQueue queue, int group, long end) {
  var commits = new Commits(database);
  var back = new ArrayList<Return>();
  int polls = 0;
  while (System.nanoTime() < end) {
    var now = queue.now().plus(shift);
    var leases = queue.turn(back, GROUP, now);
    back.clear();
    var done = new ArrayList<ReadyPoll>();
    var claims = queue.claims(leases, inARow);
    for (int turn = 0; turn < inARow; turn++) { // of a host one after the other, and with the last the host goes back
      for (var feeds : claims.values()) {
        if (turn < feeds.size()) {
          var claim = feeds.get(turn);
          done.add(ReadyPoll.of(poll(claim), turn + 1 == feeds.size() ? new Return(claim.lease(), now) : null));
        }
      }
    }
    for (int from = 0; from < done.size(); from += group) {
      commits.commitReady(done.subList(from, Math.min(done.size(), from + group)));
    }
    for (var lease : leases) {
      var left = new Return(lease, now);
      back.add(claims.containsKey(lease.host()) ? left.given() : left);
    }
    polls += done.size();
  }
  queue.turn(back, 0, queue.now().plus(shift));
  return polls;
}

Poll poll(Claim claim) {
  var at = claim.lease().takenAt();
  var snapshot = claim.state().snapshot();
  var outcome = new Outcome.NotModified(snapshot.validators(), snapshot.rhythm());
  return new Poll(claim, outcome, POLICY.next(claim, outcome, Policy.Moment.of(claim.source().id(), at)), new Poll.Visit(at, Duration.ofMillis(40), 0, 304, 200));
}
