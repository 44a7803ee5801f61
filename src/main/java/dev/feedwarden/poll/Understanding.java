package dev.feedwarden.poll;

import dev.feedwarden.feed.FeedReader;
import dev.feedwarden.feed.Home;
import dev.feedwarden.feed.Identity;
import dev.feedwarden.feed.Keyed;
import dev.feedwarden.feed.Reading;
import dev.feedwarden.feed.Sifting;
import dev.feedwarden.model.Cause;
import dev.feedwarden.model.Change;
import dev.feedwarden.model.Changes;
import dev.feedwarden.model.Claim;
import dev.feedwarden.model.Condition;
import dev.feedwarden.model.Domain;
import dev.feedwarden.model.FeedState.Reliability;
import dev.feedwarden.model.FeedState.Snapshot;
import dev.feedwarden.model.FetchResult;
import dev.feedwarden.model.FetchResult.Answered;
import dev.feedwarden.model.HostKey;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.Remark;
import dev.feedwarden.model.Rhythm;
import dev.feedwarden.model.Validators;
import dev.feedwarden.policy.Classification;
import dev.feedwarden.policy.Conditional;
import dev.feedwarden.policy.Freshness;
import dev.feedwarden.policy.Likeness;
import dev.feedwarden.policy.Masquerade;
import dev.feedwarden.policy.Schedule;
import dev.feedwarden.policy.Suspicions;
import dev.feedwarden.policy.Suspicions.Seen;
import dev.feedwarden.policy.Suspicions.Verdict;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/** Makes sense of what was fetched: classify, read, compare, doubt. */
record Understanding(
    Reach.Memory memory, Schedule schedule, Function<HostKey, Domain> domains, Instant now) {
  /** What a poll came to, and what was odd about it. */
  record Understood(Outcome outcome, List<Remark> remarks) {
    Understood {
      remarks = List.copyOf(remarks);
    }

    static Understood plain(Outcome outcome) {
      return new Understood(outcome, List.of());
    }
  }

  Understood of(Claim claim, Condition condition, FetchResult result) {
    var url = claim.source().feed();
    var asked = condition.at(result.trace().finalUrl());
    return switch (Classification.of(result, url, asked, now)) {
      case Classification.Unmodified(var validators, var headers) ->
          Understood.plain(
              new Outcome.NotModified(
                  validators, Freshness.heard(claim.state().snapshot().rhythm(), headers, now)));
      case Classification.Failure(var error, var retryAfter) ->
          Understood.plain(new Outcome.Failed(error, retryAfter));
      case Classification.NotNow(var wait) ->
          Understood.plain(new Outcome.Deferred(now.plus(wait)));
      case Classification.WithBody(var answer) -> read(claim, answer);
    };
  }

  private Understood read(Claim claim, Answered answer) {
    var before = claim.state().snapshot();
    var hash = FeedReader.bodyHash(answer.body());
    if (hash.equals(before.bodyHash())) {
      return same(before, answer, hash);
    }
    var base = answer.trace().finalUrl().withoutSecrets();
    var type = answer.headers().contentType();
    return switch (FeedReader.read(answer.body(), type, base, TimeBox.ofReading())) {
      case Reading.Unreadable(var cause) -> unreadable(claim, answer, cause);
      case Reading.Feed feed -> {
        var keyed = Identity.of(feed.items());
        var known = memory.known(claim.source().id(), keyed.stream().map(Keyed::key).toList());
        // A box of its own: waiting for the store is no fault of the feed's.
        yield Sifting.changes(feed.channel(), keyed, known, before.itemCount(), TimeBox.ofReading())
            .map(changes -> judged(before, answer, hash, feed, changes))
            .orElseGet(() -> unreadable(claim, answer, Cause.PARSE_BUDGET));
      }
    };
  }

  private Understood same(Snapshot before, Answered answer, String hash) {
    var fresh = Freshness.of(answer.headers(), now).orElse(null);
    return Understood.plain(
        new Outcome.Fresh(
            Changes.NONE,
            new Snapshot(
                answer.headers().validators(),
                hash,
                before.itemCount(),
                Conditional.learn(before, answer, hash, now),
                new Rhythm(before.rhythm().learned(), before.rhythm().hints(), fresh),
                before.watch().cleared())));
  }

  private Understood judged(
      Snapshot before, Answered answer, String hash, Reading.Feed feed, Changes changes) {
    var fresh = Freshness.of(answer.headers(), now).orElse(null);
    var rhythm = new Rhythm(schedule.learn(dates(feed), now), feed.channel().hints(), fresh);
    var count = changes.all().size();
    if (feed.losses().recovered()) {
      // What was mended may lack items: the next poll must see the whole document again.
      return Understood.plain(
          new Outcome.Fresh(
              changes,
              new Snapshot(
                  Validators.NONE, null, count, Reliability.UNKNOWN, rhythm, before.watch())));
    }
    var seen = seen(answer, feed, changes);
    var verdict = Suspicions.judge(before, seen, now);
    var snapshot =
        switch (verdict) {
          case Verdict.Suspect(var doubt) -> before.doubting(doubt);
          case Verdict.Plain _, Verdict.Accepted _ ->
              new Snapshot(
                  answer.headers().validators(),
                  hash,
                  count,
                  Conditional.learn(before, answer, hash, now),
                  rhythm,
                  Likeness.after(before, seen));
        };
    return new Understood(new Outcome.Fresh(changes, snapshot), remarks(verdict));
  }

  private Seen seen(Answered answer, Reading.Feed feed, Changes changes) {
    var added = changes.all().stream().filter(change -> change instanceof Change.Added).count();
    return new Seen(
        changes.all().size(),
        changes.all().size() - (int) added,
        answer.body().length,
        Home.of(feed).map(domains).map(Domain::value).orElse(null));
  }

  private static List<Remark> remarks(Verdict verdict) {
    return switch (verdict) {
      case Verdict.Plain _ -> List.of();
      case Verdict.Suspect(var doubt) -> List.of(Remark.of(doubt.kind()));
      case Verdict.Accepted(var kind) -> List.of(Remark.of(kind), Remark.ACCEPTED);
    };
  }

  private static Understood unreadable(Claim claim, Answered answer, Cause cause) {
    var wasFeed = claim.state().visits().lastSuccessAt() != null;
    return new Understood(
        new Outcome.Failed(Classification.error(cause, claim.source().feed()), null),
        Masquerade.of(answer, wasFeed).stream().toList());
  }

  private static List<Instant> dates(Reading.Feed feed) {
    return feed.items().stream()
        .map(item -> item.dates().published())
        .filter(Objects::nonNull)
        .toList();
  }
}
