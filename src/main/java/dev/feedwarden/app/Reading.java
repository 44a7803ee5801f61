package dev.feedwarden.app;

import java.util.function.Function;

/** What came of reading a text: a value, or a reason that completes the sentence "the value …". */
sealed interface Reading<T> {
  record Good<T>(T value) implements Reading<T> {}

  record Bad<T>(String reason) implements Reading<T> {}

  /** Reads on, if all went well so far. */
  default <U> Reading<U> then(Function<T, Reading<U>> next) {
    return switch (this) {
      case Good<T>(var value) -> next.apply(value);
      case Bad<T>(var reason) -> new Bad<>(reason);
    };
  }

  /** A text for a sentence: short, and without what could move a terminal's cursor. */
  static String quoted(String text) {
    var plain = text.strip().replaceAll("\\p{Cntrl}", "?");
    return "'" + (plain.length() > 80 ? plain.substring(0, 80) + "…" : plain) + "'";
  }
}
