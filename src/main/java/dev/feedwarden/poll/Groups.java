package dev.feedwarden.poll;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * What is written together: whatever has come while the last group was written. Each transaction
 * writes whole pages, so that where polls come in company a few more are waited for; who comes
 * alone, as in a run of one poll at a time, waits for nobody.
 */
final class Groups<T> {
  static final int LARGEST = 50;
  static final int ENOUGH = 20; // to write without waiting for more

  private final BlockingQueue<T> waiting;
  private final long longest;
  private boolean inCompany;

  Groups(BlockingQueue<T> waiting, Duration longest) {
    this.waiting = waiting;
    this.longest = longest.toNanos();
  }

  /** The next group, as soon as there is one. */
  List<T> next() throws InterruptedException {
    var group = gathered(waiting.take());
    inCompany = group.size() > 1;
    return group;
  }

  private List<T> gathered(T first) throws InterruptedException {
    var group = new ArrayList<T>();
    group.add(first);
    waiting.drainTo(group, LARGEST - 1);
    var end = System.nanoTime() + (inCompany ? longest : 0);
    while (group.size() < ENOUGH) {
      var next = waiting.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (next == null) {
        return group;
      }
      group.add(next);
    }
    return group;
  }
}
