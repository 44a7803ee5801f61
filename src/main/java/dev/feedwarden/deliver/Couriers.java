package dev.feedwarden.deliver;

import dev.feedwarden.store.Backlogs;
import dev.feedwarden.store.Database;
import dev.feedwarden.store.Deliveries;
import dev.feedwarden.store.DestinationTable;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All destinations of a running service, each on a thread of its own: none waits for another. Who
 * is enlisted, changed or removed meanwhile is taken up at the next look.
 */
public final class Couriers implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Couriers.class);

  /** How long events are kept for a destination that does not take them. */
  public static final Duration KEPT = Courier.Bounds.STANDARD.oldest();

  private static final Duration LOOK = Duration.ofSeconds(1);
  private static final Duration LONGEST_LOOK = Duration.ofMinutes(1);

  private final Supplier<List<Enlisted>> roster;
  private final Database database;
  private final Runnable atEnd;
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final Map<String, Round> rounds = new ConcurrentHashMap<>();
  private final AtomicLong pulse = new AtomicLong(System.nanoTime());
  private final Thread thread;

  /**
   * Begins to tell them.
   *
   * @param roster who is to be told at this moment
   * @param atEnd closes what they share
   */
  public Couriers(Supplier<List<Enlisted>> roster, Database database, Runnable atEnd) {
    this.roster = roster;
    this.database = database;
    this.atEnd = atEnd;
    look();
    this.thread = Thread.ofVirtual().name("deliver").start(this::run);
  }

  private void run() {
    var wasWell = true;
    try {
      while (!stopped.await(LOOK.toMillis(), TimeUnit.MILLISECONDS)) {
        wasWell = looked(wasWell);
        pulse.set(System.nanoTime());
      }
    } catch (InterruptedException over) {
      Thread.currentThread().interrupt();
    }
  }

  // Those who are served go on with what they know, and say themselves what is wrong.
  private boolean looked(boolean wasWell) {
    try {
      look();
      return true;
    } catch (RuntimeException | Error fault) {
      if (wasWell) {
        LOG.atWarn().setCause(fault).log("destinations not looked up; it is tried again");
      }
      return false;
    }
  }

  // Who was changed is told anew only when nobody tells them the old way any more: the lease is the
  // process's, and would let both.
  private void look() {
    var now = roster.get();
    var stale = rounds.values().stream().filter(r -> now.stream().noneMatch(r::isOf)).toList();
    stale.forEach(Round::stop);
    var over = stale.stream().filter(Round::isOver).map(Round::name).collect(Collectors.toSet());
    rounds.keySet().removeAll(over);
    for (var enlisted : now) {
      if (!rounds.containsKey(enlisted.name())) {
        if (over.contains(enlisted.name())) {
          new DestinationTable(database).afresh(enlisted.name());
        }
        rounds.put(enlisted.name(), round(enlisted));
      }
    }
  }

  private Round round(Enlisted enlisted) {
    var destination = enlisted.open().get();
    var courier =
        new Courier(
            destination,
            new Deliveries(database),
            new Backlogs(database),
            Courier.Bounds.STANDARD,
            () -> ThreadLocalRandom.current().nextDouble());
    return new Round(enlisted, destination, courier, database).begin();
  }

  /** Whether every loop has moved of late; a destination that does not answer stops none. */
  public boolean isAlive() {
    return System.nanoTime() - pulse.get() <= LONGEST_LOOK.toNanos()
        && rounds.values().stream().allMatch(Round::isAlive);
  }

  /** Ends the loops; what is being sent may end, for a moment. */
  @Override
  public void close() {
    stopped.countDown();
    try {
      thread.join();
      rounds.values().forEach(Round::stop);
      for (var round : rounds.values()) {
        round.join();
      }
    } catch (InterruptedException impatient) {
      Thread.currentThread().interrupt();
    }
    atEnd.run();
  }
}
