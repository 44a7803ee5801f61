package dev.feedwarden.model;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
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

  /**
   * A redirect led to a host that is not to be asked now.
   *
   * @param delay when it may be otherwise
   */
  record Refrained(Duration delay, FetchTrace trace) implements FetchResult {}

  /**
   * The headers that matter, as they came.
   *
   * @param all the first of each name in lower case, values cut; of {@code x-robots-tag}, where
   *     each may be for another robot, all of them in lines
   */
  record Headers(
      Validators validators,
      @Nullable String contentType,
      @Nullable String retryAfter,
      @Nullable String date,
      Map<String, String> all) {
    public Headers {
      all = Map.copyOf(all);
    }

    public Headers(
        Validators validators,
        @Nullable String contentType,
        @Nullable String retryAfter,
        @Nullable String date) {
      this(validators, contentType, retryAfter, date, Map.of());
    }
  }

  /**
   * How it went on the way.
   *
   * @param attempts how many were made
   * @param address who answered, or was asked last
   * @param took all attempts and the waits between them
   * @param last the last attempt
   */
  record FetchTrace(
      int attempts,
      WebUrl finalUrl,
      List<Hop> redirects,
      @Nullable String address,
      Duration took,
      Phases last) {
    public FetchTrace {
      redirects = List.copyOf(redirects);
    }

    public FetchTrace(
        int attempts,
        WebUrl finalUrl,
        List<Hop> redirects,
        @Nullable String address,
        Duration took) {
      this(attempts, finalUrl, redirects, address, took, Phases.NONE);
    }

    /** The attempts after the first. */
    public int retryCount() {
      return attempts - 1;
    }
  }

  /**
   * What one attempt spent its time on, its redirects included; nothing on a kept connection.
   *
   * @param firstByte from the attempt's beginning to the answer's head
   */
  record Phases(
      Duration dns, Duration connect, Duration tls, Duration firstByte, @Nullable Tls session) {
    public static final Phases NONE =
        new Phases(Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO, null);
  }

  /** How a connection was secured. */
  record Tls(String protocol, String cipher, String subject, Instant validUntil) {}

  /** One redirect that was followed. */
  record Hop(int status, WebUrl to) {}
}
