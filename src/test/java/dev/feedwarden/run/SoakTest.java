package dev.feedwarden.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.feedwarden.lab.Answers;
import dev.feedwarden.lab.Behaviour;
import dev.feedwarden.lab.Feeds;
import dev.feedwarden.lab.Mischief;
import dev.feedwarden.lab.Upstream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * two hundred polls a second with five faults in a hundred, for as many minutes as {@code
 * SOAK_MINUTES} says. Memory, threads, files and history stay as they are, and the articles are
 * those that were offered.
 */
@Tag("long")
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class SoakTest {
  private static final int HOSTS = 600;
  private static final int FEEDS = 20;
  private static final int FAULTS_IN_A_HUNDRED = 5;
  private static final int HISTORY = 20_000;
  private static final int WINDOW = 15;
  private static final Path SAMPLES = Path.of("target", "soak.csv");
  private static final Duration A_SAMPLE = Duration.ofSeconds(15);
  private static final Duration A_NEW_ITEM = Duration.ofMinutes(10);

  private static final List<Behaviour> FAULTS =
      List.of(
          Answers.status(500),
          Answers.status(404),
          Answers.status(403),
          Answers.ok("<html><body>Hello</body></html>", "text/html"),
          Mischief.hangUp(),
          Mischief.reset(),
          Mischief.silence(),
          Mischief.truncated("<rss version=\"2.0\"><channel>"),
          Mischief.dribble(Duration.ofMillis(100)));

  @TempDir Path folder;
  private final List<Upstream> hosts = new ArrayList<>();
  private final List<String> urls = new ArrayList<>();
  private final AtomicLong answered = new AtomicLong();
  private final AtomicLong faults = new AtomicLong();
  private final long begun = System.nanoTime();
  private volatile long frozen = Long.MAX_VALUE;
  private volatile boolean calm;

  private static Duration length() {
    var minutes = System.getenv("SOAK_MINUTES");
    return Duration.ofMinutes(minutes == null ? 10 : Long.parseLong(minutes));
  }

  @AfterEach
  void close() {
    hosts.forEach(Upstream::close);
  }

  private void open() {
    for (int h = 0; h < HOSTS; h++) {
      var host = Upstream.start("127.3.%d.%d".formatted(h / 200, h % 200 + 1));
      for (int f = 0; f < FEEDS; f++) {
        var number = h * FEEDS + f;
        var path = "/" + f + ".xml";
        host.route(path, feed(number, new Random(number)));
        urls.add(host.url(path));
      }
      hosts.add(host);
    }
  }

  private Behaviour feed(int number, Random dice) {
    return (request, wire) -> {
      answered.incrementAndGet();
      if (!calm && dice.nextInt(100) < FAULTS_IN_A_HUNDRED) {
        faults.incrementAndGet();
        FAULTS.get(dice.nextInt(FAULTS.size())).answer(request, wire);
      } else {
        rss(number).answer(request, wire);
      }
    };
  }

  private int newest(int feed) {
    var age = Math.min(System.nanoTime(), frozen) - begun;
    return 3 + (int) ((age + feed * 50_000_000L) / A_NEW_ITEM.toNanos());
  }

  private Behaviour rss(int feed) {
    var newest = newest(feed);
    var items =
        IntStream.rangeClosed(Math.max(0, newest - WINDOW), newest)
            .mapToObj(i -> "s%d-%d".formatted(feed, i))
            .map(g -> new Feeds.Item(g, g, "http://example.org/" + g, Instant.EPOCH, "<p>x</p>"))
            .toList();
    return Answers.ok(Feeds.rss("s" + feed, "http://example.org/", items), "application/rss+xml")
        .etag("\"" + newest + "\"");
  }

  /** What is measured now and then. */
  private record Sample(long second, long polls, Resources process, Store store) {}

  /** How much the database holds, and how much it takes for that. */
  private record Store(long bytes, long history, long articles) {
    long bytesPerArticle() {
      return bytes / articles;
    }
  }

  @Test
  void r_60_it_takes_no_more_at_the_end_than_in_the_middle() throws IOException {
    open();
    var program =
        new Program(folder)
            .with("WORKERS", "150")
            .with("START_RATE", "400")
            .with("HISTORY_MAX_ROWS", String.valueOf(HISTORY))
            .flag("-Xmx384m");
    program.register(urls);
    var ledger = new Ledger(program);
    ledger.meddle("UPDATE sources SET feed_poll_interval_minutes = 1");
    var length = length();

    var serve = program.start("serve");
    var samples = samples(serve, program, ledger, length);
    var polls = answered.get();
    var failing = faults.get();
    frozen = System.nanoTime();
    calm = true;
    await()
        .atMost(Duration.ofMinutes(5))
        .pollInterval(Duration.ofSeconds(2))
        .until(() -> !serve.isAlive() || ledger.number(ARTICLES) == offered());
    var ended = serve.terminate();

    Figures.note(
        "soak of " + length.toMinutes() + " min",
        "%d polls (%d/s), %d faults, %d articles; %s after a third, %s at the end; %s"
            .formatted(
                polls,
                polls / length.toSeconds(),
                failing,
                ledger.number(ARTICLES),
                samples.get(samples.size() / 3).process(),
                samples.getLast().process(),
                samples.getLast().store()));
    assertThat(ended.code()).as(ended.err()).isZero();
    assertThat(ended.err().lines().filter(line -> line.contains("\"level\":\"ERROR\""))).isEmpty();
    assertThat(ledger.number(ARTICLES)).isEqualTo(offered());
    assertThat(ledger.number("SELECT count(*) FROM (SELECT guid FROM articles GROUP BY guid) g"))
        .isEqualTo(offered());
    assertThat(polls / length.toSeconds()).as("polls a second").isGreaterThanOrEqualTo(180);
    flat(samples, "MiB", one -> one.process().megabytes(), 1.15, 20);
    flat(samples, "threads", one -> one.process().threads(), 1.1, 10);
    flat(samples, "files", one -> one.process().files(), 1.1, 100); // connections come and go
    flat(samples, "rows of history", one -> one.store().history(), 1.1, 0);
    flat(samples, "bytes an article", one -> one.store().bytesPerArticle(), 1.1, 0);
    // What is not added up by the hour yet stays: the last minutes.
    assertThat(samples.getLast().store().history()).isLessThan(HISTORY + 4 * 60 * 250L);
  }

  private static final String ARTICLES = "SELECT count(*) FROM articles";

  private long offered() {
    return IntStream.range(0, HOSTS * FEEDS).mapToLong(feed -> newest(feed) + 1L).sum();
  }

  private List<Sample> samples(
      Program.Running serve, Program program, Ledger ledger, Duration length) throws IOException {
    Files.writeString(SAMPLES, "second,polls,mib,threads,files,bytes,history,articles\n");
    var samples = new ArrayList<Sample>();
    var start = System.nanoTime();
    while (System.nanoTime() - start < length.toNanos() && serve.isAlive()) {
      await().pollDelay(A_SAMPLE).atMost(A_SAMPLE.multipliedBy(2)).until(() -> true);
      hosts.forEach(Upstream::forget);
      var one =
          new Sample(
              Duration.ofNanos(System.nanoTime() - start).toSeconds(),
              answered.get(),
              Resources.of(serve.pid()),
              store(program, ledger));
      samples.add(one);
      Files.writeString(SAMPLES, line(one), StandardOpenOption.APPEND);
    }
    return samples;
  }

  private static Store store(Program program, Ledger ledger) {
    return new Store(
        program.data().resolve("feedwarden.db").toFile().length(),
        ledger.number("SELECT count(*) FROM polls"),
        ledger.number(ARTICLES));
  }

  private static String line(Sample one) {
    return "%d,%d,%d,%d,%d,%d,%d,%d%n"
        .formatted(
            one.second(),
            one.polls(),
            one.process().megabytes(),
            one.process().threads(),
            one.process().files(),
            one.store().bytes(),
            one.store().history(),
            one.store().articles());
  }

  /** The most of the last third is about the most of the third before it. */
  private static void flat(
      List<Sample> samples, String what, ToLongFunction<Sample> of, double factor, long slack) {
    var third = samples.size() / 3;
    var middle = samples.subList(third, 2 * third).stream().mapToLong(of).max().orElseThrow();
    var last =
        samples.subList(2 * third, samples.size()).stream().mapToLong(of).max().orElseThrow();
    assertThat(last).as(what).isLessThanOrEqualTo((long) (middle * factor) + slack);
  }
}
