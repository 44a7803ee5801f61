package dev.feedwarden.poll;

import dev.feedwarden.store.ArticleIndex;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps the full-text index up with the articles while a service runs, a little at a time. */
public final class Indexer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Indexer.class);
  // Between two turns polls get at the database.
  private static final Duration BREATH = Duration.ofMillis(20);
  private static final Duration IDLE = Duration.ofSeconds(1);
  private static final Duration BETWEEN_SWEEPS = Duration.ofMinutes(30);

  private final ArticleIndex index;
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final Thread thread;
  private long swept;
  private long nextSweep = System.nanoTime() + BETWEEN_SWEEPS.toNanos();

  public Indexer(ArticleIndex index) {
    this.index = index;
    this.thread = Thread.ofVirtual().name("indexer").start(this::run);
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
      if (index.turn()) {
        return BREATH;
      }
      if (System.nanoTime() - nextSweep < 0) {
        return IDLE;
      }
      swept = index.sweep(swept);
      if (swept == 0) {
        nextSweep = System.nanoTime() + BETWEEN_SWEEPS.toNanos();
      }
      return BREATH;
    } catch (RuntimeException | Error fault) {
      LOG.error("articles could not be indexed", fault);
      return IDLE.multipliedBy(10);
    }
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
