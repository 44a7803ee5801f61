package dev.feedwarden.deliver;

import dev.feedwarden.store.Backlogs;
import dev.feedwarden.store.Database;
import dev.feedwarden.store.Deliveries;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All destinations of a running service, each on a thread of its own: none waits for another. */
public final class Couriers implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Couriers.class);
  private static final Duration AFTER_FAULT = Duration.ofSeconds(10);
  private static final Duration LONGEST_STEP = Duration.ofMinutes(1);

  private final List<Destination> destinations;
  private final Database database;
  private final Runnable atEnd;
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final List<Thread> threads = new ArrayList<>();
  private final List<AtomicLong> pulses = new ArrayList<>();

  /**
   * Begins to tell them.
   *
   * @param atEnd closes what they share
   */
  public Couriers(List<Destination> destinations, Database database, Runnable atEnd) {
    this.destinations = List.copyOf(destinations);
    this.database = database;
    this.atEnd = atEnd;
    for (var destination : destinations) {
      var pulse = new AtomicLong(System.nanoTime());
      pulses.add(pulse);
      var courier = courier(destination);
      courier.begin(database.now());
      threads.add(
          Thread.ofVirtual()
              .name("deliver-" + destination.name())
              .start(() -> run(destination.name(), courier, pulse)));
    }
  }

  private Courier courier(Destination destination) {
    return new Courier(
        destination,
        new Deliveries(database),
        new Backlogs(database),
        Courier.Bounds.STANDARD,
        () -> ThreadLocalRandom.current().nextDouble());
  }

  private void run(String name, Courier courier, AtomicLong pulse) {
    try {
      while (!stopped.await(step(name, courier).toMillis(), TimeUnit.MILLISECONDS)) {
        pulse.set(System.nanoTime());
      }
      courier.letGo();
    } catch (InterruptedException over) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException closing) {
      LOG.atDebug().addKeyValue("destination", name).log("not given back: its lease runs out");
    }
  }

  private Duration step(String name, Courier courier) throws InterruptedException {
    try {
      return courier.step(database.now());
    } catch (RuntimeException fault) {
      LOG.atError()
          .setCause(fault)
          .addKeyValue("destination", name)
          .log("delivery ended by a fault of our own; it is tried again");
      return AFTER_FAULT;
    }
  }

  /** Whether every loop has moved of late; a destination that does not answer stops none. */
  public boolean isAlive() {
    var now = System.nanoTime();
    return pulses.stream().allMatch(pulse -> now - pulse.get() <= LONGEST_STEP.toNanos());
  }

  /** Ends the loops; what is being sent may end, for a moment. */
  @Override
  public void close() {
    stopped.countDown();
    try {
      for (var thread : threads) {
        if (!thread.join(Duration.ofSeconds(2))) {
          thread.interrupt();
          thread.join();
        }
      }
    } catch (InterruptedException impatient) {
      Thread.currentThread().interrupt();
    }
    destinations.forEach(Destination::close);
    atEnd.run();
  }
}
