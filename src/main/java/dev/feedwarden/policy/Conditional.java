package dev.feedwarden.policy;

import dev.feedwarden.model.Change;
import dev.feedwarden.model.Changes;
import dev.feedwarden.model.Condition;
import dev.feedwarden.model.Entry;
import dev.feedwarden.model.FeedState.Reliability;
import dev.feedwarden.model.FeedState.Snapshot;
import dev.feedwarden.model.FeedState.Unmodified;
import dev.feedwarden.model.FetchResult.Answered;
import dev.feedwarden.model.Lie;
import dev.feedwarden.model.Remark;
import dev.feedwarden.model.Validators;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Asking "changed since?": what to ask with, and what the answers say about the server's honesty.
 */
public final class Conditional {
  /** However good the validators are, a whole document is asked for this often. */
  static final Duration WHOLE_EVERY = Duration.ofDays(7);

  /** A server that lied is not believed for this long. */
  static final Duration DISTRUST = Duration.ofDays(30);

  /**
   * So many 304 in a row are looked into, if the feed had time for as many entries: at most every
   * 25th poll asks for a whole document that might not have been needed.
   */
  static final int MANY_UNMODIFIED = 24;

  // Entries are dated by the day, and come a little late.
  private static final Duration LONG_BEFORE = Duration.ofDays(1);
  private static final Duration BEFORE = Duration.ofHours(1);
  private static final int SEVERAL = 3;

  private static final int MUCH_CHURN = 3;

  private Conditional() {}

  /** What to ask with. */
  public static Condition toSend(Snapshot before, Instant now) {
    if (isWholeDue(before, now)) {
      return Condition.NONE;
    }
    var known = before.reliability();
    var useful =
        switch (use(known, now)) {
          case ALL -> before.validators();
          case DATE -> new Validators(null, before.validators().lastModified());
          case NONE -> Validators.NONE;
        };
    return useful.any() ? new Condition(useful, known.wholeFrom()) : Condition.NONE;
  }

  /** Which of a server's validators are of use. */
  enum Use {
    ALL,
    DATE,
    NONE
  }

  static Use use(Reliability known, Instant now) {
    var lie = known.lie();
    if (lie != null && isYoungerThan(DISTRUST, lie.at(), now)) {
      return lie.kind() == Lie.Kind.ETAG ? Use.DATE : Use.NONE;
    }
    // An ETag that never matches would only stand in the way of the date (RFC 9110 section 13.1.3).
    return known.churn() >= MUCH_CHURN ? Use.DATE : Use.ALL;
  }

  private static boolean isWholeDue(Snapshot before, Instant now) {
    var known = before.reliability();
    var whole = known.wholeAt();
    if (whole == null || !isYoungerThan(WHOLE_EVERY, whole, now)) {
      return true;
    }
    var learned = before.rhythm().learned();
    var many =
        learned != null
            && known.unmodified().count() >= MANY_UNMODIFIED
            && !isYoungerThan(learned.gap().multipliedBy(MANY_UNMODIFIED), whole, now);
    // Before a feed is called silent, nobody's word is taken for it.
    var usual = before.watch().silence().usualUntil();
    var suspicious = usual != null && usual.isBefore(now) && whole.isBefore(usual);
    return many || suspicious;
  }

  /** What a whole document taught, and what of it is news. */
  public record Lesson(Reliability reliability, List<Remark> remarks) {
    public Lesson {
      remarks = List.copyOf(remarks);
    }
  }

  /**
   * What a whole document teaches.
   *
   * @param asked what it was asked for with
   * @param changes what is in it that was not in the one before; none if it is the same
   */
  public static Lesson learn(
      Snapshot before,
      Answered answer,
      Validators asked,
      String bodyHash,
      Changes changes,
      Instant now) {
    var known = before.reliability();
    var sameBody = bodyHash.equals(before.bodyHash());
    var churned = sameBody && isOther(before.validators(), answer.headers().validators());
    var churn = churned ? Math.min(known.churn() + 1, MUCH_CHURN) : sameBody ? 0 : known.churn();
    var lie =
        before.bodyHash() == null || changes.entries().isEmpty()
            ? null
            : lie(before, answer.headers().validators(), asked, changes);
    var remarks = new ArrayList<Remark>();
    if (churn == MUCH_CHURN && known.churn() < MUCH_CHURN) {
      remarks.add(Remark.ETAG_CHURNS);
    }
    if (lie != null && !isKnown(known.lie(), lie, now)) {
      remarks.add(lie.remark());
    }
    return new Lesson(
        new Reliability(
            now,
            answer.trace().finalUrl(),
            churn,
            lie == null ? known.lie() : new Lie(lie, now),
            Unmodified.NEVER),
        remarks);
  }

  private static boolean isOther(Validators old, Validators fresh) {
    return old.etag() != null && fresh.etag() != null && !old.etag().equals(fresh.etag());
  }

  private static boolean isKnown(@Nullable Lie before, Lie.Kind kind, Instant now) {
    return before != null && before.kind() == kind && isYoungerThan(DISTRUST, before.at(), now);
  }

  // Even a weak ETag stands for the same entries (RFC 9110 section 8.8.1).
  private static Lie.@Nullable Kind lie(
      Snapshot before, Validators fresh, Validators asked, Changes changes) {
    var old = before.validators();
    var dated = old.lastModified() != null && fresh.lastModified() != null;
    var sameDate = dated && Objects.equals(old.lastModified(), fresh.lastModified());
    if (fresh.etag() != null && fresh.etag().equals(old.etag())) {
      return dated && !sameDate ? Lie.Kind.ETAG : Lie.Kind.BOTH;
    }
    var noEtag = old.etag() == null || before.reliability().churn() >= MUCH_CHURN;
    if (noEtag && sameDate) {
      return Lie.Kind.DATE;
    }
    return !asked.any() && wasHidden(before.reliability(), changes) ? Lie.Kind.ANSWER : null;
  }

  // Asked for everything, it has what was published before the server last said "nothing new": one
  // entry long before, or several some time before.
  private static boolean wasHidden(Reliability known, Changes changes) {
    var whole = known.wholeAt();
    var last = known.unmodified().lastAt();
    if (whole == null || last == null) {
      return false;
    }
    var published =
        changes.all().stream()
            .flatMap(change -> change instanceof Change.Added(var e) ? Stream.of(e) : null)
            .map(Entry::dates)
            .filter(dates -> !dates.guessed())
            .map(Entry.Dates::published)
            .filter(Objects::nonNull)
            .filter(whole::isBefore)
            .toList();
    return published.stream().anyMatch(last.minus(LONG_BEFORE)::isAfter)
        || published.stream().filter(last.minus(BEFORE)::isAfter).count() >= SEVERAL;
  }

  /** Which validators are used and why, in words. */
  public static String words(Snapshot snapshot, Instant now) {
    var known = snapshot.reliability();
    var lie = known.lie();
    var sent = snapshot.validators();
    return switch (use(known, now)) {
      case NONE -> "asked for in full: " + (lie == null ? "" : lied(lie.kind()));
      case DATE ->
          "asked by Last-Modified alone: "
              + (lie != null && isYoungerThan(DISTRUST, lie.at(), now)
                  ? lied(lie.kind())
                  : "the ETag changes although the document does not");
      case ALL ->
          sent.any()
              ? "asked by "
                  + (sent.etag() == null ? "" : "ETag")
                  + (sent.etag() == null || sent.lastModified() == null ? "" : " and ")
                  + (sent.lastModified() == null ? "" : "Last-Modified")
                  + unmodified(known.unmodified())
              : "asked for in full: the server offers nothing to ask with";
    };
  }

  private static String unmodified(Unmodified unmodified) {
    return unmodified.count() == 0 ? "" : "; 304 " + unmodified.count() + " times in a row";
  }

  private static String lied(Lie.Kind kind) {
    return switch (kind) {
      case ETAG -> "the ETag stayed when entries changed";
      case BOTH -> "neither ETag nor Last-Modified told of a change";
      case DATE -> "Last-Modified stayed when entries changed";
      case ANSWER -> "the server said 304 while there were new entries";
    };
  }

  private static boolean isYoungerThan(Duration age, Instant at, Instant now) {
    return at.plus(age).isAfter(now);
  }
}
