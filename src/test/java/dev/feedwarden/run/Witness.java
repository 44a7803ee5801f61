package dev.feedwarden.run;

import dev.feedwarden.lab.Answers;
import dev.feedwarden.lab.Behaviour;
import dev.feedwarden.lab.Feeds;
import dev.feedwarden.lab.Request;
import dev.feedwarden.lab.Upstream;
import dev.feedwarden.lab.Wire;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Feeds that grow while they are asked, on hosts of their own, and that know what they served. What
 * a client says to have, by its validator, is soon not offered any more: a validator that is newer
 * than the articles costs articles.
 */
final class Witness implements AutoCloseable {
  private static final int AT_FIRST = 10;
  private static final int MORE = 2;
  private static final int KEPT = 4;
  private static final Instant DAY = Instant.parse("2026-02-01T00:00:00Z");

  private final List<One> feeds;
  private volatile boolean frozen;

  Witness(int feeds, Duration delay) {
    this.feeds = IntStream.range(0, feeds).mapToObj(i -> new One(i, delay)).toList();
  }

  /** From now on there are no more news. */
  void freeze() {
    frozen = true;
  }

  List<String> urls() {
    return feeds.stream().map(One::url).toList();
  }

  /** How often a feed was asked. */
  int asked(String url) {
    return feeds.stream().filter(f -> f.url().equals(url)).mapToInt(One::asked).sum();
  }

  int asked() {
    return feeds.stream().mapToInt(One::asked).sum();
  }

  /** The guids of all that was ever served, sorted. */
  List<String> served() {
    return feeds.stream().flatMap(One::served).sorted().toList();
  }

  /** What a client must have that knows a validator. */
  static List<String> covered(String etag) {
    var parts = etag.replace("\"", "").split("-", -1);
    return guids(Integer.parseInt(parts[0]), Integer.parseInt(parts[1])).toList();
  }

  private static Stream<String> guids(int feed, int version) {
    return IntStream.range(0, AT_FIRST + version * MORE).mapToObj(i -> guid(feed, i));
  }

  private static String guid(int feed, int item) {
    return "w%d-%d".formatted(feed, item);
  }

  @Override
  public void close() {
    feeds.forEach(One::close);
  }

  private final class One {
    private final int number;
    private final Upstream server;
    private final AtomicInteger asked = new AtomicInteger();
    private int version = -1;

    One(int number, Duration delay) {
      this.number = number;
      this.server = Upstream.start("127.0.7." + (number + 1));
      server.route("/feed.xml", Behaviour.afterDelay(delay, this::answer));
    }

    private void answer(Request request, Wire wire) throws IOException, InterruptedException {
      asked.incrementAndGet();
      answer(known(request.header("If-None-Match"))).answer(request, wire);
    }

    // Every third time there is no news.
    private synchronized Behaviour answer(int known) {
      if (version < 0 || (!frozen && asked.get() % 3 != 0)) {
        version++;
      }
      var first = known < 0 ? 0 : Math.max(0, AT_FIRST + known * MORE - KEPT);
      var items = new ArrayList<Feeds.Item>();
      for (int i = AT_FIRST + version * MORE - 1; i >= first; i--) {
        var guid = guid(number, i);
        var link = "http://example.org/" + guid;
        items.add(
            new Feeds.Item(
                guid, "Item " + guid, link, DAY.plusSeconds(i), "<p>Text " + i + "</p>"));
      }
      return Answers.ok(
              Feeds.rss("w" + number, "http://example.org/", items), "application/rss+xml")
          .etag("\"%d-%d\"".formatted(number, version));
    }

    private static int known(@Nullable String etag) {
      return etag == null ? -1 : Integer.parseInt(etag.replace("\"", "").split("-", -1)[1]);
    }

    String url() {
      return server.url("/feed.xml");
    }

    int asked() {
      return asked.get();
    }

    synchronized Stream<String> served() {
      return version < 0 ? Stream.empty() : guids(number, version);
    }

    void close() {
      server.close();
    }
  }
}
