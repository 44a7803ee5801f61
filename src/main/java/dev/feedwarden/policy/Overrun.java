package dev.feedwarden.policy;

import dev.feedwarden.model.FeedState.Snapshot;
import dev.feedwarden.model.Gap;
import dev.feedwarden.model.Rhythm.Learned;
import dev.feedwarden.policy.Suspicions.Seen;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whether more came to a feed than it holds, so that entries were gone before anybody saw them.
 *
 * @param seen the document
 * @param span when its entries were published; nothing if it does not say
 * @param at when it was read
 */
public record Overrun(Seen seen, @Nullable Span span, Instant at) {
  /** Two instants. */
  public record Span(Instant oldest, Instant newest) {
    Duration length() {
      return Duration.between(oldest, newest);
    }

    /** The span of some dates, but for those to come. */
    public static @Nullable Span of(Collection<Instant> dates, Instant now) {
      var past = dates.stream().filter(date -> !date.isAfter(now)).toList();
      return past.isEmpty() ? null : new Span(Collections.min(past), Collections.max(past));
    }
  }

  /**
   * The gap between a document and the one before it, if nothing joins them. The one before must
   * have been full, and what is here now must be younger, where there are dates: entries that only
   * have other names are no gap.
   *
   * @param older where the feed says that its older entries are
   */
  public Optional<Gap> gap(Snapshot before, @Nullable String older) {
    var baseline = before.watch().baseline();
    var learned = before.rhythm().learned();
    if (baseline.bytes() == 0
        || before.itemCount() < 2
        || seen.known() > 0
        || seen.entries() == 0) {
      return Optional.empty();
    }
    var slides = baseline.window() > 0 && before.itemCount() >= baseline.window();
    var isFull = slides || (isDated(learned) && seen.entries() == before.itemCount());
    if (!isFull || isOverlap(learned)) {
      return Optional.empty();
    }
    return Optional.of(
        new Gap(
            learned == null ? before.reliability().wholeAt() : learned.newest(),
            span == null ? at : span.oldest(),
            older,
            Gap.Filling.NONE));
  }

  private boolean isDated(@Nullable Learned known) {
    return span != null && known != null;
  }

  private boolean isOverlap(@Nullable Learned known) {
    return span != null && known != null && !span.oldest().isAfter(known.newest());
  }

  /**
   * How long the feed may be left alone from now on: half the time in which its window turns over,
   * when that has been missed once; twice as long whenever it turned out to be far too short.
   */
  public @Nullable Duration atMost(Snapshot before, boolean isGap) {
    var was = before.rhythm().atMost();
    if (isGap) {
      return Backoff.longer(
          Schedule.SHORTEST, Backoff.shorter(turnover(before).dividedBy(2), Schedule.LONGEST));
    }
    var added = seen.entries() - seen.known();
    if (was == null || added * 4 >= seen.entries()) {
      return was;
    }
    var longer = was.multipliedBy(2);
    return longer.compareTo(Schedule.LONGEST) >= 0 ? null : longer;
  }

  private Duration turnover(Snapshot before) {
    var whole = before.reliability().wholeAt();
    return span != null && !span.length().isZero()
        ? span.length()
        : whole == null ? Schedule.SHORTEST : Duration.between(whole, at);
  }
}
