package dev.feedwarden.store;

import dev.feedwarden.model.ErrorType;
import dev.feedwarden.model.SourceFilter;
import dev.feedwarden.model.SourceFilter.Notice;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import org.jdbi.v3.core.Handle;

/** The fleet at a glance. */
public final class Overview {
  // It counts everything there is; whoever asks more often gets the same again.
  private static final Duration KEPT = Duration.ofSeconds(10);

  private final SourceCounts counts = new SourceCounts();
  private final Remembered<Fleet> fleet;

  public Overview(Database database) {
    this.fleet = new Remembered<>(KEPT, () -> database.read(h -> fleet(h, database.now())));
  }

  /**
   * How many there are of everything.
   *
   * @param statuses sources by the word of {@link SourceFilter#status}
   * @param notices sources that deserve a look, by why
   * @param errors sources by what their last poll failed with
   */
  public record Fleet(
      long sources,
      Map<String, Long> statuses,
      Map<Notice, Long> notices,
      Map<ErrorType, Long> errors,
      long hosts,
      long articles) {}

  /** Everything counted, as a rule at most a few seconds ago. */
  public Fleet fleet() {
    return fleet.get();
  }

  private Fleet fleet(Handle h, Instant now) {
    var statuses = new TreeMap<String, Long>();
    for (var status : SourceFilter.STATUSES) {
      statuses.put(status, count(h, SourceFilter.ofStatus(status), now));
    }
    var notices = new EnumMap<Notice, Long>(Notice.class);
    for (var notice : Notice.values()) {
      notices.put(notice, count(h, SourceFilter.of(notice), now));
    }
    var errors = new EnumMap<ErrorType, Long>(ErrorType.class);
    h.createQuery(
            "SELECT last_error_type, count(*) AS n FROM feed_state"
                + " WHERE last_error_type IS NOT NULL GROUP BY last_error_type")
        .map((row, _) -> Map.entry(ErrorType.ofWire(row.getString(1)), row.getLong(2)))
        .forEach(e -> errors.put(e.getKey(), e.getValue()));
    return new Fleet(
        count(h, SourceFilter.ALL, now),
        statuses,
        notices,
        errors,
        count(h, "host_queue"),
        count(h, "articles"));
  }

  private long count(Handle h, SourceFilter filter, Instant now) {
    return counts.count(h, filter, SourceConditions.ofMany(filter), now);
  }

  private static long count(Handle h, String table) {
    return h.createQuery("SELECT count(*) FROM " + table).mapTo(Long.class).one();
  }
}
