package dev.feedwarden.poll;

import dev.feedwarden.feed.FeedReader;
import dev.feedwarden.feed.Identity;
import dev.feedwarden.feed.Keyed;
import dev.feedwarden.feed.Reading;
import dev.feedwarden.feed.Sifting;
import dev.feedwarden.fetch.Fetcher;
import dev.feedwarden.model.Change;
import dev.feedwarden.model.Changes;
import dev.feedwarden.model.Claim;
import dev.feedwarden.model.Condition;
import dev.feedwarden.model.Credentials;
import dev.feedwarden.model.FetchResult.Answered;
import dev.feedwarden.model.Gap;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.policy.RetryPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Fills a gap from the older pages that a feed offers (RFC 5005), at its own host and at its pace,
 * until one has an entry that we know. What it may cost is bounded.
 */
final class Backfill {
  static final int MOST_PAGES = 10;
  static final int MOST_BYTES = 20 << 20;

  /** No page is begun later than this; with the longest attempt it is well within a lease. */
  static final Duration LONGEST = Duration.ofSeconds(20);

  /** Whoever is to be asked more slowly is asked for a feed only. */
  static final Duration SLOWEST = Duration.ofSeconds(5);

  private final Reach reach;
  private final Claim claim;
  private final @Nullable Credentials credentials;
  private final Duration pace;
  private final List<Change> found = new ArrayList<>();
  private final Set<String> keys = new HashSet<>();
  private final Set<WebUrl> visited = new HashSet<>();
  private int pages;
  private int bytes;

  /**
   * A filling to be done.
   *
   * @param credentials of the feed; they go nowhere but to its own origin
   * @param pace the least time between two requests to the host
   */
  Backfill(Reach reach, Claim claim, @Nullable Credentials credentials, Duration pace) {
    this.reach = reach;
    this.claim = claim;
    this.credentials = credentials;
    this.pace = pace;
  }

  /** What a page says: where it goes on, and whether it has what we know. */
  private record Page(@Nullable String older, boolean joins) {}

  /** The changes with what was found for their gap. */
  Changes fill(Changes changes, Gap gap) throws InterruptedException {
    for (var change : changes.all()) {
      if (change instanceof Change.Added(var entry)) {
        keys.addAll(entry.key().all());
      }
    }
    var closed = follow(gap.older());
    var all = new ArrayList<>(changes.all());
    all.addAll(found);
    var filling = new Gap.Filling(pages, found.size(), closed);
    return new Changes(all, changes.absent(), gap.filled(filling), changes.beats());
  }

  private boolean follow(@Nullable String first) throws InterruptedException {
    var began = reach.time().nanos();
    var next = first;
    while (next != null && pace.compareTo(SLOWEST) <= 0) {
      var url = allowed(next);
      var late = reach.time().nanos() - began > LONGEST.toNanos();
      if (url == null || late || pages == MOST_PAGES || bytes > MOST_BYTES) {
        return false;
      }
      reach.time().sleep(pace);
      var page = page(url);
      if (page.isEmpty() || page.get().joins()) {
        return page.isPresent();
      }
      next = page.get().older();
    }
    return false;
  }

  // Only the host that is ours to ask now, and no page twice.
  private @Nullable WebUrl allowed(String link) {
    return WebUrl.parse(link) instanceof WebUrl.Parsed.Good(var url)
            && url.hostKey().equals(claim.source().feed().hostKey())
            && visited.add(url)
        ? url
        : null;
  }

  private Optional<Page> page(WebUrl url) throws InterruptedException {
    var own = url.isOfOrigin(claim.source().feed()) ? credentials : null;
    var request =
        new Fetcher.Request(
            url,
            Condition.NONE,
            own,
            RetryPolicy.ONCE,
            pace,
            reach.crossings().of(claim.source().id()));
    pages++;
    if (!(reach.fetching().fetch(request) instanceof Answered answer) || answer.status() != 200) {
      return Optional.empty();
    }
    bytes += answer.body().length;
    var base = answer.trace().finalUrl().withoutSecrets();
    var type = answer.headers().contentType();
    return FeedReader.read(answer.body(), type, base, TimeBox.ofReading())
            instanceof Reading.Feed feed
        ? sifted(feed)
        : Optional.empty();
  }

  private Optional<Page> sifted(Reading.Feed feed) {
    var keyed = Identity.of(feed.items());
    var known = reach.memory().known(claim.source().id(), keyed.stream().map(Keyed::key).toList());
    return Sifting.changes(feed.channel(), keyed, known, 0, TimeBox.ofReading())
        .map(
            changes -> {
              changes.all().forEach(this::take);
              var joins = changes.all().stream().anyMatch(c -> !(c instanceof Change.Added));
              return new Page(feed.channel().places().pages().older(), joins);
            });
  }

  // A page may repeat what the document or the page before it had; what we know it cannot better.
  private void take(Change change) {
    if (change instanceof Change.Added(var entry)
        && entry.key().all().stream().noneMatch(keys::contains)) {
      keys.addAll(entry.key().all());
      found.add(change);
    }
  }
}
