package dev.feedwarden.feed; // where the canonicaliser is

import ch.qos.logback.classic.LoggerContext;
import dev.feedwarden.model.Budget;
import dev.feedwarden.model.Claim;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.Poll;
import dev.feedwarden.model.Source.Settings;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.policy.Policy;
import dev.feedwarden.policy.Profile;
import dev.feedwarden.policy.Schedule;
import dev.feedwarden.store.Access;
import dev.feedwarden.store.Commits;
import dev.feedwarden.store.Database;
import dev.feedwarden.store.HostQueue;
import dev.feedwarden.store.Registry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.slf4j.LoggerFactory;

/** Run by bench/micro: microseconds of the steps of a poll, each alone. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgs = {"-Xmx256m", "-XX:+UseCompactObjectHeaders", "--enable-native-access=ALL-UNNAMED"})
public class MicroBench {
  private static final int ITEMS = 35;
  private static final int GROUP = 50;

  /** A feed of a hundred kilobytes. */
  @State(Scope.Benchmark)
  public static class Document {
    final WebUrl base = WebUrl.of("https://bench.example/feed.xml");
    byte[] bytes;
    List<Item> items;

    @Setup
    public void make() {
      var html = "<p onclick=\"x()\">Some words of <b>text</b> and <a href=\"/ref?utm_source=rss\">a link</a>.</p>".repeat(30);
      bytes =
          IntStream.range(0, ITEMS)
              .mapToObj(
                  i ->
                      "<item><guid>g%d</guid><title>Title %d</title><link>https://bench.example/%d?utm_source=rss</link><pubDate>Sun, 01 Nov 2026 12:00:00 GMT</pubDate><description><![CDATA[%s]]></description></item>"
                          .formatted(i, i, i, html))
              .collect(Collectors.joining("", "<?xml version=\"1.0\" encoding=\"UTF-8\"?><rss version=\"2.0\"><channel><title>T</title>", "</channel></rss>"))
              .getBytes(StandardCharsets.UTF_8);
      items = feed().items();
    }

    Reading.Feed feed() {
      return (Reading.Feed) FeedReader.read(bytes, null, base, Budget.UNLIMITED);
    }
  }

  @Benchmark
  public Object reader(Document document) {
    return document.feed();
  }

  @Benchmark
  public Object bodyHash(Document document) {
    return FeedReader.bodyHash(document.bytes);
  }

  @Benchmark
  public Object keys(Document document) {
    return Identity.of(document.items);
  }

  @Benchmark
  @OperationsPerInvocation(ITEMS)
  public int sanitise(Document document) {
    return document.items.stream().mapToInt(item -> item.words().summary().clean(Budget.UNLIMITED).hashCode()).sum();
  }

  @Benchmark
  public String canonicalPlain() {
    return LinkKey.canonical("https://www.bench.example/2026/11/a-title-of-some-words/");
  }

  @Benchmark
  public String canonicalWithQuery() {
    return LinkKey.canonical("HTTPS://Bench.example:443//2026/%7Ea/./b;jsessionid=12?b=2&utm_source=rss&a=%31#x");
  }

  /** Fifty hosts that are ours, each with a feed. */
  @State(Scope.Benchmark)
  public static class Store {
    final Policy policy = new Policy(Profile.STANDARD.table(), new Schedule(Duration.ofHours(1)), Duration.ofHours(1));
    private Path folder;
    private Database database;
    Commits commits;
    List<Claim> claims;

    @Setup(Level.Trial)
    public void open() throws IOException {
      ((LoggerContext) LoggerFactory.getILoggerFactory()).getLogger("ROOT").setLevel(ch.qos.logback.classic.Level.WARN);
      folder = Files.createTempDirectory("feedwarden-micro");
      database = Database.open(Access.to("jdbc:sqlite:" + folder.resolve("feedwarden.db")));
      commits = new Commits(database);
      new Registry(database)
          .addAll(
              IntStream.range(0, GROUP).mapToObj(i -> new Settings("f" + i, WebUrl.of("http://h" + i + ".example/f"), true, null)).toList(),
              database.now());
      var queue = new HostQueue(database);
      claims = new ArrayList<>(queue.claims(queue.turn(List.of(), GROUP, queue.now()), 1).values().stream().flatMap(List::stream).toList());
    }

    @TearDown(Level.Trial)
    public void close() throws IOException {
      database.close();
      try (var files = Files.walk(folder)) {
        for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }

    Poll poll(Claim claim) {
      var at = claim.lease().takenAt();
      var snapshot = claim.state().snapshot();
      var outcome = new Outcome.NotModified(snapshot.validators(), snapshot.rhythm());
      return new Poll(claim, outcome, policy.next(claim, outcome, Policy.Moment.of(claim.source().id(), at)), new Poll.Visit(at, Duration.ofMillis(40), 0, 304, 200));
    }
  }

  @Benchmark
  public Object policy(Store store) {
    return store.poll(store.claims.getFirst());
  }

  @Benchmark
  @OperationsPerInvocation(GROUP)
  public Object commitOfFifty(Store store) {
    return store.commits.commit(store.claims.stream().map(store::poll).toList());
  }

  @Benchmark
  public Object commitAlone(Store store) {
    return store.commits.commit(List.of(store.poll(store.claims.getFirst())));
  }
}
