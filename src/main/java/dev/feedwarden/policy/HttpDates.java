package dev.feedwarden.policy;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.Month;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the three date forms of RFC 9110 section 5.6.7, and the slips that servers make in them.
 */
public final class HttpDates {
  private static final String WEEKDAY =
      "(?:mon|tue|wed|thu|fri|sat|sun|monday|tuesday|wednesday|thursday|friday|saturday|sunday)";
  private static final String MONTH = "(?<month>[a-z]{3,9})";
  private static final String TIME = "(?<hour>\\d{1,2}):(?<minute>\\d\\d):(?<second>\\d\\d)";
  private static final String ZONE = "(?:\\s*(?:gmt|utc|z|(?<zone>[+-]\\d{4})))?";

  /** {@code Sun, 06 Nov 1994 08:49:37 GMT} and {@code Sunday, 06-Nov-94 08:49:37 GMT}. */
  private static final Pattern DAY_FIRST =
      Pattern.compile(
          "(?:"
              + WEEKDAY
              + "?\\s*,?)?\\s*(?<day>\\d{1,2})(?:\\s+|-)"
              + MONTH
              + "(?:\\s+|-)(?<year>\\d{4}|\\d\\d)\\s+"
              + TIME
              + ZONE);

  /** {@code Sun Nov 6 08:49:37 1994}. */
  private static final Pattern MONTH_FIRST =
      Pattern.compile(
          WEEKDAY
              + ",?\\s+"
              + MONTH
              + "\\s+(?<day>\\d{1,2})\\s+"
              + TIME
              + "\\s+(?<year>\\d{4})"
              + ZONE);

  /** {@code Sun Nov 06 1994 08:49:37 GMT}, as scripts print it. */
  private static final Pattern YEAR_BEFORE_TIME =
      Pattern.compile(
          WEEKDAY + ",?\\s+" + MONTH + "\\s+(?<day>\\d{1,2})\\s+(?<year>\\d{4})\\s+" + TIME + ZONE);

  private static final List<Pattern> FORMS = List.of(DAY_FIRST, MONTH_FIRST, YEAR_BEFORE_TIME);
  private static final int LONGEST = 64;

  private HttpDates() {}

  /** The instant that a header's value names, if it names one. */
  public static Optional<Instant> parse(@Nullable String value) {
    if (value == null || value.length() > LONGEST) {
      return Optional.empty();
    }
    var text = value.strip().toLowerCase(Locale.ROOT);
    for (var form : FORMS) {
      var match = form.matcher(text);
      if (match.matches()) {
        return instant(match);
      }
    }
    return Optional.empty();
  }

  private static Optional<Instant> instant(Matcher date) {
    try {
      var local =
          LocalDateTime.of(
              year(date.group("year")),
              month(date.group("month")),
              Integer.parseInt(date.group("day")),
              Integer.parseInt(date.group("hour")),
              Integer.parseInt(date.group("minute")),
              Math.min(59, leapSecond(date.group("second"))));
      var zone = date.group("zone");
      return Optional.of(local.toInstant(zone == null ? ZoneOffset.UTC : ZoneOffset.of(zone)));
    } catch (DateTimeException noSuchDay) {
      return Optional.empty();
    }
  }

  // The short name, the long one, or what servers make of it on the way, such as "Sept".
  private static Month month(String name) {
    return Arrays.stream(Month.values())
        .filter(month -> month.name().toLowerCase(Locale.ROOT).startsWith(name))
        .findFirst()
        .orElseThrow(() -> new DateTimeException("no such month"));
  }

  private static int leapSecond(String digits) {
    var second = Integer.parseInt(digits);
    if (second > 60) {
      throw new DateTimeException("no such second");
    }
    return second;
  }

  // Two digits mean 1970 to 2069, so that the result does not depend on today.
  private static int year(String digits) {
    var year = Integer.parseInt(digits);
    if (digits.length() == 4) {
      return year;
    }
    return year < 70 ? 2000 + year : 1900 + year;
  }
}
