package dev.feedwarden.poll;

import dev.feedwarden.feed.Candidate;
import dev.feedwarden.feed.Candidate.How;
import dev.feedwarden.feed.FeedLinks;
import dev.feedwarden.feed.FeedReader;
import dev.feedwarden.feed.Platforms;
import dev.feedwarden.feed.Reading;
import dev.feedwarden.model.FetchResult.Answered;
import dev.feedwarden.model.Headline;
import dev.feedwarden.model.MoveCandidate;
import dev.feedwarden.model.Repair.Proof;
import dev.feedwarden.model.Source;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.policy.Confidence;
import dev.feedwarden.policy.Moves;
import dev.feedwarden.store.Registered;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Looks for one lost feed: where it said it would be, on its site, and beside its old address. Few
 * requests, none to a host that is to be left alone, and none elsewhere for a private feed.
 */
final class RepairSearch {
  /** Of one search. */
  static final int MOST_REQUESTS = 12;

  private static final int SITES = 2;
  private static final Set<Integer> UNWANTED = Set.of(403, 429, 503);
  private static final int ENOUGH = 90;
  private static final String TOLD = MoveCandidate.How.NEW_FEED_URL.wire();

  private final Source source;
  private final Likeness likeness;
  private final Leave leave;
  private final Set<String> asked = new HashSet<>();
  private final List<Lead> found = new ArrayList<>();
  private int requests;
  private boolean isUnwanted;

  private RepairSearch(Source source, Likeness likeness, Leave leave) {
    this.source = source;
    this.likeness = likeness;
    this.leave = leave;
    asked.add(source.feed().key());
  }

  /** An address that is worth a person's look. */
  record Lead(WebUrl to, Proof proof) {}

  /** What a search came to: the best lead, if any. */
  record Result(Optional<Lead> best, int requests) {}

  static Result of(Registered lost, List<Headline> stored, Likeness likeness, Leave leave)
      throws InterruptedException {
    var search = new RepairSearch(lost.source(), likeness, leave);
    search.search(lost.state().move(), stored);
    return new Result(
        search.found.stream().max(Comparator.comparingInt(lead -> lead.proof().confidence())),
        search.requests);
  }

  private void search(@Nullable MoveCandidate told, List<Headline> stored)
      throws InterruptedException {
    if (told != null) {
      ask(told.to(), told.how().wire());
    }
    for (var site : sites(stored)) {
      var page = mayGoOn() ? ask(site, How.ITSELF.wire()) : null;
      if (page != null) {
        all(named(page));
        all(Platforms.of(page.trace().finalUrl()));
      }
    }
    all(Platforms.usual(folder(source.feed())));
    for (var site : sites(stored)) {
      all(Platforms.usual(site));
    }
  }

  private boolean mayGoOn() {
    return requests < MOST_REQUESTS
        && !isUnwanted
        && found.stream().noneMatch(lead -> lead.proof().confidence() >= ENOUGH);
  }

  private void all(List<Candidate> candidates) throws InterruptedException {
    for (var candidate : candidates) {
      if (mayGoOn()) {
        ask(candidate.url(), candidate.how().wire());
      }
    }
  }

  private static List<Candidate> named(Answered page) {
    var url = page.trace().finalUrl();
    var header = page.headers().all().get("link");
    var all =
        new ArrayList<>(header == null ? List.<Candidate>of() : FeedLinks.inHeader(header, url));
    all.addAll(FeedLinks.inPage(page.body(), url));
    return all;
  }

  /** The page that came, if it was one and no feed. */
  private @Nullable Answered ask(WebUrl url, String how) throws InterruptedException {
    if (!Moves.mayFollow(source, url) || !asked.add(url.key())) {
      return null;
    }
    var result = leave.ask(url).orElse(null);
    requests += result == null ? 0 : 1;
    if (!(result instanceof Answered answer) || answer.status() != 200) {
      isUnwanted |= result instanceof Answered no && UNWANTED.contains(no.status());
      return null;
    }
    var at = answer.trace().finalUrl();
    asked.add(at.key());
    if (at.key().equals(source.feed().key()) || !Moves.mayFollow(source, at)) {
      return null;
    }
    var reading =
        FeedReader.read(
            answer.body(),
            answer.headers().contentType(),
            at.withoutSecrets(),
            TimeBox.ofReading());
    if (!(reading instanceof Reading.Feed feed)) {
      return answer;
    }
    judge(at, how, feed);
    return null;
  }

  private void judge(WebUrl at, String how, Reading.Feed feed) {
    var shared = likeness.of(feed);
    var signs =
        new Confidence.Signs(
            at.hostKey().equals(source.feed().hostKey()),
            isNamed(how),
            isSelf(at, feed),
            isOfComments(at, feed));
    var confidence = Confidence.of(shared.overlap(), signs);
    if (confidence.percent() >= Confidence.WORTH_PROPOSING) {
      found.add(
          new Lead(
              at,
              new Proof(
                  how,
                  shared.overlap(),
                  shared.titles(),
                  confidence.reasons(),
                  confidence.percent())));
    }
  }

  private static boolean isNamed(String how) {
    return how.equals(TOLD)
        || how.equals(MoveCandidate.How.REDIRECT.wire())
        || how.equals(How.HEADER.wire())
        || how.equals(How.LINK.wire());
  }

  private static boolean isSelf(WebUrl at, Reading.Feed feed) {
    var self = feed.channel().places().self();
    return self != null
        && WebUrl.parse(self) instanceof WebUrl.Parsed.Good(var url)
        && url.key().equals(at.key());
  }

  private static boolean isOfComments(WebUrl at, Reading.Feed feed) {
    return new Discovery.Found(at, How.ITSELF, feed).isOfComments();
  }

  // Where its articles are, most of them first, and where the feed was.
  private List<WebUrl> sites(List<Headline> stored) {
    var counts = new LinkedHashMap<WebUrl, Integer>();
    for (var headline : stored) {
      if (headline.link() != null
          && WebUrl.parse(headline.link()) instanceof WebUrl.Parsed.Good(var url)) {
        counts.merge(root(url), 1, Integer::sum);
      }
    }
    var sites =
        new ArrayList<>(
            counts.entrySet().stream()
                .sorted(Map.Entry.<WebUrl, Integer>comparingByValue().reversed())
                .map(Map.Entry::getKey)
                .limit(SITES)
                .toList());
    var home = root(source.feed());
    if (!sites.contains(home)) {
      sites.add(home);
    }
    return sites;
  }

  private static WebUrl root(WebUrl url) {
    return new WebUrl(url.scheme(), url.host(), url.port(), "/");
  }

  private static WebUrl folder(WebUrl url) {
    var path = url.target().replaceFirst("\\?.*", "");
    return new WebUrl(
        url.scheme(), url.host(), url.port(), path.substring(0, path.lastIndexOf('/') + 1));
  }
}
