package dev.feedwarden.fetch;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** The machine's time, which knows how many fetches wait in it for their next attempt. */
public final class Pauses implements Time {
  private final AtomicInteger waiting = new AtomicInteger();

  @Override
  public long nanos() {
    return MACHINE.nanos();
  }

  @Override
  public void sleep(Duration pause) throws InterruptedException {
    waiting.incrementAndGet();
    try {
      MACHINE.sleep(pause);
    } finally {
      waiting.decrementAndGet();
    }
  }

  /** How many are waiting now: they need nobody's place. */
  public int waiting() {
    return waiting.get();
  }
}
