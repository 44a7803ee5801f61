package dev.feedwarden.policy;

import dev.feedwarden.model.FetchResult.Headers;
import dev.feedwarden.model.Rhythm;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** How long an answer holds by its own headers (RFC 9111 section 4.2). */
public final class Freshness {
  private Freshness() {}

  /** A rhythm after an answer: what the answer does not mention stays as it was. */
  public static Rhythm heard(Rhythm before, Headers headers, Instant now) {
    return new Rhythm(
        before.learned(),
        before.hints(),
        of(headers, now).orElse(before.freshFor()),
        before.atMost());
  }

  /** The time from now on; max-age counts before Expires, and what has passed of it is gone. */
  public static Optional<Duration> of(Headers headers, Instant now) {
    var maxAge = CacheControl.maxAge(headers.all().get("cache-control"));
    return maxAge
        .map(length -> length.minus(age(headers)))
        .or(() -> expires(headers, now))
        .map(left -> Backoff.longer(left, Duration.ZERO));
  }

  private static Duration age(Headers headers) {
    var age = headers.all().get("age");
    return age == null
        ? Duration.ZERO
        : DeltaSeconds.parse(age.strip(), CacheControl.LONGEST).orElse(Duration.ZERO);
  }

  // Measured by the server's own clock. A date that is none means "already expired" (section 5.3).
  private static Optional<Duration> expires(Headers headers, Instant now) {
    return Optional.ofNullable(headers.all().get("expires"))
        .map(
            text ->
                HttpDates.parse(text)
                    .map(at -> Duration.between(HttpDates.parse(headers.date()).orElse(now), at))
                    .orElse(Duration.ZERO));
  }
}
