package dev.feedwarden.app;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets a warning or an error through some times a minute, and then says how often it came besides:
 * a thousand feeds that fail for hours must not fill a disk. History has every one of them. However
 * many warnings there are, they crowd out no error.
 */
final class Repeats extends Filter<ILoggingEvent> {
  static final String SUMMARY = "more of the same were not logged";
  private static final long MINUTE = 60_000;
  private static final int MOST_KINDS = 1_000;
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private final int most;
  private final Logger log;
  private final Map<Kind, Integer> seen = new HashMap<>();
  private final Queue<Thread> tellers = new ConcurrentLinkedQueue<>();
  private long minute;

  /**
   * @param most how often a minute
   */
  Repeats(int most) {
    this(most, LoggerFactory.getLogger(Repeats.class));
  }

  Repeats(int most, Logger log) {
    this.most = most;
    this.log = log;
  }

  private record Kind(Level level, String message) {}

  private record Surplus(Kind kind, int count) {}

  @Override
  public FilterReply decide(ILoggingEvent event) {
    var surplus = new ArrayList<Surplus>();
    var reply = reply(event, surplus);
    if (!surplus.isEmpty()) {
      // Not here: an appender drops what is logged while it decides.
      tellers.removeIf(teller -> !teller.isAlive());
      tellers.add(Thread.startVirtualThread(() -> surplus.forEach(this::tell)));
    }
    return reply;
  }

  /** Tells what was held back so far: no line follows that could do it. */
  void finish() {
    try {
      for (var teller = tellers.poll(); teller != null; teller = tellers.poll()) {
        teller.join(PATIENCE);
      }
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
    surplus().forEach(this::tell);
  }

  private synchronized FilterReply reply(ILoggingEvent event, List<Surplus> surplus) {
    var now = event.getTimeStamp() / MINUTE;
    if (now > minute) { // a thread that was slow comes with the minute before
      minute = now;
      surplus.addAll(surplus());
    }
    if (!event.getLevel().isGreaterOrEqual(Level.WARN) || event.getMessage().equals(SUMMARY)) {
      return FilterReply.NEUTRAL;
    }
    var message = seen.size() < MOST_KINDS ? event.getMessage() : SUMMARY;
    return seen.merge(new Kind(event.getLevel(), message), 1, Integer::sum) > most
        ? FilterReply.DENY
        : FilterReply.NEUTRAL;
  }

  private synchronized List<Surplus> surplus() {
    var surplus =
        seen.entrySet().stream()
            .filter(of -> of.getValue() > most)
            .map(of -> new Surplus(of.getKey(), of.getValue() - most))
            .toList();
    seen.clear();
    return surplus;
  }

  private void tell(Surplus surplus) {
    (surplus.kind().level().equals(Level.ERROR) ? log.atError() : log.atWarn())
        .addKeyValue("of", surplus.kind().message())
        .addKeyValue("count", surplus.count())
        .log(SUMMARY);
  }
}
