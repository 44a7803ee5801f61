package dev.feedwarden.store;

import dev.feedwarden.model.SourceFilter;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ConcurrentHashMap;
import org.jdbi.v3.core.Handle;

/**
 * How many sources a filter lets through. A count that took long is remembered for a few seconds: a
 * total is for people, who cannot tell, and every page asks for it.
 */
final class SourceCounts {
  private static final long LONG_NANOS = Duration.ofMillis(3).toNanos();
  private static final long KEPT_NANOS = Duration.ofSeconds(5).toNanos();
  private static final int MOST = 1_000;

  private record Counted(long total, long at) {}

  private final ConcurrentHashMap<SourceFilter, Counted> kept = new ConcurrentHashMap<>();

  long count(Handle h, SourceFilter filter, Instant now) {
    var begun = System.nanoTime();
    var known = kept.get(filter);
    if (known != null && begun - known.at() < KEPT_NANOS) {
      return known.total();
    }
    var conditions = new SourceConditions(filter);
    var form = conditions.leading();
    var total =
        conditions
            .bind(
                h.createQuery("SELECT count(*) FROM " + form.from() + " WHERE " + form.where()),
                now)
            .mapTo(Long.class)
            .one();
    var ended = System.nanoTime();
    if (ended - begun > LONG_NANOS) {
      if (kept.size() >= MOST) {
        kept.clear();
      }
      kept.put(filter, new Counted(total, ended));
    } else {
      kept.remove(filter);
    }
    return total;
  }
}
