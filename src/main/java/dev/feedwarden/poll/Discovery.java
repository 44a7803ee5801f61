package dev.feedwarden.poll;

import dev.feedwarden.feed.Candidate;
import dev.feedwarden.feed.Candidate.How;
import dev.feedwarden.feed.FeedLinks;
import dev.feedwarden.feed.FeedReader;
import dev.feedwarden.feed.Platforms;
import dev.feedwarden.feed.Reading;
import dev.feedwarden.fetch.Fetcher;
import dev.feedwarden.model.FetchResult.Answered;
import dev.feedwarden.model.HostKey;
import dev.feedwarden.model.PollError;
import dev.feedwarden.model.Validators;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.policy.Classification;
import dev.feedwarden.policy.RetryPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Finds the feeds of a page: few requests, one after another, each answer judged by reading it. */
public final class Discovery {
  private static final int MOST_REQUESTS = 12;

  private final Fetcher fetcher;
  private final Function<WebUrl, Duration> gap;
  private final Map<HostKey, Long> lastAsked = new HashMap<>();
  private final Set<String> asked = new HashSet<>();
  private final Set<String> bodies = new HashSet<>();
  private final List<Found> found = new ArrayList<>();
  private int requests;

  private Discovery(Fetcher fetcher, Function<WebUrl, Duration> gap) {
    this.fetcher = fetcher;
    this.gap = gap;
  }

  /** A feed that was found; where redirects led to is where it is. */
  public record Found(WebUrl url, How how, Reading.Feed feed) {
    boolean isOfComments() {
      var title = feed.channel().names().title();
      var told = url.target() + " " + (title == null ? "" : title);
      return told.toLowerCase(Locale.ROOT).contains("comment");
    }
  }

  /**
   * What came of a search.
   *
   * @param feeds the best first
   * @param problem why the page itself could not be read, if it could not
   */
  public record Findings(List<Found> feeds, int requests, @Nullable PollError problem) {
    public Findings {
      feeds = List.copyOf(feeds);
    }
  }

  /**
   * Searches; the first way that leads to a feed is the last that is tried.
   *
   * @param gap the least time between two requests to a host
   */
  public static Findings of(WebUrl page, Fetcher fetcher, Function<WebUrl, Duration> gap)
      throws InterruptedException {
    return new Discovery(fetcher, gap).search(page);
  }

  private Findings search(WebUrl page) throws InterruptedException {
    var first = ask(page);
    var problem = first instanceof Classification.Failure(var error, _) ? error : null;
    var answer = first instanceof Classification.WithBody(var body) ? body : null;
    var groups = new ArrayList<List<Candidate>>();
    if (answer == null) {
      groups.add(Platforms.of(page));
    } else if (!accept(answer, How.ITSELF)) {
      groups.addAll(named(answer));
      groups.add(2, platform(page, answer.trace().finalUrl()));
    }
    if (found.isEmpty()) {
      groups.add(Platforms.usual(answer == null ? page : answer.trace().finalUrl()));
    }
    for (var group : groups) {
      if (found.isEmpty()) {
        tryAll(group);
      }
    }
    found.sort(
        Comparator.comparing(Found::isOfComments)
            .thenComparing(feed -> feed.feed().items().isEmpty()));
    return new Findings(found, requests, problem);
  }

  private static List<Candidate> platform(WebUrl asked, WebUrl answered) {
    var known = Platforms.of(asked);
    return known.isEmpty() ? Platforms.of(answered) : known;
  }

  // In three groups: what the header names, what the head names, what the links look like.
  private static List<List<Candidate>> named(Answered page) {
    var url = page.trace().finalUrl();
    var header = page.headers().all().get("link");
    var inPage = FeedLinks.inPage(page.body(), url);
    return List.of(
        header == null ? List.of() : FeedLinks.inHeader(header, url),
        inPage.stream().filter(candidate -> candidate.how() == How.LINK).toList(),
        inPage.stream().filter(candidate -> candidate.how() == How.ANCHOR).toList());
  }

  private void tryAll(List<Candidate> group) throws InterruptedException {
    for (var candidate : group) {
      if (requests < MOST_REQUESTS
          && !asked.contains(candidate.url().key())
          && ask(candidate.url()) instanceof Classification.WithBody(var answer)) {
        accept(answer, candidate.how());
      }
    }
  }

  private Classification ask(WebUrl url) throws InterruptedException {
    var pause = gap.apply(url);
    var last = lastAsked.get(url.hostKey());
    if (last != null) {
      var left = pause.minusNanos(System.nanoTime() - last);
      if (left.isPositive()) {
        Thread.sleep(left);
      }
    }
    requests++;
    asked.add(url.key());
    var result = fetcher.fetch(new Fetcher.Request(url, Validators.NONE, RetryPolicy.ONCE, pause));
    asked.add(result.trace().finalUrl().key());
    lastAsked.put(url.hostKey(), System.nanoTime());
    lastAsked.put(result.trace().finalUrl().hostKey(), System.nanoTime());
    return Classification.of(result, url, Validators.NONE, Instant.now());
  }

  private boolean accept(Answered answer, How how) {
    var url = answer.trace().finalUrl();
    var reading =
        FeedReader.read(
            answer.body(),
            answer.headers().contentType(),
            url.withoutSecrets(),
            TimeBox.ofReading());
    if (!(reading instanceof Reading.Feed feed)) {
      return false;
    }
    if (bodies.add(FeedReader.bodyHash(answer.body()))) {
      found.add(new Found(url, how, feed));
    }
    return true;
  }
}
