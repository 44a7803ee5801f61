package dev.feedwarden.store;

import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A value that took long to find and is good enough for a few seconds; found by one at a time. */
final class Remembered<T> {
  private static final long LONG = Duration.ofMillis(20).toNanos();

  private record Found<T>(T value, long at) {}

  private final long kept;
  private @Nullable Found<T> found;

  Remembered(Duration kept) {
    this.kept = kept.toNanos();
  }

  synchronized T get(Supplier<T> search) {
    var begun = System.nanoTime();
    if (found != null && begun - found.at < kept) {
      return found.value;
    }
    var value = search.get();
    var ended = System.nanoTime();
    found = ended - begun > LONG ? new Found<>(value, ended) : null;
    return value;
  }
}
