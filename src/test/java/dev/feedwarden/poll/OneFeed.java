package dev.feedwarden.poll;

import dev.feedwarden.fetch.AddressRange;
import dev.feedwarden.fetch.Domains;
import dev.feedwarden.fetch.FetchLimits;
import dev.feedwarden.fetch.Fetcher;
import dev.feedwarden.fetch.OutboundGuard;
import dev.feedwarden.fetch.Time;
import dev.feedwarden.lab.Answer;
import dev.feedwarden.lab.Answers;
import dev.feedwarden.lab.Behaviour;
import dev.feedwarden.lab.Feeds;
import dev.feedwarden.lab.Upstream;
import dev.feedwarden.model.Article;
import dev.feedwarden.model.Claim;
import dev.feedwarden.model.Event;
import dev.feedwarden.model.FeedState.Snapshot;
import dev.feedwarden.model.Gap;
import dev.feedwarden.model.Happening;
import dev.feedwarden.model.Poll;
import dev.feedwarden.model.Source.Settings;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.policy.Policy;
import dev.feedwarden.policy.Profile;
import dev.feedwarden.policy.RetryPolicy;
import dev.feedwarden.policy.Schedule;
import dev.feedwarden.store.Access;
import dev.feedwarden.store.Articles;
import dev.feedwarden.store.BatchQueue;
import dev.feedwarden.store.Commits;
import dev.feedwarden.store.Database;
import dev.feedwarden.store.Deliveries;
import dev.feedwarden.store.Gaps;
import dev.feedwarden.store.Heartbeats;
import dev.feedwarden.store.HostFeeds;
import dev.feedwarden.store.Moving;
import dev.feedwarden.store.OutboxPlace;
import dev.feedwarden.store.PollHistory;
import dev.feedwarden.store.PollHistory.Place;
import dev.feedwarden.store.Registered;
import dev.feedwarden.store.Registry;
import dev.feedwarden.store.Turns.Return;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** One feed on a real server, polled into a real store by a clock that tests set. */
final class OneFeed implements AutoCloseable {
  /** A Monday. */
  static final Instant START = Instant.parse("2026-03-02T08:00:00Z");

  static final String PATH = "/feed.xml";
  private static final Policy POLICY =
      new Policy(Profile.STANDARD.table(), new Schedule(Duration.ofHours(1)), Duration.ofHours(1));

  final Upstream server = Upstream.start();
  final SourceId id;
  private final Database database;
  private final CommitQueue commits;
  private final Fetcher fetcher;
  private final Poller poller;
  private final Standing time = new Standing();
  private Instant now = START;

  /** A time that only passes where somebody waits. */
  private static final class Standing implements Time {
    private long nanos;

    @Override
    public long nanos() {
      return nanos;
    }

    @Override
    public void sleep(Duration pause) {
      nanos += pause.toNanos();
    }
  }

  OneFeed(Path folder) {
    database = Database.open(Access.to("jdbc:sqlite:" + folder.resolve("feedwarden.db")));
    commits = new CommitQueue(new Commits(database), new HostFeeds(database), new Moving(database));
    var loopback = AddressRange.parse("127.0.0.0/8").orElseThrow();
    fetcher =
        new Fetcher(
            new OutboundGuard(List.of(loopback), Set.of(), List.of(), Set.of()),
            FetchLimits.STANDARD,
            new Fetcher.Identification("Test/1"),
            Fetcher.Route.DIRECT,
            Time.MACHINE,
            () -> 0L);
    poller =
        new Poller(
            new Reach(
                fetcher::fetch,
                new StoredMemory(new Articles(database), new Heartbeats(database)),
                commits,
                time,
                new Witness(Domains::of)),
            RetryPolicy.ONCE,
            POLICY,
            () -> {
              throw new AssertionError("no feed here has a password");
            });
    id =
        new Registry(database)
            .add(new Settings("a feed", WebUrl.of(server.url(PATH)), true, null), START)
            .id();
  }

  /** Numbered items of a site, the newest first, an hour between two. */
  static Answer rss(String site, int newest, int count) {
    return Answers.ok(
        Feeds.rss("News of " + site, "https://" + site + "/", items(site, newest, count)),
        "application/rss+xml");
  }

  static List<Feeds.Item> items(String site, int newest, int count) {
    return IntStream.range(0, count)
        .map(i -> newest - i)
        .mapToObj(
            i ->
                new Feeds.Item(
                    site + "-" + i,
                    "Item " + i,
                    "https://" + site + "/" + i,
                    START.minus(Duration.ofDays(30)).plus(Duration.ofHours(i)),
                    "<p>Text " + i + " of some length, so that a page has a size</p>"))
        .toList();
  }

  OneFeed serving(Behaviour behaviour) {
    server.route(PATH, behaviour);
    return this;
  }

  Instant now() {
    return now;
  }

  /** Lets time pass, then polls. */
  Poll after(Duration wait) {
    now = now.plus(wait);
    try {
      return poll();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(stopped);
    }
  }

  private Poll poll() throws InterruptedException {
    var queue = new BatchQueue(database);
    var claim = claim(queue);
    var polled = poller.poll(claim, Duration.ZERO, time.nanos());
    queue.release(new Return(claim.lease(), now, polled.rest().memory()));
    return polled.poll();
  }

  private Claim claim(BatchQueue queue) {
    var selection = new BatchQueue.Selection(id, null, Duration.ZERO, true);
    var planned = queue.plan(selection, 1, now).getFirst();
    if (queue.take(planned, selection, now) instanceof BatchQueue.Take.Taken(var claim)) {
      return claim;
    }
    throw new AssertionError("not taken");
  }

  Registered registered() {
    return new Registry(database).find(id).orElseThrow();
  }

  Snapshot snapshot() {
    return registered().state().snapshot();
  }

  /** What came of the polls, the last one first: outcome and remarks. */
  List<String> history() {
    return new PollHistory(database)
        .before(id, Place.END, 1_000).stream()
            .map(past -> past.course().outcome() + " " + past.course().remarks())
            .toList();
  }

  /** The guids of all that was stored, the oldest first. */
  List<String> stored() {
    return new Articles(database)
        .latest(id, Long.MAX_VALUE, 10_000).reversed().stream().map(Article::guid).toList();
  }

  /** The gaps that were found, the latest first. */
  List<Gap> gaps() {
    return new Gaps(database).before(id, Long.MAX_VALUE, 99).stream().map(Gaps.Found::gap).toList();
  }

  /** What others were told, without the articles. */
  List<String> told() {
    return new Deliveries(database)
        .page(new OutboxPlace(0, 0), 1_000).stream()
            .map(item -> item.event())
            .map(Event::what)
            .filter(what -> !(what instanceof Happening.NewArticles))
            .map(Happening::word)
            .toList();
  }

  @Override
  public void close() {
    fetcher.close();
    commits.close();
    database.close();
    server.close();
  }
}
