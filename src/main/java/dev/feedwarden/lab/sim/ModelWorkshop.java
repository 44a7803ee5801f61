package dev.feedwarden.lab.sim;

import dev.feedwarden.fetch.Time;
import dev.feedwarden.poll.Workshop;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** A worker of the model: its loop and its polls are tasks in modelled time. */
final class ModelWorkshop implements Workshop {
  /** How long a loop with nothing to do may be left asleep: its own small clocks must go on. */
  private static final long LONGEST_NAP = Duration.ofSeconds(5).toNanos();

  private final ModelTime time;
  private final LongSupplier nextWork;
  private int waiting;

  /**
   * A worker.
   *
   * @param nextWork when there may be something to take, by the model's time
   */
  ModelWorkshop(ModelTime time, LongSupplier nextWork) {
    this.time = time;
    this.nextWork = nextWork;
  }

  @Override
  public long nanos() {
    return time.nanos();
  }

  @Override
  public void sleep(Duration pause) {
    time.sleep(pause);
  }

  // A look at an empty queue and an idle store would change nothing: it is left out.
  @Override
  public <T> @Nullable T await(BlockingQueue<T> queue, Duration longest) {
    var idle = Math.min(nextWork.getAsLong(), time.nanos() + LONGEST_NAP);
    time.sleepUntil(Math.max(time.nanos() + longest.toNanos(), idle), queue);
    return queue.poll();
  }

  @Override
  public int waiting() {
    return waiting;
  }

  /** The time in which this worker's fetches wait for their next attempt. */
  Time pauses() {
    return new Time() {
      @Override
      public long nanos() {
        return time.nanos();
      }

      @Override
      public void sleep(Duration pause) {
        waiting++;
        time.sleep(pause);
        waiting--;
      }
    };
  }

  @Override
  public ExecutorService workers() {
    return new AbstractExecutorService() {
      private boolean closed;

      @Override
      public void execute(Runnable task) {
        time.start(task);
      }

      @Override
      public void shutdown() {
        closed = true;
      }

      // Whoever is still at work ends in modelled time, before the model does.
      @Override
      public List<Runnable> shutdownNow() {
        closed = true;
        return List.of();
      }

      @Override
      public boolean isShutdown() {
        return closed;
      }

      @Override
      public boolean isTerminated() {
        return closed;
      }

      @Override
      public boolean awaitTermination(long timeout, TimeUnit unit) {
        return closed;
      }
    };
  }
}
