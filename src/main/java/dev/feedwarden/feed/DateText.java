package dev.feedwarden.feed;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Dates as feeds write them; what cannot be read is no date, never today. */
final class DateText {
  private static final int LONGEST = 80;
  private static final Instant EARLIEST = Instant.parse("0001-01-01T00:00:00Z");
  private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999999999Z");
  private static final List<String> MONTHS =
      List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec");

  private static final String TIME =
      "(?<h>[0-9]{1,2}):(?<m>[0-9]{1,2})(?::(?<s>[0-9]{1,2})(?:[.,](?<f>[0-9]{1,9})[0-9]*)?)?"
          + "(?:\\s*(?<half>[AaPp])\\.?[Mm]\\b\\.?)?";
  private static final String ZONE = "\\s*(?<z>[^0-9].*?)?";
  private static final String WEEKDAY = "(?:\\p{L}+\\.?,?\\s*,?\\s+|\\p{L}+,)?";

  // RFC 822, 1123 and 850, with or without weekday, time, seconds and zone.
  private static final Pattern MAIL =
      Pattern.compile(
          WEEKDAY
              + "(?<d>[0-9]{1,2})(?:st|nd|rd|th)?[\\s-]+(?<mon>[A-Za-z]{3,9})\\.?,?[\\s-]+"
              + "(?<y>[0-9]{2,4})(?:,?\\s+(?:at\\s+)?"
              + TIME
              + ")?"
              + ZONE);
  // As in American prose.
  private static final Pattern MONTH_FIRST =
      Pattern.compile(
          WEEKDAY
              + "(?<mon>[A-Za-z]{3,9})\\.?\\s+(?<d>[0-9]{1,2})(?:st|nd|rd|th)?,?\\s+(?<y>[0-9]{4})"
              + "(?:,?\\s+(?:at\\s+)?"
              + TIME
              + ")?"
              + ZONE);
  // C's asctime, with or without a zone before the year.
  private static final Pattern ASCTIME =
      Pattern.compile(
          WEEKDAY
              + "(?<mon>[A-Za-z]{3,9})\\s+(?<d>[0-9]{1,2})\\s+"
              + TIME
              + "(?<z>\\s+[A-Za-z+-][A-Za-z0-9:+-]*)?\\s+(?<y>[0-9]{4})");
  // RFC 3339 and W3CDTF, year alone to nanoseconds; also without dashes, or with slashes.
  private static final Pattern ISO =
      Pattern.compile(
          WEEKDAY
              + "(?<y>[0-9]{4})(?:[-/]?(?<mon>[0-9]{2})(?:[-/]?(?<d>[0-9]{2}))?)?"
              + "(?:(?:\\s*[Tt]\\s*|\\s+)"
              + TIME
              + ")?"
              + ZONE);
  private static final List<Pattern> SHAPES = List.of(ISO, MAIL, ASCTIME, MONTH_FIRST);

  private DateText() {}

  /** The instant a text names, if it names one between the years 1 and 9999. */
  static @Nullable Instant parse(String text) {
    var written = text.strip().replaceAll("\\s+", " ");
    if (written.isEmpty() || written.length() > LONGEST) {
      return null;
    }
    for (var shape : SHAPES) {
      var match = shape.matcher(written);
      if (match.matches()) {
        return instant(match);
      }
    }
    return null;
  }

  private static @Nullable Instant instant(MatchResult match) {
    var month = month(match.group("mon"));
    var zone = Zones.of(match.group("z"));
    var hour = hour(match);
    var second = Math.min(number(match.group("s"), 0), 59); // RFC 3339 allows a leap second's 60
    if (zone == null || month == 0 || number(match.group("s"), 0) > 60) {
      return null;
    }
    try {
      var date = LocalDate.of(year(match.group("y")), month, number(match.group("d"), 1));
      var midnight = hour == 24 && number(match.group("m"), 0) == 0 && second == 0;
      var time =
          (midnight
                  ? date.plusDays(1).atStartOfDay()
                  : date.atTime(hour, number(match.group("m"), 0)))
              .plusSeconds(second)
              .plusNanos(fraction(match.group("f")));
      return within(time.atZone(zone).toInstant());
    } catch (DateTimeException noSuchDay) {
      return null;
    }
  }

  private static @Nullable Instant within(Instant time) {
    return time.isBefore(EARLIEST) || time.isAfter(LATEST) ? null : time;
  }

  // RFC 2822, 4.3.
  private static int year(String digits) {
    var year = Integer.parseInt(digits);
    return switch (digits.length()) {
      case 2 -> year < 50 ? 2_000 + year : 1_900 + year;
      case 3 -> 1_900 + year;
      default -> year;
    };
  }

  private static int month(@Nullable String written) {
    if (written == null) {
      return 1;
    }
    if (Character.isDigit(written.charAt(0))) {
      return Integer.parseInt(written);
    }
    return MONTHS.indexOf(written.substring(0, 3).toLowerCase(Locale.ROOT)) + 1;
  }

  private static int hour(MatchResult match) {
    var hour = number(match.group("h"), 0);
    var half = match.group("half");
    return half == null || hour > 12 ? hour : hour % 12 + (half.equalsIgnoreCase("p") ? 12 : 0);
  }

  private static int fraction(@Nullable String digits) {
    return digits == null ? 0 : Integer.parseInt((digits + "00000000").substring(0, 9));
  }

  private static int number(@Nullable String digits, int absent) {
    return digits == null ? absent : Integer.parseInt(digits);
  }
}
