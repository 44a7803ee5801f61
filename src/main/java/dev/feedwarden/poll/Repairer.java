package dev.feedwarden.poll;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks for lost feeds while a service runs, in no hurry. */
public final class Repairer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Repairer.class);
  private static final Duration BREATH = Duration.ofSeconds(2);
  private static final Duration IDLE = Duration.ofMinutes(1);

  private final Repairing repairing;
  private final Thread thread;

  public Repairer(Repairing repairing) {
    this.repairing = repairing;
    this.thread = Thread.ofVirtual().name("repairer").start(this::run);
  }

  private void run() {
    try {
      for (var pause = IDLE; ; pause = work()) {
        Thread.sleep(pause);
      }
    } catch (InterruptedException over) {
      Thread.currentThread().interrupt();
    }
  }

  private Duration work() throws InterruptedException {
    try {
      return repairing.turn() ? BREATH : IDLE;
    } catch (RuntimeException | Error fault) {
      LOG.error("a lost feed could not be looked for", fault);
      return IDLE;
    }
  }

  /** Ends what is under way. */
  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException impatient) {
      Thread.currentThread().interrupt();
    }
  }
}
