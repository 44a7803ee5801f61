package dev.feedwarden.store;

import dev.feedwarden.model.Happening;
import dev.feedwarden.model.Happening.Subject;
import dev.feedwarden.model.Poll;
import dev.feedwarden.model.Poll.Receipt;
import dev.feedwarden.model.Source;
import dev.feedwarden.model.Standing;
import java.time.Instant;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * What a transaction leaves in the outbox: at most a row for each thing that a person may act on.
 */
final class Telling {
  private Telling() {}

  /** What became of the feed. */
  static void polled(Handle h, Poll poll, Receipt receipt) {
    var source = poll.claim().source();
    var at = poll.visit().endedAt();
    if (receipt instanceof Receipt.Held(_, var first)) {
      if (first) {
        Outbox.add(h, at, new Happening.DisablesCapped(Subject.of(source)));
      }
      return;
    }
    stood(h, source, poll.transition().standing(), evidence(poll), at);
    Oddities.of(poll).forEach(odd -> Outbox.add(h, at, odd));
    switch (poll.transition().alarm()) {
      case NONE -> {}
      case RAISED -> {
        var last = poll.transition().health().lastError();
        if (last != null) {
          Outbox.add(
              h, at, new Happening.FeedFailing(Subject.of(source), last.type(), last.message()));
        }
      }
      case CLEARED -> Outbox.add(h, at, new Happening.FeedRecovered(Subject.of(source)));
    }
  }

  private static String evidence(Poll poll) {
    var last = poll.transition().health().lastError();
    return last == null ? "" : last.message();
  }

  // A renewed cooldown is no news.
  private static void stood(Handle h, Source source, Standing after, String evidence, Instant at) {
    var before = source.standing();
    if (before instanceof Standing.Active && !(after instanceof Standing.Active)) {
      disabled(h, source, after, evidence, at);
    } else if (!(before instanceof Standing.Active) && after instanceof Standing.Active) {
      Outbox.add(h, at, new Happening.FeedEnabled(Subject.of(source), "policy"));
    }
  }

  /** A feed was taken out of the schedule. */
  static void disabled(Handle h, Source source, Standing after, String evidence, Instant at) {
    var columns = StandingColumns.of(after);
    Outbox.add(
        h,
        at,
        new Happening.FeedDisabled(
            Subject.of(source),
            or(columns.reason(), ""),
            or(columns.by(), "policy"),
            evidence,
            columns.until()));
  }

  private static String or(@Nullable String text, String otherwise) {
    return text == null ? otherwise : text;
  }

  /** What there is to read, in one row however many articles it was. */
  static void stored(Handle h, Poll poll, ArticleRows.Kept kept) {
    var stored = kept.stored();
    if (stored.inserted() + stored.updated() > 0) {
      var isFirst = poll.claim().state().visits().lastSuccessAt() == null;
      Outbox.addIfHeard(
          h,
          poll.visit().endedAt(),
          new Happening.NewArticles(
              Subject.of(poll.claim().source()),
              isFirst,
              stored.inserted(),
              stored.updated(),
              kept.first(),
              kept.last()));
    }
  }
}
