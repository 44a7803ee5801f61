package dev.feedwarden.api.pages;

import static dev.feedwarden.api.Shapes.whole;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.feedwarden.api.Answer;
import dev.feedwarden.api.Parts;
import dev.feedwarden.api.Refusal;
import dev.feedwarden.api.Request;
import dev.feedwarden.api.Route;
import dev.feedwarden.api.Route.Output;
import dev.feedwarden.api.Route.Query;
import dev.feedwarden.api.Rule;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.store.HostQueue;
import dev.feedwarden.store.PollHistory;
import dev.feedwarden.store.PollHistory.Place;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** A poll that somebody asked for, told while it happens; few can be told at once. */
final class Progress {
  private static final Duration LOOK = Duration.ofMillis(250);
  private static final Duration LONGEST = Duration.ofSeconds(90);
  static final Query SINCE =
      new Query("since", whole(0, Long.MAX_VALUE), "the number of the last poll before");
  private static final int CLIENTS = 32;

  private final Parts parts;
  private final PollHistory history;
  private final HostQueue hosts;
  private final CountDownLatch closing;
  private final Semaphore clients = new Semaphore(CLIENTS);

  Progress(Parts parts, CountDownLatch closing) {
    this.parts = parts;
    this.history = new PollHistory(parts.database());
    this.hosts = new HostQueue(parts.database());
    this.closing = closing;
  }

  List<Route> routes() {
    return List.of(
        Route.get(
                "/sources/{id}/progress",
                Rule.READ,
                "Follow the next poll of a source (server-sent events).",
                this::follow)
            .queries(SINCE)
            .answers(new Output(200, "text/event-stream", null)));
  }

  private Answer follow(Request request) {
    var id = request.source();
    var since = request.number(SINCE.name(), newest(id));
    if (!clients.tryAcquire()) {
      throw Refusal.of(429, "Too many follow polls already; come back later.");
    }
    return Answer.live("text/event-stream", out -> write(out, id, since));
  }

  private void write(OutputStream out, SourceId id, long since) throws InterruptedException {
    try {
      tell(out, id, since);
    } catch (IOException gone) {
      // the client left, which is how streams end
    } finally {
      clients.release();
    }
  }

  /** The number of the last poll, by which a later one is known. */
  long newest(SourceId id) {
    return history.before(id, Place.END, 1).stream().mapToLong(p -> p.place().id()).sum();
  }

  private void tell(OutputStream out, SourceId id, long before)
      throws IOException, InterruptedException {
    var begun = System.nanoTime();
    var isHeld = false;
    event(out, "step", "Due now; waiting for a free worker and for its host's turn.");
    while (System.nanoTime() - begun < LONGEST.toNanos()) {
      var newest = history.before(id, Place.END, 1);
      if (!newest.isEmpty() && newest.getFirst().place().id() > before) {
        var line = PollLine.of(newest.getFirst(), parts.database().now());
        event(
            out,
            "done",
            "Done in "
                + line.took()
                + ": "
                + line.what()
                + (line.items().isEmpty() ? "" : ", " + line.items())
                + ".");
        return;
      }
      var now = parts.database().now();
      var held = hosts.look(id).filter(host -> host.leasedUntil().isAfter(now)).isPresent();
      if (held && !isHeld) {
        event(out, "step", "A worker is at its host.");
      }
      isHeld = held;
      if (closing.await(LOOK.toMillis(), TimeUnit.MILLISECONDS)) {
        return;
      }
    }
    event(out, "done", "Still waiting; is a service running that polls? See the page again later.");
  }

  // None of our sentences has a line break.
  private static void event(OutputStream out, String name, String data) throws IOException {
    out.write(("event: " + name + "\ndata: " + data + "\n\n").getBytes(UTF_8));
    out.flush();
  }
}
