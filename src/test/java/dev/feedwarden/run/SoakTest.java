package dev.feedwarden.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.feedwarden.lab.Answers;
import dev.feedwarden.lab.Behaviour;
import dev.feedwarden.lab.Feeds;
import dev.feedwarden.lab.Mischief;
import dev.feedwarden.lab.Upstream;
import java.nio.file.Path;
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
  private static final Duration A_SAMPLE = Duration.ofSeconds(15);
  private static final Duration A_NEW_ITEM = Duration.ofMinutes(2);

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
    return 3 + (int) ((age + feed * 10_000_000L) / A_NEW_ITEM.toNanos());
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
  private record Sample(Resources process, long bytes, long history) {}

  @Test
  void r_60_it_takes_no_more_at_the_end_than_in_the_middle() {
    open();
    var program =
        new Program(folder)
            .with("WORKERS", "150")
            .with("START_RATE", "200")
            .with("HISTORY_MAX_ROWS", String.valueOf(HISTORY))
            .flag("-Xmx384m");
    program.register(urls);
    var ledger = new Ledger(program);
    ledger.meddle("UPDATE sources SET feed_poll_interval_minutes = 1");
    var length = length();

    var serve = program.start("serve");
    var samples = new ArrayList<Sample>();
    var end = System.nanoTime() + length.toNanos();
    while (System.nanoTime() < end && serve.isAlive()) {
      await().pollDelay(A_SAMPLE).atMost(A_SAMPLE.multipliedBy(2)).until(() -> true);
      hosts.forEach(Upstream::forget);
      samples.add(sample(serve, program, ledger));
    }
    var polls = answered.get();
    var failing = faults.get();
    frozen = System.nanoTime();
    calm = true;
    await()
        .atMost(Duration.ofMinutes(5))
        .pollInterval(Duration.ofSeconds(2))
        .until(() -> ledger.number("SELECT count(*) FROM articles") == offered());
    var ended = serve.terminate();

    assertThat(ended.code()).as(ended.err()).isZero();
    assertThat(ended.err()).doesNotContain("\"level\":\"ERROR\"");
    assertThat(ledger.number("SELECT count(*) FROM (SELECT guid FROM articles GROUP BY guid) g"))
        .isEqualTo(offered());
    Figures.note(
        "soak of " + length.toMinutes() + " min",
        "%d polls (%d/s), %d faults, %d articles; %s at first, %s at the end, %d MiB on disk"
            .formatted(
                polls,
                polls / length.toSeconds(),
                failing,
                offered(),
                samples.get(samples.size() / 3).process(),
                samples.getLast().process(),
                samples.getLast().bytes() >> 20));
    flat(samples, "MiB", one -> one.process().megabytes(), 1.15, 20);
    flat(samples, "threads", one -> one.process().threads(), 1.1, 10);
    flat(samples, "files", one -> one.process().files(), 1.1, 100); // connections come and go
    assertThat(samples.getLast().history()).isLessThan(HISTORY * 2L);
  }

  private long offered() {
    return IntStream.range(0, HOSTS * FEEDS).mapToLong(feed -> newest(feed) + 1L).sum();
  }

  private static Sample sample(Program.Running serve, Program program, Ledger ledger) {
    var file = program.data().resolve("feedwarden.db").toFile();
    return new Sample(
        Resources.of(serve.pid()), file.length(), ledger.number("SELECT count(*) FROM polls"));
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
