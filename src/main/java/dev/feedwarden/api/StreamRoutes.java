package dev.feedwarden.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.feedwarden.api.Route.Output;
import dev.feedwarden.api.Route.Query;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.store.ArticleCursor;
import dev.feedwarden.store.ArticleLists;
import dev.feedwarden.store.ArticleLists.Filter;
import dev.feedwarden.store.ArticleLists.Page;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Articles as they are stored, as server-sent events. Every event's id is a cursor, so that a
 * client that was cut off goes on where it was; every so often we cut it off ourselves, so that
 * whoever may no longer read does not.
 */
final class StreamRoutes {
  private static final String NOW = "now";
  private static final int PAGE = 100;
  private static final int MOST_OF_ONE = 8;
  private static final Query AFTER =
      new Query(
          "after",
          Shapes.text(40),
          "a cursor to begin after, empty for the first article, or now; Last-Event-ID goes first");

  private final ArticleLists lists;
  private final Manner manner;
  private final CountDownLatch closing;
  private final Semaphore clients;
  private final Map<String, Integer> ofOne = new ConcurrentHashMap<>();

  /** How streams are kept. */
  record Manner(int clients, Duration look, Duration heartbeat, Duration longest) {
    static final Manner STANDARD =
        new Manner(32, Duration.ofSeconds(1), Duration.ofSeconds(10), Duration.ofMinutes(15));
  }

  StreamRoutes(Parts parts, Manner manner, CountDownLatch closing) {
    this.closing = closing;
    this.lists = new ArticleLists(parts.database());
    this.manner = manner;
    this.clients = new Semaphore(manner.clients());
  }

  List<Route> routes() {
    return List.of(
        Route.get(
                ArticleRoutes.ARTICLES + "/stream",
                Rule.READ,
                "Follow articles as they are stored (server-sent events).",
                this::follow)
            .queries(AFTER, ArticleRoutes.SOURCE, ArticleRoutes.TAG, ArticleRoutes.WORDS)
            .answers(new Output(200, "text/event-stream", null)));
  }

  private Answer follow(Request request) {
    var filter =
        ArticleRoutes.filter(
            request, request.query("source").map(StreamRoutes::source).orElse(null));
    var from =
        request
            .header("Last-Event-ID")
            .or(() -> request.query("after"))
            .orElseThrow(() -> Refusal.field("after", "must be given, or Last-Event-ID"));
    var begin = from.equals(NOW) ? lists.end() : ArticleRoutes.cursor(from);
    var first = lists.after(filter, begin, PAGE).orElseThrow(ArticleRoutes::foreign);
    var who = request.who() + " " + request.from().address();
    enter(who);
    return Answer.live("text/event-stream", out -> write(out, filter, first, who));
  }

  private static SourceId source(String text) {
    return SourceId.parse(text)
        .orElseThrow(() -> Refusal.field("source", "must be a source's id, in lower case"));
  }

  private void enter(String who) {
    if (!clients.tryAcquire()) {
      throw busy();
    }
    if (ofOne.merge(who, 1, Integer::sum) > MOST_OF_ONE) {
      leave(who);
      throw busy();
    }
  }

  private static Refusal busy() {
    return Refusal.of(429, "Too many streams are open; come back later.").with("Retry-After", "30");
  }

  private void leave(String who) {
    ofOne.computeIfPresent(who, (_, n) -> n == 1 ? null : n - 1);
    clients.release();
  }

  private void write(OutputStream out, Filter filter, Page first, String who)
      throws InterruptedException {
    try {
      stream(out, filter, first);
    } catch (IOException gone) {
      // the client left, which is how streams end
    } finally {
      leave(who);
    }
  }

  private void stream(OutputStream out, Filter filter, Page first)
      throws IOException, InterruptedException {
    var begun = System.nanoTime();
    var spoke = begun;
    var page = first;
    out.write("retry: 2000\n\n".getBytes(UTF_8));
    out.flush();
    while (System.nanoTime() - begun < manner.longest().toNanos() && closing.getCount() > 0) {
      for (var item : page.items()) {
        out.write(event(item.at(), Json.write(ArticleFields.listed(item.article()))));
      }
      var now = System.nanoTime();
      var isQuiet = now - spoke >= manner.heartbeat().toNanos();
      if (!page.items().isEmpty() || isQuiet) {
        // A filter that lets nothing through moves on all the same.
        out.write((isQuiet ? "id: " + page.next().text() + "\n:\n\n" : ":\n\n").getBytes(UTF_8));
        out.flush();
        spoke = now;
      }
      if (!page.more() && closing.await(manner.look().toMillis(), TimeUnit.MILLISECONDS)) {
        return;
      }
      page = lists.after(filter, page.next(), PAGE).orElse(page);
    }
  }

  // JSON has no line breaks of its own.
  private static byte[] event(ArticleCursor at, String data) {
    return ("id: " + at.text() + "\nevent: article\ndata: " + data + "\n\n").getBytes(UTF_8);
  }
}
