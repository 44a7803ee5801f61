package dev.feedwarden.poll;

import dev.feedwarden.feed.FeedReader;
import dev.feedwarden.feed.Home;
import dev.feedwarden.feed.Identity;
import dev.feedwarden.feed.Item;
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
import dev.feedwarden.policy.Conditional.Lesson;
import dev.feedwarden.policy.Freshness;
import dev.feedwarden.policy.Likeness;
import dev.feedwarden.policy.Listening;
import dev.feedwarden.policy.Masquerade;
import dev.feedwarden.policy.Overrun;
import dev.feedwarden.policy.Overrun.Span;
import dev.feedwarden.policy.Schedule;
import dev.feedwarden.policy.Suspicions;
import dev.feedwarden.policy.Suspicions.Seen;
import dev.feedwarden.policy.Suspicions.Verdict;
import java.time.Instant;
import java.util.ArrayList;
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

    /** The same with what was found for its gap. */
    Understood filled(Changes changes, Snapshot snapshot) {
      var all = new ArrayList<>(remarks);
      if (changes.gap() != null && changes.gap().filling().closed()) {
        all.add(Remark.GAP_FILLED);
      }
      return new Understood(new Outcome.Fresh(changes, snapshot), all);
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
      case Classification.WithBody(var answer) -> read(claim, answer, asked);
    };
  }

  private Understood read(Claim claim, Answered answer, Validators asked) {
    var before = claim.state().snapshot();
    var hash = FeedReader.bodyHash(answer.body());
    if (hash.equals(before.bodyHash())) {
      return same(claim, answer, asked, hash);
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
            .map(changes -> judged(claim, answer, asked, hash, feed, changes))
            .orElseGet(() -> unreadable(claim, answer, Cause.PARSE_BUDGET));
      }
    };
  }

  private Understood same(Claim claim, Answered answer, Validators asked, String hash) {
    var before = claim.state().snapshot();
    var heard = heard(claim, Changes.NONE);
    var lesson = Conditional.learn(before, answer, asked, hash, Changes.NONE, now);
    var fresh = Freshness.of(answer.headers(), now).orElse(null);
    var rhythm = before.rhythm();
    return new Understood(
        new Outcome.Fresh(
            Changes.NONE,
            new Snapshot(
                answer.headers().validators(),
                hash,
                before.itemCount(),
                lesson.reliability(),
                new Rhythm(rhythm.learned(), rhythm.hints(), fresh, rhythm.atMost()),
                before.watch().hearing(heard.silence()))),
        remarks(lesson, heard));
  }

  private Understood judged(
      Claim claim,
      Answered answer,
      Validators asked,
      String hash,
      Reading.Feed feed,
      Changes changes) {
    var before = claim.state().snapshot();
    var fresh = Freshness.of(answer.headers(), now).orElse(null);
    var dates = dates(feed);
    var learned = schedule.learn(dates, now);
    var hints = feed.channel().hints();
    var count = changes.all().size();
    if (feed.losses().recovered()) {
      // What was mended may lack items: the next poll must see the whole document again.
      return Understood.plain(
          new Outcome.Fresh(
              changes,
              new Snapshot(
                  Validators.NONE,
                  null,
                  count,
                  Reliability.UNKNOWN,
                  new Rhythm(learned, hints, fresh, before.rhythm().atMost()),
                  before.watch())));
    }
    var seen = seen(answer, feed, changes);
    var verdict = Suspicions.judge(before, seen, now);
    if (verdict instanceof Verdict.Suspect(var doubt)) {
      return new Understood(
          new Outcome.Fresh(changes, before.doubting(doubt)), List.of(Remark.of(doubt.kind())));
    }
    var lesson = Conditional.learn(before, answer, asked, hash, changes, now);
    var heard = heard(claim, changes);
    var remarks = remarks(lesson, heard);
    if (verdict instanceof Verdict.Accepted(var kind)) {
      remarks.addAll(List.of(Remark.of(kind), Remark.ACCEPTED));
    }
    var overrun = new Overrun(seen, Span.of(dates, now), now);
    var gap = overrun.gap(before, feed.channel().places().pages().older());
    var snapshot =
        new Snapshot(
            answer.headers().validators(),
            hash,
            count,
            lesson.reliability(),
            new Rhythm(learned, hints, fresh, overrun.atMost(before, gap.isPresent())),
            Likeness.after(before, seen, heard.silence()));
    gap.ifPresent(_ -> remarks.add(Remark.GAP));
    var all = changes.heard(heard.beats());
    return new Understood(new Outcome.Fresh(gap.map(all::behind).orElse(all), snapshot), remarks);
  }

  private Listening heard(Claim claim, Changes changes) {
    var before = claim.state().snapshot();
    return Listening.of(
        before.watch().silence(),
        () -> memory.beats(claim.source().id()),
        changes,
        before.reliability().wholeAt(),
        now);
  }

  private static List<Remark> remarks(Lesson lesson, Listening heard) {
    var remarks = new ArrayList<>(lesson.remarks());
    if (heard.isStale()) {
      remarks.add(Remark.STALE);
    }
    return remarks;
  }

  private Seen seen(Answered answer, Reading.Feed feed, Changes changes) {
    var added = changes.all().stream().filter(change -> change instanceof Change.Added).count();
    return new Seen(
        changes.all().size(),
        changes.all().size() - (int) added,
        answer.body().length,
        Home.of(feed).map(domains).map(Domain::value).orElse(null));
  }

  private static Understood unreadable(Claim claim, Answered answer, Cause cause) {
    var wasFeed = claim.state().visits().lastSuccessAt() != null;
    return new Understood(
        new Outcome.Failed(Classification.error(cause, claim.source().feed()), null),
        Masquerade.of(answer, wasFeed).stream().toList());
  }

  // Many an Atom feed says only when an entry was updated.
  private static List<Instant> dates(Reading.Feed feed) {
    return feed.items().stream()
        .map(Item::dates)
        .map(dates -> dates.published() == null ? dates.updated() : dates.published())
        .filter(Objects::nonNull)
        .toList();
  }
}
