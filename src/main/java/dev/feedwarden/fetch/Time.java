package dev.feedwarden.fetch;

import java.time.Duration;

/** Time that only goes forward: the machine's, or that of a model. */
public interface Time {
  /** Of use only beside another reading of the same time. */
  long nanos();

  void sleep(Duration pause) throws InterruptedException;

  Time MACHINE =
      new Time() {
        @Override
        public long nanos() {
          return System.nanoTime();
        }

        @Override
        public void sleep(Duration pause) throws InterruptedException {
          Thread.sleep(pause);
        }
      };
}
