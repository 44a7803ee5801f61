package dev.feedwarden.feed;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** The parts of a date as they are found in a text, in whatever order, and what they come to. */
final class DateFields {
  private static final int UNKNOWN = -1;

  private int year = UNKNOWN;
  private int month = UNKNOWN;
  private int day = UNKNOWN;
  private int dayOfYear = UNKNOWN;
  private boolean hasNamedMonth;
  private boolean isMonthDoubtful;
  private int hour = UNKNOWN;
  private int minute;
  private int second;
  private int nanos;
  private @Nullable Boolean afternoon;
  private @Nullable ZoneId zone;
  private @Nullable ZoneId likelyZone;
  private boolean doubtful;

  boolean hasTime() {
    return hour != UNKNOWN;
  }

  boolean hasDay() {
    return day != UNKNOWN;
  }

  boolean hasZone() {
    return zone != null;
  }

  boolean hasNamedMonth() {
    return hasNamedMonth;
  }

  boolean hasYear() {
    return year != UNKNOWN;
  }

  /** Whether any part of the date itself was found. */
  boolean hasBegun() {
    return year != UNKNOWN || month != UNKNOWN || day != UNKNOWN || hour != UNKNOWN;
  }

  boolean year(int value, int digits) {
    var known = year != UNKNOWN;
    // RFC 2822, 4.3.
    year =
        switch (digits) {
          case 2 -> value < 50 ? 2_000 + value : 1_900 + value;
          case 3 -> 1_900 + value;
          default -> value;
        };
    return !known;
  }

  /** A month by name, or the Tuesday of half of Europe, who write "mar" for both. */
  boolean monthNamed(int value, boolean mayBeWeekday) {
    if (hasNamedMonth && mayBeWeekday) {
      return true;
    }
    var fits = month == UNKNOWN || isMonthDoubtful;
    month = value;
    hasNamedMonth = true;
    isMonthDoubtful = mayBeWeekday;
    return fits;
  }

  boolean month(int value) {
    var fits = month == UNKNOWN;
    month = value;
    return fits;
  }

  boolean day(int value) {
    var fits = day == UNKNOWN;
    day = value;
    return fits;
  }

  boolean dayOfYear(int value) {
    dayOfYear = value;
    return day == UNKNOWN && month == UNKNOWN;
  }

  /** A number of one or two digits, which is what its place makes it. */
  boolean small(int value) {
    if (day == UNKNOWN) {
      return day(value);
    }
    if (month != UNKNOWN) {
      return year(value, 2);
    }
    if (year == UNKNOWN) {
      return month(value);
    }
    month = day; // the year came first, and so the month came before the day
    day = value;
    return true;
  }

  boolean time(int hours, int minutes, int seconds, int fraction) {
    var fits = hour == UNKNOWN;
    hour = hours;
    minute = minutes;
    second = seconds;
    nanos = fraction;
    return fits;
  }

  boolean minute(int value) {
    minute = value;
    return hour != UNKNOWN;
  }

  boolean second(int value) {
    second = value;
    return hour != UNKNOWN;
  }

  void half(boolean isAfternoon) {
    afternoon = isAfternoon;
  }

  void zone(ZoneId value) {
    zone = value;
  }

  /** The zone of those who write so, if none is named. */
  void likely(ZoneId value) {
    likelyZone = value;
  }

  void doubt() {
    doubtful = true;
  }

  /** The instant, if the parts are enough for one and exist in the calendar. */
  @Nullable Dated dated() {
    var hasDay = day != UNKNOWN || dayOfYear != UNKNOWN;
    if (year == UNKNOWN || (month == UNKNOWN && day != UNKNOWN) || (hasTime() && !hasDay)) {
      return null;
    }
    if (second > 60) {
      return null;
    }
    try {
      var date = date();
      var midnight = hour == 24 && minute == 0 && second == 0;
      var time = LocalTime.of(hourOfDay(), minute, Math.min(second, 59), nanos); // a leap second
      var local = (midnight ? date.plusDays(1) : date).atTime(time);
      var assumed = likelyZone == null ? ZoneOffset.UTC : likelyZone;
      var missing = zone == null || hour == UNKNOWN || !hasDay;
      return new Dated(
          local.atZone(zone == null ? assumed : zone).toInstant(), missing || doubtful);
    } catch (DateTimeException noSuchDay) {
      return null;
    }
  }

  private LocalDate date() {
    return dayOfYear == UNKNOWN
        ? LocalDate.of(year, month == UNKNOWN ? 1 : month, day == UNKNOWN ? 1 : day)
        : LocalDate.ofYearDay(year, dayOfYear);
  }

  private int hourOfDay() {
    if (hour == UNKNOWN || hour == 24) {
      return 0; // 24:05 is written by those who mean 0:05
    }
    return afternoon == null || hour > 12 ? hour : hour % 12 + (afternoon ? 12 : 0);
  }
}
