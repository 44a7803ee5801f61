import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import com.sun.net.httpserver.HttpServer;
import dev.feedwarden.model.Source.Settings;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.store.Access;
import dev.feedwarden.store.Database;
import dev.feedwarden.store.Registry;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.slf4j.LoggerFactory;

/** Run by bench/pages: {@code fill DATABASE SOURCES POLLS}, or {@code run ADDRESS TOKEN TIMES} beside serve. */
static final int FEEDS_OF_A_HOST = 50;
static final int FEED_PORT = 18_086;

void main(String[] args) throws Exception {
  ((LoggerContext) LoggerFactory.getILoggerFactory()).getLogger("ROOT").setLevel(Level.WARN);
  if (args[0].equals("fill")) {
    fill(args[1], Integer.parseInt(args[2]), Integer.parseInt(args[3]));
  } else {
    run(args[1], args[2], Integer.parseInt(args[3]));
  }
}

void fill(String file, int sources, int polls) throws Exception {
  try (var database = Database.open(Access.to("jdbc:sqlite:" + file))) {
    var registry = new Registry(database);
    for (int from = 0; from < sources; from += 5_000) {
      registry.addAll(
          IntStream.range(from, Math.min(sources, from + 5_000)).mapToObj(this::source).toList(), database.now());
    }
  }
  try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file)) {
    history(connection, System.currentTimeMillis(), polls / sources);
  }
  IO.println(sources + " sources, " + polls + " polls");
}

Settings source(int i) {
  var host = i / FEEDS_OF_A_HOST;
  var url = "http://127.%d.%d.1:%d/%d.xml".formatted(1 + host / 250, host % 250, FEED_PORT, i);
  return new Settings("Blog %06d about this and that".formatted(i * 7_919L % 1_000_000), WebUrl.of(url), true, null);
}

/** A poll an hour of each source; one source in twenty fails, and half of those are cooling down. */
void history(Connection connection, long now, int each) throws Exception {
  try (var statement = connection.createStatement()) {
    statement.execute("PRAGMA synchronous = OFF");
    connection.setAutoCommit(false);
    statement.execute(
        """
        WITH RECURSIVE n(i) AS (SELECT %2$d - 1 UNION ALL SELECT i - 1 FROM n WHERE i > 0)
        INSERT INTO polls (source_id, ended_at, duration_ms, outcome, error_type, cause, status_code, retry_count, bytes,
                           inserted, updated, skipped, next_poll_at, next_poll_reason, blame)
        SELECT s.id, %1$d - n.i * 3600000 - s.rowid * 36, 20 + s.rowid %% 400,
               CASE WHEN s.rowid %% 20 = 0 THEN 'failed' WHEN (s.rowid + n.i) %% 5 = 0 THEN 'fresh' ELSE 'not_modified' END,
               CASE WHEN s.rowid %% 20 = 0 THEN 'not_found' END, CASE WHEN s.rowid %% 20 = 0 THEN 'status' END,
               CASE WHEN s.rowid %% 20 = 0 THEN 404 ELSE 200 END, 0, 9000, (s.rowid + n.i) %% 5 = 0, 0, 20, NULL, 'interval',
               CASE WHEN s.rowid %% 20 = 0 THEN 'feed' END
        FROM n CROSS JOIN sources s
        """.formatted(now, each));
    statement.execute(
        """
        UPDATE feed_state SET last_polled_at = %1$d - 1800000, next_poll_at = %1$d + (rowid %% 600) * 1000,
          last_success_at = %1$d - 1800000, next_poll_reason = 'interval', newest_item_at = %1$d - (rowid %% 100) * 86400000,
          learned_gap_ms = 36000000
        """.formatted(now));
    statement.execute(
        """
        UPDATE feed_state SET last_error = 'feed poll not_found: HTTP 404 for a feed', last_error_type = 'not_found',
          last_error_blame = 'feed', consecutive_errors = 3, streak_type = 'not_found', same_type_streak = 3,
          failing_since = %1$d - 86400000 WHERE rowid %% 20 = 0
        """.formatted(now));
    statement.execute(
        """
        UPDATE sources SET feed_disabled_at = %1$d, feed_disabled_until = %1$d + 86400000, feed_disable_reason = 'not_found',
          feed_disabled_by = 'policy' WHERE rowid %% 40 = 0
        """.formatted(now));
    statement.execute(
        """
        INSERT INTO poll_hours (hour, outcome, error_type, polls, duration_ms, retries, bytes, inserted, updated)
        SELECT ended_at / 3600000 * 3600000, outcome, coalesce(error_type, ''), count(*), sum(duration_ms), 0, sum(bytes),
               sum(inserted), 0 FROM polls GROUP BY 1, 2, 3
        """);
    statement.execute("UPDATE poll_hours_place SET at_poll = (SELECT max(id) FROM polls)");
    statement.execute("UPDATE host_queue SET due_at = %d + (rowid %% 60) * 1000".formatted(now));
    connection.commit();
    connection.setAutoCommit(true);
    statement.execute("ANALYZE");
  }
}

void run(String address, String token, int times) throws Exception {
  var polled = new AtomicInteger();
  var feeds = HttpServer.create(new InetSocketAddress("0.0.0.0", FEED_PORT), 0);
  feeds.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
  feeds.createContext("/", exchange -> {
    polled.incrementAndGet();
    exchange.sendResponseHeaders(404, -1);
    exchange.close();
  });
  feeds.start();
  try (var client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
    for (int i = 0; i < 120 && !isUp(client, address); i++) {
      Thread.sleep(500); // a program of its own, not a test
    }
    var id = found(get(client, address + "/sources?show=failing", token).text(), "/sources/([0-9a-f-]{36})");
    var far = found(get(client, address + "/sources?page=1500", token).text(), "rel=\"next\" href=\"([^\"]+)\"").replace("&amp;", "&");
    var pages = List.of(
        "/", "/sources", "/sources?page=1500", "/sources?show=failing", "/sources?show=cooling", "/sources?show=person",
        "/sources?show=quiet", "/sources?search=blog+0012", "/sources?sort=next_poll_at", "/sources?sort=consecutive_errors&order=desc",
        far, "/sources/" + id, "/errors", "/hosts", "/incidents", "/articles", "/deliveries", "/system");
    IO.println("%-50s %9s %9s %9s %9s".formatted("page", "first ms", "p50 ms", "max ms", "kB"));
    for (var page : pages) {
      var first = get(client, address + page, token);
      var nanos = new long[times];
      for (int i = 0; i < times; i++) {
        nanos[i] = get(client, address + page, token).nanos();
      }
      Arrays.sort(nanos);
      IO.println("%-50s %9.1f %9.1f %9.1f %9.1f".formatted(page.equals(far) ? "/sources, the page after that by its link" : page.replace(id, "ID"), first.nanos() / 1e6,
          nanos[times / 2] / 1e6, nanos[times - 1] / 1e6, first.text().length() / 1024.0));
    }
    var page = get(client, address + "/", token).text();
    var weight = page.length() + Pattern.compile("\"(/assets/[^\"]+)\"").matcher(page).results()
        .map(match -> match.group(1)).distinct().mapToLong(asset -> quietly(client, address + asset, token)).sum();
    IO.println("the first page with its styles and scripts, not compressed: %.1f kB; %d polls beside".formatted(weight / 1024.0, polled.get()));
  } finally {
    feeds.stop(0);
  }
}

record Got(String text, long nanos) {}

boolean isUp(HttpClient client, String address) {
  try {
    return client.send(HttpRequest.newBuilder(URI.create(address + "/login")).build(), BodyHandlers.ofString()).statusCode() == 200;
  } catch (Exception notYet) {
    return false;
  }
}

Got get(HttpClient client, String url, String token) throws Exception {
  var begin = System.nanoTime();
  var request = HttpRequest.newBuilder(URI.create(url)).header("Authorization", "Bearer " + token).header("Accept", "text/html").build();
  var answer = client.send(request, BodyHandlers.ofString());
  if (answer.statusCode() != 200) {
    throw new IllegalStateException(url + " answered " + answer.statusCode() + "\n" + answer.body());
  }
  return new Got(answer.body(), System.nanoTime() - begin);
}

long quietly(HttpClient client, String url, String token) {
  try {
    return get(client, url, token).text().length();
  } catch (Exception failed) {
    throw new IllegalStateException(failed);
  }
}

String found(String text, String pattern) {
  var matcher = Pattern.compile(pattern).matcher(text);
  if (!matcher.find()) {
    throw new IllegalStateException("the page names no source");
  }
  return matcher.group(1);
}
