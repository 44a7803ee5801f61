package dev.feedwarden.poll;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What is asked for by many and made by the first of them; a failure is everybody's. */
final class Once<T> implements Supplier<T> {
  private final Supplier<T> making;
  private @Nullable T made;
  private @Nullable RuntimeException failed;

  Once(Supplier<T> making) {
    this.making = making;
  }

  @Override
  public synchronized T get() {
    if (failed != null) {
      throw failed;
    }
    if (made == null) {
      made = make();
    }
    return made;
  }

  private T make() {
    try {
      return making.get();
    } catch (RuntimeException fault) {
      failed = fault;
      throw fault;
    }
  }
}
