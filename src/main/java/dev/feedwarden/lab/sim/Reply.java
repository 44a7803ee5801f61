package dev.feedwarden.lab.sim;

import dev.feedwarden.model.Cause;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What a request comes to in a model. */
sealed interface Reply {
  /**
   * The document of the hour.
   *
   * @param edition what its ETag begins with: another one for the same document is a lie
   */
  record Document(String edition) implements Reply {}

  /** A status and no more. */
  record Status(int code, @Nullable Duration retryAfter) implements Reply {}

  /** The page of somebody in between, who wants a password. */
  record Portal() implements Reply {}

  /** No answer. */
  record Nothing(Cause cause) implements Reply {}

  Reply FINE = new Document("v");
  Reply TIMEOUT = new Nothing(Cause.TIMEOUT_CONNECT);
  Reply NOT_FOUND = new Status(404, null);
  Reply UNAVAILABLE = new Status(503, null);
  Reply REFUSED = new Status(429, null);
}
