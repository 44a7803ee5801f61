package dev.feedwarden.poll;

import dev.feedwarden.fetch.Pauses;
import dev.feedwarden.fetch.Time;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Where polls are at work, and by which time: on this machine, or in a model. */
public interface Workshop extends Time {
  /** The next of a queue, or nothing if none comes in time. */
  <T> @Nullable T await(BlockingQueue<T> queue, Duration longest) throws InterruptedException;

  /** Runs every task at once, each by itself. */
  ExecutorService workers();

  /** How many tasks only wait for their next attempt: they need nobody's place. */
  int waiting();

  /** The machine, whose fetches wait by the given time. */
  static Workshop machine(Pauses pauses) {
    return new Workshop() {
      @Override
      public long nanos() {
        return pauses.nanos();
      }

      @Override
      public void sleep(Duration pause) throws InterruptedException {
        MACHINE.sleep(pause);
      }

      @Override
      public <T> @Nullable T await(BlockingQueue<T> queue, Duration longest)
          throws InterruptedException {
        return queue.poll(longest.toMillis(), TimeUnit.MILLISECONDS);
      }

      @Override
      public ExecutorService workers() {
        return Executors.newVirtualThreadPerTaskExecutor();
      }

      @Override
      public int waiting() {
        return pauses.waiting();
      }
    };
  }
}
