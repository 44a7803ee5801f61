package dev.feedwarden.deliver;

import dev.feedwarden.store.Database;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One destination being served on a thread of its own, until somebody wants it to end. */
final class Round {
  private static final Logger LOG = LoggerFactory.getLogger(Round.class);
  private static final Duration AFTER_FAULT = Duration.ofSeconds(10);
  private static final Duration LONGEST_STEP = Duration.ofMinutes(1);
  private static final Duration GRACE = Duration.ofSeconds(2);

  private final Enlisted enlisted;
  private final Destination destination;
  private final Courier courier;
  private final Database database;
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final AtomicLong pulse = new AtomicLong(System.nanoTime());
  private final Thread thread;

  Round(Enlisted enlisted, Destination destination, Courier courier, Database database) {
    this.enlisted = enlisted;
    this.destination = destination;
    this.courier = courier;
    this.database = database;
    this.thread = Thread.ofVirtual().name("deliver-" + enlisted.name()).unstarted(this::run);
  }

  Round begin() {
    courier.begin(database.now());
    thread.start();
    return this;
  }

  private void run() {
    try {
      while (!stopped.await(step().toMillis(), TimeUnit.MILLISECONDS)) {
        pulse.set(System.nanoTime());
      }
      courier.letGo();
    } catch (InterruptedException over) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException closing) {
      LOG.atDebug()
          .addKeyValue("destination", enlisted.name())
          .log("not given back: its lease runs out");
    } finally {
      destination.close();
    }
  }

  private Duration step() throws InterruptedException {
    try {
      return courier.step(database.now());
    } catch (RuntimeException | Error fault) {
      LOG.atError()
          .setCause(fault)
          .addKeyValue("destination", enlisted.name())
          .log("delivery ended by a fault of our own; it is tried again");
      return AFTER_FAULT;
    }
  }

  boolean isOf(Enlisted other) {
    return enlisted.name().equals(other.name()) && enlisted.stamp().equals(other.stamp());
  }

  String name() {
    return enlisted.name();
  }

  /** Whether it has moved of late; a destination that does not answer stops nothing. */
  boolean isAlive() {
    return System.nanoTime() - pulse.get() <= LONGEST_STEP.toNanos();
  }

  /** Ends it after the step that is under way. */
  void stop() {
    stopped.countDown();
  }

  boolean isOver() {
    return !thread.isAlive();
  }

  /** Waits for its end, which is made to come. */
  void join() throws InterruptedException {
    if (!thread.join(GRACE)) {
      thread.interrupt();
      thread.join();
    }
  }
}
