package dev.feedwarden.store.remote;

import java.util.function.Function;

/** What came of asking a registry. */
public sealed interface Heard<T> {
  record Good<T>(T value) implements Heard<T> {}

  /**
   * It did not answer, or has no time for us; it may soon.
   *
   * @param words without a full stop
   */
  record Silent<T>(String words) implements Heard<T> {}

  /**
   * It will not answer before a person has put something right.
   *
   * @param words without a full stop, beginning with the setting
   */
  record Mistaken<T>(String words) implements Heard<T> {}

  /** What follows from a good answer. */
  default <U> Heard<U> then(Function<T, Heard<U>> next) {
    return switch (this) {
      case Good<T>(var value) -> next.apply(value);
      case Silent<T>(var words) -> new Silent<>(words);
      case Mistaken<T>(var words) -> new Mistaken<>(words);
    };
  }
}
