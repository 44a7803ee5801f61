package dev.feedwarden.api;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A value that is made when it is first asked for. */
final class Once<T> implements Supplier<T> {
  private final Supplier<T> made;
  private @Nullable T value;

  Once(Supplier<T> made) {
    this.made = made;
  }

  @Override
  public synchronized T get() {
    var known = value;
    if (known == null) {
      known = made.get();
      value = known;
    }
    return known;
  }
}
