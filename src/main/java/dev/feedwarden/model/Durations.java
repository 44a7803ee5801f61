package dev.feedwarden.model;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Durations as people write them: 10, 0.5, 500ms, 10s, 5m, 2h, 1d or PT10S. */
public final class Durations {
  private static final Pattern SHORT =
      Pattern.compile("(\\d{1,12}(?:\\.\\d{1,9})?) ?(ms|s|m|h|d)?", Pattern.CASE_INSENSITIVE);
  private static final Map<String, Duration> UNITS =
      Map.of(
          "ms", Duration.ofMillis(1),
          "s", Duration.ofSeconds(1),
          "m", Duration.ofMinutes(1),
          "h", Duration.ofHours(1),
          "d", Duration.ofDays(1));
  private static final List<String> COARSE_FIRST = List.of("d", "h", "m", "s", "ms");
  private static final BigDecimal NANOS = BigDecimal.valueOf(1_000_000_000L);

  private Durations() {}

  /** Reads a duration; a number without a unit counts seconds. */
  public static Optional<Duration> parse(String text) {
    var match = SHORT.matcher(text);
    if (!match.matches()) {
      return iso(text);
    }
    var letters = match.group(2);
    var unit = unit(letters == null ? "s" : letters.toLowerCase(Locale.ROOT));
    var seconds =
        BigDecimal.valueOf(unit.toNanos()).divide(NANOS).multiply(new BigDecimal(match.group(1)));
    var whole = seconds.longValue();
    var nanos = seconds.subtract(BigDecimal.valueOf(whole)).multiply(NANOS).longValue();
    return Optional.of(Duration.ofSeconds(whole, nanos));
  }

  /** The shortest exact spelling that {@link #parse} understands. */
  public static String text(Duration duration) {
    if (duration.isZero()) {
      return "0s";
    }
    for (var name : COARSE_FIRST) {
      var unit = unit(name);
      var count = duration.dividedBy(unit);
      if (count > 0 && unit.multipliedBy(count).equals(duration)) {
        return count + name;
      }
    }
    return duration.toString();
  }

  private static Duration unit(String name) {
    return UNITS.getOrDefault(name, Duration.ZERO);
  }

  private static Optional<Duration> iso(String text) {
    try {
      return Optional.of(Duration.parse(text));
    } catch (DateTimeParseException notIso) {
      return Optional.empty();
    }
  }
}
