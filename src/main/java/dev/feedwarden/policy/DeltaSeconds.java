package dev.feedwarden.policy;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/** A count of seconds in a header: ASCII digits and nothing else, however many. */
final class DeltaSeconds {
  private static final Pattern DIGITS = Pattern.compile("0*+([0-9]*)");
  private static final int SAFE_DIGITS = 18;

  private DeltaSeconds() {}

  /** The duration that the digits name, at most {@code longest}. */
  static Optional<Duration> parse(String text, Duration longest) {
    var match = DIGITS.matcher(text);
    if (text.isEmpty() || !match.matches()) {
      return Optional.empty();
    }
    var digits = match.group(1);
    if (digits.length() > SAFE_DIGITS) {
      return Optional.of(longest);
    }
    var seconds = digits.isEmpty() ? 0 : Long.parseLong(digits);
    return Optional.of(Backoff.shorter(Duration.ofSeconds(seconds), longest));
  }
}
