package dev.feedwarden.model;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What came of fetching one URL, retries and redirects included. */
public sealed interface FetchResult {
  FetchTrace trace();

  /** The server answered and the answer was read to its end (only a 200 keeps its body). */
  @SuppressWarnings("ArrayRecordComponent") // read once, never compared
  record Answered(int status, Headers headers, byte[] body, FetchTrace trace)
      implements FetchResult {}

  /** No usable answer. */
  record Unanswered(Cause cause, FetchTrace trace) implements FetchResult {}

  /** The headers that matter, as they came. */
  record Headers(
      Validators validators,
      @Nullable String contentType,
      @Nullable String retryAfter,
      @Nullable String date) {}

  /** How it went on the way. */
  record FetchTrace(
      int attempts, WebUrl finalUrl, List<Hop> redirects, @Nullable String address, Duration took) {
    public FetchTrace {
      redirects = List.copyOf(redirects);
    }
  }

  /** One redirect that was followed. */
  record Hop(int status, WebUrl to) {}
}
