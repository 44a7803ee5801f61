package dev.feedwarden.store;

import dev.feedwarden.model.FeedState.Snapshot;
import dev.feedwarden.model.Happening;
import dev.feedwarden.model.Happening.Subject;
import dev.feedwarden.model.Oddity;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.Poll;
import dev.feedwarden.model.Watch;
import dev.feedwarden.model.Watch.Silence;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is told of a feed that answers: that something about it is odd, and that it no longer is.
 */
final class Oddities {
  /** What came only once may be a slip, and is nobody's business. */
  private static final int TOLD_AT = 2;

  private Oddities() {}

  static List<Happening> of(Poll poll) {
    var source = Subject.of(poll.claim().source());
    var before = poll.claim().state().snapshot();
    var after = FeedStates.snapshot(poll);
    var told = new ArrayList<Happening>();
    suspicion(told, source, before, after);
    gap(told, source, poll);
    silence(told, source, before.watch().silence(), after.watch().silence());
    return told;
  }

  private static void suspicion(
      List<Happening> told, Subject source, Snapshot before, Snapshot after) {
    var was = isTold(before.watch().doubt());
    var is = isTold(after.watch().doubt());
    var doubt = after.watch().doubt();
    if (!was && is && doubt != null) {
      told.add(new Happening.FeedOdd(source, Oddity.SUSPECT, evidence(before, doubt)));
    } else if (was && !is) {
      told.add(new Happening.FeedPlain(source, Oddity.SUSPECT));
    }
  }

  // What could be filled has cost nobody anything.
  private static void gap(List<Happening> told, Subject source, Poll poll) {
    if (poll.outcome() instanceof Outcome.Fresh(var changes, _)
        && changes.gap() != null
        && !changes.gap().filling().closed()) {
      var gap = changes.gap();
      told.add(
          new Happening.FeedOdd(
              source,
              Oddity.GAP,
              "nothing is known of what was published"
                  + (gap.from() == null ? "" : " after " + gap.from())
                  + " and before "
                  + gap.to()
                  + (gap.filling().entries() == 0
                      ? ""
                      : ", but for " + gap.filling().entries() + " entries of its archive")));
    }
  }

  // A feed that was silent before we came has no usual silence that could end.
  private static void silence(List<Happening> told, Subject source, Silence was, Silence is) {
    if (was.staleSince() == null && is.staleSince() != null && was.usualUntil() != null) {
      told.add(
          new Happening.FeedOdd(
              source,
              Oddity.STALE,
              "by its own rhythm something new was to be expected before " + is.usualUntil()));
    } else if (was.staleSince() != null && is.staleSince() == null) {
      told.add(new Happening.FeedPlain(source, Oddity.STALE));
    }
  }

  private static boolean isTold(Watch.@Nullable Doubt doubt) {
    return doubt != null && doubt.sightings() >= TOLD_AT;
  }

  private static String evidence(Snapshot before, Watch.Doubt doubt) {
    return switch (doubt.kind()) {
      case EMPTY -> "it has no entries, after " + before.itemCount();
      case SMALLER -> "less than a tenth of it is left";
      case FOREIGN ->
          "it is a feed of "
              + doubt.site()
              + " with nothing that we know, after one of "
              + before.watch().baseline().site();
    };
  }
}
