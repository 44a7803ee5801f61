package dev.feedwarden.store;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A value that takes long to find and is good enough for a few seconds. Nobody waits for a newer
 * one while there is one that is not too old: it is found aside, by one at a time.
 */
final class Remembered<T> {
  private static final Logger LOG = LoggerFactory.getLogger(Remembered.class);
  private static final long LONG = Duration.ofMillis(20).toNanos();
  private static final int TOO_OLD = 6;

  private record Found<T>(T value, long at) {}

  private final long kept;
  private final Supplier<T> search;
  private final AtomicBoolean searching = new AtomicBoolean();
  private volatile @Nullable Found<T> found;

  Remembered(Duration kept, Supplier<T> search) {
    this.kept = kept.toNanos();
    this.search = search;
  }

  T get() {
    var last = found;
    var age = last == null ? Long.MAX_VALUE : System.nanoTime() - last.at;
    if (last == null || age > TOO_OLD * kept) {
      return find();
    }
    if (age > kept && searching.compareAndSet(false, true)) {
      Thread.ofVirtual().start(this::refresh);
    }
    return last.value;
  }

  private void refresh() {
    try {
      find();
    } catch (RuntimeException
        | Error failed) { // what there is stays; whoever asks next tries again
      LOG.debug("not found anew", failed);
    } finally {
      searching.set(false);
    }
  }

  private synchronized T find() {
    var begun = System.nanoTime();
    var last = found;
    if (last != null && begun - last.at < kept) {
      return last.value; // somebody found it while we waited
    }
    var value = search.get();
    var ended = System.nanoTime();
    found = ended - begun > LONG ? new Found<>(value, ended) : null;
    return value;
  }
}
