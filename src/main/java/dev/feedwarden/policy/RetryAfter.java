package dev.feedwarden.policy;

import dev.feedwarden.model.FetchResult.Headers;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads Retry-After: seconds or a date, corrected by the server's own clock, always bounded. */
public final class RetryAfter {
  /** No server is believed beyond this. */
  public static final Duration LONGEST = Duration.ofDays(31);

  private RetryAfter() {}

  /** The wait that an answer asks for. */
  public static Optional<Duration> of(Headers headers, Instant now) {
    return parse(headers.retryAfter(), headers.date(), now);
  }

  /**
   * The wait that a header's value names; nothing for what is neither a number nor a date.
   *
   * @param date the answer's Date, by which a date in {@code value} is measured
   */
  public static Optional<Duration> parse(
      @Nullable String value, @Nullable String date, Instant now) {
    if (value == null) {
      return Optional.empty();
    }
    var text = value.strip();
    return DeltaSeconds.parse(text, LONGEST).or(() -> until(text, date, now));
  }

  private static Optional<Duration> until(String text, @Nullable String date, Instant now) {
    return HttpDates.parse(text)
        .map(until -> Duration.between(HttpDates.parse(date).orElse(now), until))
        .map(RetryAfter::bounded);
  }

  private static Duration bounded(Duration wait) {
    return wait.isNegative() ? Duration.ZERO : Backoff.shorter(wait, LONGEST);
  }
}
