package dev.feedwarden.store;

import dev.feedwarden.model.SourceFilter;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import org.jdbi.v3.core.Handle;

/**
 * How many sources a filter lets through. In a large register a count that took long is remembered
 * for a few seconds: a total is for people, who cannot tell, and every page asks for it.
 */
final class SourceCounts {
  private static final long LONG_NANOS = Duration.ofMillis(1).toNanos();
  private static final long KEPT_NANOS = Duration.ofSeconds(5).toNanos();
  private static final long OLDEST_NANOS = Duration.ofMinutes(1).toNanos();
  private static final int LARGE = 10_000;
  private static final int MOST = 1_000;

  private record Counted(long total, long at) {}

  private final ConcurrentHashMap<SourceFilter, Counted> kept = new ConcurrentHashMap<>();

  /** What was counted of late; of those who ask when that has aged, one is sent to count again. */
  OptionalLong recent(SourceFilter filter) {
    var now = System.nanoTime();
    var known = kept.get(filter);
    if (known == null || now - known.at() > OLDEST_NANOS) {
      return OptionalLong.empty();
    }
    var isMineToCount =
        now - known.at() > KEPT_NANOS
            && kept.replace(filter, known, new Counted(known.total(), now));
    return isMineToCount ? OptionalLong.empty() : OptionalLong.of(known.total());
  }

  long count(Handle h, SourceFilter filter, SourceConditions conditions, Instant now) {
    var form = conditions.leading();
    var begun = System.nanoTime();
    var total =
        conditions
            .bind(
                h.createQuery("SELECT count(*) FROM " + form.from() + " WHERE " + form.where()),
                now)
            .mapTo(Long.class)
            .one();
    var ended = System.nanoTime();
    if (ended - begun > LONG_NANOS && isLarge(h)) {
      if (kept.size() >= MOST) {
        kept.clear();
      }
      kept.put(filter, new Counted(total, ended));
    } else {
      kept.remove(filter);
    }
    return total;
  }

  private static boolean isLarge(Handle h) {
    return h.createQuery("SELECT count(*) FROM (SELECT 1 FROM sources LIMIT " + (LARGE + 1) + ") x")
            .mapTo(Long.class)
            .one()
        > LARGE;
  }
}
