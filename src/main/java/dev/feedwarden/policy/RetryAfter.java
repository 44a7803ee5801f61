package dev.feedwarden.policy;

import dev.feedwarden.model.FetchResult.Headers;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads Retry-After: seconds or a date, corrected by the server's own clock, always bounded. */
public final class RetryAfter {
  /** No server is believed beyond this. */
  public static final Duration LONGEST = Duration.ofDays(31);

  private static final Pattern SECONDS = Pattern.compile("[0-9]{1,30}");

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
    if (SECONDS.matcher(text).matches()) {
      return Optional.of(seconds(text));
    }
    return HttpDates.parse(text)
        .map(until -> Duration.between(HttpDates.parse(date).orElse(now), until))
        .map(RetryAfter::bounded);
  }

  private static Duration seconds(String digits) {
    var significant = digits.replaceFirst("^0+(?=.)", "");
    return significant.length() > 7
        ? LONGEST
        : bounded(Duration.ofSeconds(Long.parseLong(significant)));
  }

  private static Duration bounded(Duration wait) {
    if (wait.isNegative()) {
      return Duration.ZERO;
    }
    return wait.compareTo(LONGEST) > 0 ? LONGEST : wait;
  }
}
