package dev.feedwarden.lab.sim;

import dev.feedwarden.fetch.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * Time that passes only while everybody waits. One task runs at once; when it waits or ends, the
 * one that wakes earliest goes on, so that a run with the same dice is the same run. All fields
 * belong to the running task, and the semaphores hand them over.
 */
final class ModelTime implements Time {
  /** When a model begins: midnight, on a day like any other. */
  static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private record Turn(long at, long order, Semaphore go) {}

  private record Watch(Queue<?> queue, Turn turn) {}

  private final PriorityQueue<Turn> turns =
      new PriorityQueue<>(Comparator.comparingLong(Turn::at).thenComparingLong(Turn::order));
  private final List<Watch> watches = new ArrayList<>();
  private final Semaphore over = new Semaphore(0);
  private long now;
  private long orders;
  private @Nullable Throwable fault;

  @Override
  public long nanos() {
    return now;
  }

  /** The time of day, in milliseconds as a store keeps it. */
  Instant instant() {
    return START.plusMillis(now / 1_000_000);
  }

  /** How long the model has been running. */
  Duration age() {
    return Duration.ofNanos(now);
  }

  @Override
  public void sleep(Duration pause) {
    waitFor(turnAt(now + Math.max(0, pause.toNanos())));
  }

  /** Waits until a queue has something or an instant of this time has come. */
  void sleepUntil(long at, Queue<?> unless) {
    if (!unless.isEmpty()) {
      return;
    }
    var mine = turnAt(Math.max(now, at));
    var watch = new Watch(unless, mine);
    watches.add(watch);
    waitFor(mine);
    watches.remove(watch);
  }

  /** Begins a task, when the present one waits next. */
  void start(Runnable task) {
    var first = turnAt(now);
    Thread.ofVirtual()
        .start(
            () -> {
              first.go().acquireUninterruptibly();
              try {
                task.run();
              } catch (RuntimeException | Error bad) {
                fault = bad;
              }
              handOver();
            });
  }

  /** Runs until no task is left; to be called by who began the first of them. */
  void run() {
    handOver();
    over.acquireUninterruptibly();
    if (fault != null) {
      throw new IllegalStateException("a task of the model failed", fault);
    }
  }

  private Turn turnAt(long at) {
    var turn = new Turn(at, orders++, new Semaphore(0));
    turns.add(turn);
    return turn;
  }

  private void waitFor(Turn mine) {
    handOver();
    mine.go().acquireUninterruptibly();
  }

  private void handOver() {
    var called = called();
    var next = called == null ? turns.peek() : called;
    if (next == null) {
      over.release();
      return;
    }
    turns.remove(next);
    if (called == null) {
      now = next.at();
    }
    next.go().release();
  }

  // A queue that was filled wakes its watcher at once, whenever that wanted to look again.
  private @Nullable Turn called() {
    for (var watch : watches) {
      if (!watch.queue().isEmpty()) {
        return watch.turn();
      }
    }
    return null;
  }
}
