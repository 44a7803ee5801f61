package dev.feedwarden.poll;

import dev.feedwarden.store.Database;
import dev.feedwarden.store.Forgetting;
import dev.feedwarden.store.PollHours;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Adds polls up by the hour and forgets old ones, and old robots.txt, while a service runs, a
 * little at a time, so that no poll waits for it.
 */
public final class Housekeeper implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Housekeeper.class);
  private static final Duration BREATH = Duration.ofMillis(50);
  private static final Duration IDLE = Duration.ofSeconds(30);
  // To count them all takes long where there are many.
  private static final Duration BETWEEN_COUNTS = Duration.ofHours(1);
  // While a server fails, what its robots.txt said last holds on.
  private static final Duration ROBOTS_ARE_KEPT = Duration.ofDays(7);

  private final Database database;
  private final PollHours hours;
  private final Forgetting forgetting;
  private final Supplier<Limits> limits;
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final Thread thread;
  private long surplus;
  private long newest;
  private long nextCount = System.nanoTime();
  private long nextRobots = System.nanoTime();

  /** How long and how many polls are remembered. */
  public record Limits(Duration age, long rows) {}

  public Housekeeper(Database database, Supplier<Limits> limits) {
    this.database = database;
    this.hours = new PollHours(database);
    this.forgetting = new Forgetting(database);
    this.limits = limits;
    this.thread = Thread.ofVirtual().name("housekeeper").start(this::run);
  }

  private void run() {
    try {
      while (!stopped.await(work().toMillis(), TimeUnit.MILLISECONDS)) {}
    } catch (InterruptedException over) {
      Thread.currentThread().interrupt();
    }
  }

  /** Some work, and how long to wait before the next. */
  private Duration work() {
    try {
      var now = database.now();
      if (hours.turn(now)) {
        return BREATH;
      }
      var present = limits.get();
      if (forgetting.before(now.minus(present.age())) > 0) {
        return BREATH;
      }
      return forgetSurplus(present.rows()) || forgetRobots(now) ? BREATH : IDLE;
    } catch (RuntimeException | Error fault) {
      LOG.error("old polls could not be put away", fault);
      return IDLE;
    }
  }

  private boolean forgetSurplus(long rows) {
    if (System.nanoTime() - nextCount >= 0 || mayHaveGrown(rows)) {
      nextCount = System.nanoTime() + BETWEEN_COUNTS.toNanos();
      newest = forgetting.newest();
      surplus = forgetting.count() - rows;
    }
    var gone = surplus <= 0 ? 0 : forgetting.oldest(surplus);
    surplus -= gone;
    return gone > 0;
  }

  // An hour of polls can be many times what is to be kept: by the numbers that were given since.
  private boolean mayHaveGrown(long rows) {
    return surplus <= 0 && surplus + forgetting.newest() - newest > rows / 100;
  }

  private boolean forgetRobots(Instant now) {
    if (System.nanoTime() - nextRobots < 0) {
      return false;
    }
    var gone = forgetting.robotsBefore(now.minus(ROBOTS_ARE_KEPT)) > 0;
    nextRobots = gone ? nextRobots : System.nanoTime() + BETWEEN_COUNTS.toNanos();
    return gone;
  }

  @Override
  public void close() {
    stopped.countDown();
    try {
      thread.join();
    } catch (InterruptedException impatient) {
      Thread.currentThread().interrupt();
    }
  }
}
