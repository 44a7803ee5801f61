package dev.feedwarden.run;

import static dev.feedwarden.run.Publisher.rss;
import static java.net.http.HttpResponse.BodyHandlers.discarding;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.feedwarden.lab.Mischief;
import dev.feedwarden.lab.Seen;
import dev.feedwarden.lab.Upstream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** much that is overdue, and many who are slow. What the hosts saw is the judge. */
@Tag("long")
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class LoadTest {
  private static final Duration A_WHILE = Duration.ofMinutes(5);

  @TempDir Path folder;
  private final List<Upstream> hosts = new ArrayList<>();
  private final List<String> urls = new ArrayList<>();

  @AfterEach
  void close() {
    hosts.forEach(Upstream::close);
  }

  private void healthy(int number, int feeds) {
    for (int h = 0; h < number; h++) {
      var host = Upstream.start("127.1.%d.%d".formatted(h / 200, h % 200 + 1));
      for (int f = 0; f < feeds; f++) {
        var path = "/" + f + ".xml";
        host.route(path, rss("h" + h + "-" + f, 1).etag("\"1\""));
        urls.add(host.url(path));
      }
      hosts.add(host);
    }
  }

  private List<Upstream> dribbling(int number) {
    var slow = new ArrayList<Upstream>();
    for (int h = 0; h < number; h++) {
      var host = Upstream.start("127.2.%d.%d".formatted(h / 200, h % 200 + 1));
      host.route("/feed.xml", Mischief.dribble(Duration.ofMillis(200)));
      urls.add(host.url("/feed.xml"));
      slow.add(host);
    }
    return slow;
  }

  private long asked() {
    return hosts.stream().mapToLong(host -> host.seen().size()).sum();
  }

  private List<Seen> seen() {
    return hosts.stream().flatMap(host -> host.seen().stream()).toList();
  }

  /** The most starts within a second. */
  private long peak(long since) {
    var perSecond = new HashMap<Long, Long>();
    seen().stream()
        .map(Seen::startedAt)
        .filter(at -> at >= since)
        .forEach(at -> perSecond.merge((at - since) / 1_000_000_000, 1L, Long::sum));
    return perSecond.values().stream().mapToLong(n -> n).max().orElse(0);
  }

  @Test
  void r_30_a_restart_with_ten_thousand_overdue_feeds_is_spread_and_ends() {
    var rate = 100;
    healthy(500, 20);
    var program =
        new Program(folder)
            .with("START_RATE", String.valueOf(rate))
            .with("WORKERS", "64")
            .flag("-Xmx256m");
    program.register(urls);

    var since = System.nanoTime();
    var serve = program.start("serve");
    await()
        .atMost(A_WHILE)
        .pollInterval(Duration.ofSeconds(1))
        .until(() -> !serve.isAlive() || asked() >= 10_000);
    var took = Duration.ofNanos(System.nanoTime() - since);
    var rss = Resources.of(serve.pid());
    var ended = serve.terminate();

    assertThat(ended.code()).as(ended.err()).isZero();
    assertThat(hosts).allMatch(host -> host.maxConcurrent() == 1);
    assertThat(peak(since)).as("starts in a second").isLessThanOrEqualTo(2L * rate);
    assertThat(took).isLessThan(Duration.ofSeconds(10_000 / rate).multipliedBy(2));
    assertThat(IntStream.range(0, 500).map(h -> hosts.get(h).seen().size()))
        .allMatch(count -> count == 20);
    Figures.note(
        "10,000 overdue",
        "%d s at %d/s, most in a second %d, %s"
            .formatted(took.toSeconds(), rate, peak(since), rss));
  }

  @Test
  void r_33_three_hundred_dribbling_hosts_delay_no_healthy_feed() {
    var interval = Duration.ofMinutes(1);
    healthy(200, 10);
    var slow = dribbling(300);
    var program =
        new Program(folder)
            .with("DEFAULT_INTERVAL", "1m")
            .with("REQUEST_TIMEOUT", "10s")
            .with("START_RATE", "200")
            .with("WORKERS", "400");
    program.register(urls);
    new Ledger(program).meddle("UPDATE sources SET feed_poll_interval_minutes = 1");

    var serve = program.start("serve");
    await()
        .atMost(A_WHILE)
        .pollInterval(Duration.ofSeconds(1))
        .until(() -> !serve.isAlive() || asked() >= 3 * 2_000);
    var rss = Resources.of(serve.pid());
    var ended = serve.terminate();

    assertThat(ended.code()).as(ended.err()).isZero();
    assertThat(slow.stream().mapToInt(host -> host.seen().size()).sum()).isGreaterThan(300);
    slow.forEach(Upstream::close);
    var late = lateness(interval);
    assertThat(late.getLast()).as("the latest").isLessThan(Duration.ofSeconds(15));
    Figures.note(
        "2,000 healthy beside 300 dribbling hosts",
        "late by %d ms at the median, %d ms at the 99th percentile, %d ms at most, %s"
            .formatted(
                late.get(late.size() / 2).toMillis(),
                late.get(late.size() * 99 / 100).toMillis(),
                late.getLast().toMillis(),
                rss));
  }

  private static final int SLOW_CALLERS = 1_000;
  private static final Pattern LISTENING = Pattern.compile("Listening on http://([\\d.]+):(\\d+);");

  @Test
  void a_thousand_callers_who_never_finish_a_sentence_hold_up_nobody() throws Exception {
    healthy(50, 1);
    var program = new Program(folder).with("LISTEN", "127.0.0.1:0").with("START_RATE", "5");
    program.register(urls);
    var serve = program.start("serve");
    await().atMost(A_WHILE).until(() -> LISTENING.matcher(serve.err()).find());
    var place = LISTENING.matcher(serve.err()).results().findFirst().orElseThrow();
    var server = new InetSocketAddress(place.group(1), Integer.parseInt(place.group(2)));
    var callers = new ArrayList<Socket>();
    var slowest = Duration.ZERO;
    try (var client = HttpClient.newHttpClient()) {
      for (int i = 0; i < SLOW_CALLERS; i++) {
        callers.add(mumble(server));
        if (i % 100 == 99) {
          var took = answered(client, server);
          slowest = took.compareTo(slowest) > 0 ? took : slowest;
        }
      }
      await().atMost(A_WHILE).until(() -> asked() >= 50);
      await().atMost(A_WHILE).until(() -> callers.stream().allMatch(LoadTest::isHungUp));
      var rss = Resources.of(serve.pid());
      var ended = serve.terminate();

      assertThat(ended.code()).as(ended.err()).isZero();
      assertThat(slowest).isLessThan(Duration.ofSeconds(2));
      Figures.note(
          SLOW_CALLERS + " callers who never finish",
          "others answered in %d ms at most, %s".formatted(slowest.toMillis(), rss));
    } finally {
      for (var caller : callers) {
        caller.close();
      }
    }
  }

  private static Socket mumble(InetSocketAddress server) throws IOException {
    var socket = new Socket(server.getAddress(), server.getPort());
    socket.setSoTimeout(1);
    socket.getOutputStream().write("GET /health HTTP/1.1\r\nHost: x\r\nX-A:".getBytes(US_ASCII));
    return socket;
  }

  private static Duration answered(HttpClient client, InetSocketAddress server) throws Exception {
    var began = System.nanoTime();
    var url = "http://%s:%d/health".formatted(server.getHostString(), server.getPort());
    var answer = client.send(HttpRequest.newBuilder(URI.create(url)).build(), discarding());
    assertThat(answer.statusCode()).isEqualTo(200);
    return Duration.ofNanos(System.nanoTime() - began);
  }

  private static boolean isHungUp(Socket caller) {
    try {
      while (caller.getInputStream().read() >= 0) {}
      return true;
    } catch (SocketTimeoutException waiting) {
      return false;
    } catch (IOException gone) {
      return true;
    }
  }

  /** How much later than its interval, and the tenth that it is varied by, each poll came. */
  private List<Duration> lateness(Duration interval) {
    var late = new ArrayList<Duration>();
    for (var host : hosts) {
      Map<String, Long> last = new HashMap<>();
      for (var one : host.seen()) {
        var before = last.put(one.path(), one.startedAt());
        if (before != null) {
          var pause = Duration.ofNanos(one.startedAt() - before);
          late.add(pause.minus(interval.multipliedBy(11).dividedBy(10)));
        }
      }
    }
    return late.stream().map(one -> one.isNegative() ? Duration.ZERO : one).sorted().toList();
  }
}
