package dev.feedwarden.api;

import java.util.Optional;
import java.util.function.Function;

/** What kind of answer is wanted. */
final class Asked {
  private Asked() {}

  /** Whether a browser asks for something to show; programs do not name HTML. */
  static boolean isForPage(Function<String, Optional<String>> headers) {
    return headers.apply("Accept").filter(types -> types.contains("text/html")).isPresent();
  }
}
