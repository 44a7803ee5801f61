package dev.feedwarden.fetch;

import dev.feedwarden.model.Cause;
import dev.feedwarden.model.FetchResult.Headers;
import org.jspecify.annotations.Nullable;

/** One request's end: an answer, a way on, or neither. */
sealed interface Step {
  /** An answer that was read to its end; only a 200 keeps its body. */
  @SuppressWarnings("ArrayRecordComponent") // read once, never compared
  record Answer(int status, Headers headers, byte[] body) implements Step {}

  /** A redirect, with its Location as it came. */
  record Elsewhere(int status, @Nullable String location) implements Step {}

  /** No usable answer. */
  record Nothing(Cause cause) implements Step {}
}
