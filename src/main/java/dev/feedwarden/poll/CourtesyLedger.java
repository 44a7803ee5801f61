package dev.feedwarden.poll;

import dev.feedwarden.fetch.Onlooker;
import dev.feedwarden.model.Courtesy;
import dev.feedwarden.model.HostKey;
import dev.feedwarden.store.CourtesyBook;
import dev.feedwarden.store.CourtesyBook.Page;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts what we ask of each host, and writes it down once a minute: no poll waits for it. What a
 * killed process had counted since is lost.
 */
public final class CourtesyLedger implements Onlooker, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CourtesyLedger.class);
  private static final Duration BETWEEN = Duration.ofMinutes(1);
  private static final int MOST_REMEMBERED = 20_000;

  private final CourtesyBook book;
  private final InstantSource clock;
  private final LongSupplier nanos;
  private final Duration longestWait;
  private final Map<Page.Key, Courtesy> counted = new HashMap<>();
  private final Map<HostKey, Integer> running = new HashMap<>();
  private final Map<HostKey, Long> lastEnded = bounded();
  private final Map<String, Instant> waits = bounded();
  private final Naming isNamed = new Naming();
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final Thread thread;

  /**
   * Begins to count.
   *
   * @param longestWait beyond which no server is obeyed
   */
  public CourtesyLedger(
      CourtesyBook book, InstantSource clock, LongSupplier nanos, Duration longestWait) {
    this.book = book;
    this.clock = clock;
    this.nanos = nanos;
    this.longestWait = longestWait;
    this.thread = Thread.ofVirtual().name("courtesy").start(this::run);
  }

  // What has not been used for longest goes first.
  private static <K, V> Map<K, V> bounded() {
    return new LinkedHashMap<>(64, 0.75f, true) {
      @Override
      protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > MOST_REMEMBERED;
      }
    };
  }

  @Override
  public synchronized Ending began(Asked asked) {
    var host = asked.url().hostKey();
    var atOnce = running.merge(host, 1, Integer::sum);
    var last = lastEnded.get(host);
    var gap =
        last == null || asked.onward() || atOnce > 1
            ? null
            : Duration.ofNanos(nanos.getAsLong() - last);
    var until = waits.remove(asked.url().key());
    var isKept = until != null && !clock.instant().isBefore(until);
    return heard -> ended(asked, heard, new Start(atOnce, gap, until, isKept));
  }

  /** How a request began. */
  private record Start(
      int atOnce, @Nullable Duration gap, @Nullable Instant until, boolean isKept) {}

  private synchronized void ended(Asked asked, Heard heard, Start start) {
    var host = asked.url().hostKey();
    running.computeIfPresent(host, (_, n) -> n > 1 ? n - 1 : null);
    if (!heard.reached()) {
      return;
    }
    lastEnded.put(host, nanos.getAsLong());
    var status = heard.status();
    var isRefused = status == 429 || status == 503;
    var wait = status >= 400 ? heard.retryAfter() : null; // elsewhere it means nothing
    if (wait != null) {
      waits.put(
          asked.url().key(),
          clock.instant().plus(wait.compareTo(longestWait) < 0 ? wait : longestWait));
    }
    var one =
        new Courtesy(
            new Courtesy.Requests(
                1,
                isNamed.of(asked.userAgent()) ? 1 : 0,
                asked.conditional() ? 1 : 0,
                start.atOnce(),
                start.gap()),
            new Courtesy.Answers(
                status == 304 ? 1 : 0,
                heard.bytes(),
                isRefused ? 1 : 0,
                status >= 400 && !isRefused ? 1 : 0,
                status == 0 ? 1 : 0),
            new Courtesy.Waits(
                wait == null ? 0 : 1,
                start.isKept() ? 1 : 0,
                start.until() != null && !start.isKept() ? 1 : 0));
    counted.merge(new Page.Key(host, today()), one, Courtesy::plus);
  }

  /** Whether a user agent has a place to complain at. It is hardly ever another than before. */
  private static final class Naming {
    private static final Pattern PLACE = Pattern.compile("https?://\\S+|\\S+@\\S+\\.\\S+");
    private String last = "";
    private boolean hasPlace;

    boolean of(String userAgent) {
      if (!userAgent.equals(last)) {
        last = userAgent;
        hasPlace = PLACE.matcher(userAgent).find();
      }
      return hasPlace;
    }
  }

  private Instant today() {
    return clock.instant().truncatedTo(ChronoUnit.DAYS);
  }

  private void run() {
    try {
      while (!stopped.await(BETWEEN.toMillis(), TimeUnit.MILLISECONDS)) {
        write();
      }
    } catch (InterruptedException over) {
      Thread.currentThread().interrupt();
    }
  }

  /** Writes down what was counted. */
  public void write() {
    var pages = taken();
    try {
      book.add(pages, clock.instant());
    } catch (RuntimeException | Error fault) {
      LOG.error("what we asked of hosts could not be written down; it is tried again", fault);
      putBack(pages);
    }
  }

  private synchronized List<Page> taken() {
    var pages = new ArrayList<Page>();
    counted.forEach((key, courtesy) -> pages.add(new Page(key, courtesy)));
    counted.clear();
    return pages;
  }

  private synchronized void putBack(List<Page> pages) {
    pages.forEach(page -> counted.merge(page.key(), page.courtesy(), Courtesy::plus));
  }

  @Override
  public void close() {
    stopped.countDown();
    try {
      thread.join();
    } catch (InterruptedException impatient) {
      Thread.currentThread().interrupt();
    }
    write();
  }
}
