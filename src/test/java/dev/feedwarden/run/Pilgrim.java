package dev.feedwarden.run;

import dev.feedwarden.app.Wiring;
import dev.feedwarden.feed.PageKey;
import dev.feedwarden.frontier.Ending;
import dev.feedwarden.frontier.Frontier;
import dev.feedwarden.model.Page;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.store.HostQueue;
import dev.feedwarden.store.PageQueue;
import dev.feedwarden.store.Pages;
import dev.feedwarden.store.Pages.Submitted;
import dev.feedwarden.store.Turns.Return;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Visits the pages of a station, whose time is moved by hand. */
final class Pilgrim {
  private static final int MOST_TURNS = 50;

  private final Station station;
  private final HostQueue hosts;
  private final PageQueue queue;
  private final Frontier frontier;
  private final List<Ending> endings = new ArrayList<>();
  private final Instant start;
  private final long began = System.nanoTime();
  private Duration passed = Duration.ZERO;

  Pilgrim(Station station) {
    this.station = station;
    this.hosts = new HostQueue(station.database());
    this.queue = new PageQueue(station.database());
    this.frontier =
        Wiring.frontier(station.config(), station.database(), station.fetcher(), endings::add);
    this.start = station.database().now();
  }

  Pages pages() {
    return new Pages(station.database());
  }

  long submit(String url, SourceId source) {
    var page = WebUrl.of(url);
    return switch (pages().submit(page, PageKey.of(page), source, now())) {
      case Submitted.New(var id) -> id;
      case Submitted.Known(var id) -> id;
      case Submitted.NoSuchSource _ -> throw new IllegalStateException("no such source");
    };
  }

  Page page(long id) {
    return pages().find(id).orElseThrow();
  }

  /** What visits came to so far. */
  List<Ending> endings() {
    return endings;
  }

  /** Lets time pass beside what passes by itself. */
  void pass(Duration time) {
    passed = passed.plus(time);
  }

  Instant now() {
    return start.plus(passed).plusNanos(System.nanoTime() - began);
  }

  /** Takes every host that is due now, as long as there are any. */
  void walk() throws InterruptedException {
    for (int turns = 0; turns < MOST_TURNS && turn(); turns++) {}
  }

  /** One turn; false if nobody was due. */
  boolean turn() throws InterruptedException {
    var now = now();
    var mark = System.nanoTime();
    var taken = hosts.turn(List.of(), 100, now);
    var claims = queue.claims(taken);
    var back = new ArrayList<Return>();
    for (var lease : taken) {
      var claim = claims.get(lease);
      back.add(claim == null ? new Return(lease, now) : frontier.visit(claim, mark));
    }
    hosts.turn(back, 0, now());
    return !claims.isEmpty();
  }

  /** Takes a page as somebody does who is never heard of again. */
  void loseOne() {
    var taken = new HostQueue(station.database()).turn(List.of(), 100, now());
    if (queue.claims(taken).isEmpty()) {
      throw new IllegalStateException("nothing to lose");
    }
  }
}
