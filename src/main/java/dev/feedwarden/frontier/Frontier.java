package dev.feedwarden.frontier;

import dev.feedwarden.feed.FeedReader;
import dev.feedwarden.feed.PageKey;
import dev.feedwarden.feed.PageReader;
import dev.feedwarden.fetch.Fetcher;
import dev.feedwarden.fetch.Hops;
import dev.feedwarden.fetch.Purpose;
import dev.feedwarden.fetch.Time;
import dev.feedwarden.model.Condition;
import dev.feedwarden.model.FetchResult;
import dev.feedwarden.model.FetchResult.Answered;
import dev.feedwarden.model.HostMemory;
import dev.feedwarden.model.Page;
import dev.feedwarden.model.Page.Reason;
import dev.feedwarden.model.PageClaim;
import dev.feedwarden.model.PageVisit;
import dev.feedwarden.model.PageVisit.End;
import dev.feedwarden.model.RobotsFile;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.policy.HostPace;
import dev.feedwarden.policy.HostPace.Reaction;
import dev.feedwarden.policy.PageTable;
import dev.feedwarden.policy.PageTable.Heard;
import dev.feedwarden.policy.RetryAfter;
import dev.feedwarden.policy.RetryPolicy;
import dev.feedwarden.policy.RobotsAnswer;
import dev.feedwarden.store.PageCommits;
import dev.feedwarden.store.Turns.Return;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Visits one page at a host that is ours: robots.txt or the page, never both, so that the host gets
 * one fetch a turn as it does from a feed.
 */
public final class Frontier {
  private static final Duration READING = Duration.ofSeconds(5);

  private final Outside outside;
  private final Manner manner;
  private final PageCommits commits;
  private final Consumer<Ending> tally;

  /**
   * The network.
   *
   * @param crossings the leave of other hosts that a robots.txt was moved to, for a source
   */
  public record Outside(Fetching fetching, Function<SourceId, Hops> crossings, Time time) {
    /** Gets what a URL has to say. */
    public interface Fetching {
      FetchResult fetch(Fetcher.Request request) throws InterruptedException;
    }
  }

  /**
   * What an operator decides.
   *
   * @param pace of a URL's host
   * @param robot the product token of our user agent
   * @param keepsNoindex whether pages are kept that ask not to be
   */
  public record Manner(
      RetryPolicy retries, Function<WebUrl, HostPace> pace, String robot, boolean keepsNoindex) {
    /** The name that robots.txt may have rules for. */
    public static String robot(String userAgent) {
      return RobotRules.robot(userAgent);
    }
  }

  public Frontier(Outside outside, Manner manner, PageCommits commits, Consumer<Ending> tally) {
    this.outside = outside;
    this.manner = manner;
    this.commits = commits;
    this.tally = tally;
  }

  /**
   * Makes one visit; a stop in the middle leaves the page to who takes its host next.
   *
   * @param taken when the lease was taken, by the outside's time
   */
  public Return visit(PageClaim claim, long taken) throws InterruptedException {
    var at = claim.at();
    var robots = claim.robots();
    var now = now(claim, taken);
    if (claim.page().progress().tries().losses() >= PageTable.MOST_LOSSES) {
      return unasked(claim, new End.Dead(Reason.LOST), null, now);
    }
    var hops = claim.page().progress().way().hops();
    var key = PageKey.of(at);
    if (hops > 0 && commits.isAnothers(key, claim.page().id())) { // while it was on its way
      return unasked(claim, new End.Elsewhere(at, hops), key, now);
    }
    if (robots == null || !robots.expiresAt().isAfter(now)) {
      return askRobots(claim, taken);
    }
    if (robots.rules() == null) {
      return unasked(claim, new End.Deferred(robots.expiresAt()), null, now);
    }
    var rules = RobotRules.of(robots.rules(), robots.expiresAt(), at, manner.robot());
    return rules.allows(at)
        ? askPage(claim, rules, taken)
        : unasked(claim, new End.Skipped(Reason.ROBOTS), null, now);
  }

  // The host was not asked: it need not rest.
  private Return unasked(PageClaim claim, End end, @Nullable String key, Instant now) {
    done(new PageVisit(claim, end, key, null, null, now));
    return new Return(claim.lease(), now);
  }

  private Return askRobots(PageClaim claim, long taken) throws InterruptedException {
    var place = RobotsFile.place(claim.at());
    var crossing = outside.crossings().apply(claim.page().sourceId());
    var result = fetch(claim, place, Purpose.ROBOTS, crossing);
    var now = now(claim, taken);
    var robots = RobotsAnswer.after(claim.robots(), result, now);
    var text = robots.rules();
    var until = text == null ? robots.expiresAt() : now;
    done(new PageVisit(claim, new End.Deferred(until), null, null, robots, now));
    var back = rest(claim, place, result, now);
    return text == null
        ? back
        : slower(back, RobotRules.of(text, robots.expiresAt(), place, manner.robot()), place, now);
  }

  // What a host asks for holds for its feeds too, and whichever of its pages was asked for.
  private Return slower(Return back, RobotRules rules, WebUrl place, Instant now) {
    var delay = rules.delay().orElse(null);
    if (delay == null) {
      return back;
    }
    var pace = HostPace.told(back.memory().pace(), delay, rules.until(), now);
    var ready = now.plus(manner.pace().apply(place).gap(pace));
    return new Return(
        back.lease(),
        ready.isAfter(back.readyAt()) ? ready : back.readyAt(),
        new HostMemory(pace, back.memory().trouble()));
  }

  private Return askPage(PageClaim claim, RobotRules rules, long taken)
      throws InterruptedException {
    var at = claim.at();
    var result = fetch(claim, at, Purpose.PAGE, fence(claim, rules));
    var now = now(claim, taken);
    var end = end(claim, rules, result, now);
    var last = result.trace().finalUrl();
    var key = end instanceof End.Fetched || end instanceof End.Elsewhere ? PageKey.of(last) : null;
    done(new PageVisit(claim, end, key, answer(result, now), null, now(claim, taken)));
    var ended = now(claim, taken);
    return slower(rest(claim, at, result, ended), rules, at, ended);
  }

  private Fence fence(PageClaim claim, RobotRules rules) {
    var page = claim.page().id();
    return new Fence(claim.at(), rules, to -> commits.isAnothers(PageKey.of(to), page));
  }

  private End end(PageClaim claim, RobotRules rules, FetchResult result, Instant now) {
    var progress = claim.page().progress();
    return switch (PageTable.heard(result, now)) {
      case Heard.Onward(var to, var more) -> {
        var forbidden = to.isOfOrigin(claim.at()) && !rules.allows(to);
        yield PageTable.onward(to, forbidden, progress.way().hops(), more);
      }
      case Heard.Missing(var reason, var retryAfter) ->
          PageTable.next(reason, retryAfter, progress.tries().attempts(), now);
      case Heard.Body(var answer) -> read(claim, answer, now);
    };
  }

  private End read(PageClaim claim, Answered answer, Instant now) {
    var type = answer.headers().contentType();
    var last = answer.trace().finalUrl();
    var until = System.nanoTime() + READING.toNanos();
    var tries = claim.page().progress().tries().attempts();
    return switch (PageReader.read(
        answer.body(), type, last, manner.robot(), () -> until - System.nanoTime() <= 0)) {
      case PageReader.Read.Unreadable _ -> PageTable.next(Reason.UNDECODABLE, null, tries, now);
      case PageReader.Read.Good(var content, var noindex) ->
          (noindex || isTold(answer)) && !manner.keepsNoindex()
              ? PageTable.next(Reason.NOINDEX, null, tries, now)
              : new End.Fetched(content);
    };
  }

  private boolean isTold(Answered answer) {
    var tag = answer.headers().all().get("x-robots-tag");
    return tag != null && PageReader.forbidsKeeping(tag, manner.robot());
  }

  private static Page.Answer answer(FetchResult result, Instant now) {
    var last = result.trace().finalUrl();
    return switch (result) {
      case Answered a ->
          new Page.Answer(
              last,
              a.status(),
              a.headers().contentType(),
              a.body().length == 0 ? null : FeedReader.bodyHash(a.body()),
              now);
      case FetchResult.Unanswered _, FetchResult.Refrained _ ->
          new Page.Answer(last, 0, null, null, now);
    };
  }

  private FetchResult fetch(PageClaim claim, WebUrl url, Purpose purpose, Hops hops)
      throws InterruptedException {
    var gap = manner.pace().apply(url).gap(claim.lease().memory().pace());
    return outside
        .fetching()
        .fetch(
            new Fetcher.Request(url, purpose, Condition.NONE, null, manner.retries(), gap, hops));
  }

  private Return rest(PageClaim claim, WebUrl asked, FetchResult result, Instant now) {
    var memory = claim.lease().memory();
    var lesson =
        manner
            .pace()
            .apply(asked)
            .afterPage(memory.pace(), claim.page().sourceId(), reaction(asked, result, now), now);
    return new Return(
        claim.lease(), now.plus(lesson.rest()), new HostMemory(lesson.pace(), memory.trouble()));
  }

  // A host that only told us where to go has no part in what others said there.
  private static Reaction reaction(WebUrl asked, FetchResult result, Instant now) {
    if (!result.trace().finalUrl().hostKey().equals(asked.hostKey())) {
      return new Reaction.Clean();
    }
    return switch (result) {
      case Answered a -> Reaction.of(a.status(), RetryAfter.of(a.headers(), now).orElse(null));
      case FetchResult.Unanswered _ -> new Reaction.Silent();
      case FetchResult.Refrained _ -> new Reaction.Clean();
    };
  }

  private void done(PageVisit visit) {
    var receipt = commits.commit(visit);
    tally.accept(Ending.of(visit, receipt));
    PageLog.visited(visit, receipt);
  }

  // The database's time at the lease, and our own monotonic time since.
  private Instant now(PageClaim claim, long taken) {
    return claim.lease().takenAt().plusMillis((outside.time().nanos() - taken) / 1_000_000);
  }
}
