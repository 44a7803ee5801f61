package dev.feedwarden.deliver;

import dev.feedwarden.model.Happening;
import dev.feedwarden.store.Deliveries.Item;
import dev.feedwarden.store.OutboxPlace;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * How people are told: one message for one thing, and one for all of it when it is much or late.
 */
final class Folding {
  /** What people hear later than this they hear in one message. */
  static final Duration LATE = Duration.ofMinutes(15);

  /** More news at once than this is one message. */
  static final int FLOOD = 10;

  // What is not for this destination is passed now and then, as each step is a write.
  private static final Duration STALE = Duration.ofMinutes(1);

  private Folding() {}

  /** What to do with what waits. */
  sealed interface Plan {
    record Nothing() implements Plan {}

    /** There is no news up to a place. */
    record Skip(OutboxPlace to, Set<String> ended) implements Plan {
      public Skip {
        ended = Set.copyOf(ended);
      }
    }

    /** One event is told by itself. */
    record One(Item item, Set<String> ended) implements Plan {
      public One {
        ended = Set.copyOf(ended);
      }
    }

    /** All that waits is told together. */
    record All() implements Plan {}
  }

  /**
   * Decides.
   *
   * @param more whether there may be more than this page
   * @param known the keys of what the destination knows to be wrong
   * @param throttled whether it had to wait because it was told so much before
   */
  static Plan plan(
      List<Item> page,
      boolean more,
      Wants wants,
      Set<String> known,
      boolean throttled,
      Instant now) {
    if (page.isEmpty()) {
      return new Plan.Nothing();
    }
    var ended = new HashSet<String>();
    var news =
        page.stream().filter(item -> isNews(item.event().what(), wants, known, ended)).toList();
    if (news.isEmpty()) {
      var waited = page.getFirst().event().at().plus(STALE).isBefore(now);
      return more || waited || !ended.isEmpty()
          ? new Plan.Skip(page.getLast().place(), ended)
          : new Plan.Nothing();
    }
    var isLate = news.getFirst().event().at().plus(LATE).isBefore(now);
    var isMuch = news.size() > FLOOD;
    var isMany = news.size() > 1 || more;
    return isMuch || (isMany && (isLate || throttled))
        ? new Plan.All()
        : new Plan.One(news.getFirst(), ended);
  }

  private static boolean isNews(Happening what, Wants wants, Set<String> known, Set<String> ended) {
    return switch (Scope.of(what)) {
      case Scope.Opens(var key) -> wants.wants(what) && !known.contains(key);
      case Scope.Closes(var key) -> wants.wants(what) && known.contains(key);
      case Scope.Ends(var key) -> {
        if (known.contains(key)) {
          ended.add(key);
        }
        yield false;
      }
      case Scope.Alone() -> wants.wants(what) && !isForPrograms(what);
    };
  }

  /**
   * A feed may touch up its articles with every poll, and pages come after articles that people
   * have heard of: they want to hear of new ones.
   */
  static boolean isForPrograms(Happening what) {
    return what instanceof Happening.PageFetched
        || (what instanceof Happening.NewArticles news && news.added() == 0);
  }
}
