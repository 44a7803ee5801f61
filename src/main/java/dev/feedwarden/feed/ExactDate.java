package dev.feedwarden.feed;

import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import org.jspecify.annotations.Nullable;

/**
 * The two commonest forms by their fixed places: RFC 3339, and RFC 822 with a four-digit year and a
 * zone of a fixed offset. Nearly every date is one of them, so they go without tokens.
 */
final class ExactDate {
  private static final int BAD = Integer.MIN_VALUE;
  private static final String MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec";

  private ExactDate() {}

  /** The instant, or null for every other form and for what only a closer look can judge. */
  static @Nullable Instant parse(String text) {
    if (text.length() < 19 || text.length() > 40) {
      return null;
    }
    return text.charAt(4) == '-' && text.charAt(10) == 'T' ? rfc3339(text) : rfc822(text);
  }

  private static @Nullable Instant rfc3339(String text) {
    if (text.charAt(7) != '-') {
      return null;
    }
    int nanos = 0;
    int at = 19;
    if (at < text.length() && text.charAt(at) == '.') {
      int unit = 100_000_000;
      while (++at < text.length() && isDigit(text.charAt(at))) {
        nanos += unit * (text.charAt(at) - '0');
        unit /= 10;
      }
    }
    return instant(
        date(four(text, 0), two(text, 5), two(text, 8)), time(text, 11), offset(text, at), nanos);
  }

  private static @Nullable Instant rfc822(String text) {
    int at = text.charAt(3) == ',' && text.charAt(4) == ' ' ? 5 : 0;
    int digits = text.charAt(at + 1) == ' ' ? 1 : 2;
    int day = digits == 1 ? one(text, at) : two(text, at);
    at += digits;
    if (text.length() < at + 20 || text.charAt(at) != ' ' || text.charAt(at + 4) != ' ') {
      return null;
    }
    if (text.charAt(at + 9) != ' ' || text.charAt(at + 18) != ' ') {
      return null;
    }
    var month = MONTHS.indexOf(text.substring(at + 1, at + 4));
    if (month < 0 || month % 3 != 0) {
      return null;
    }
    return instant(
        date(four(text, at + 5), month / 3 + 1, day),
        time(text, at + 10),
        offset(text, at + 19),
        0);
  }

  private static @Nullable Instant instant(long date, int time, int offset, int nanos) {
    return date == BAD || time == BAD || offset == BAD
        ? null
        : Instant.ofEpochSecond(date * 86_400 + time - offset, nanos);
  }

  private static long date(int year, int month, int day) {
    if (year < 1 || month < 1 || month > 12 || day < 1) {
      return BAD;
    }
    return day <= 28 || day <= YearMonth.of(year, month).lengthOfMonth()
        ? LocalDate.of(year, month, day).toEpochDay()
        : BAD;
  }

  private static int time(String text, int at) {
    int hour = two(text, at);
    int minute = two(text, at + 3);
    int second = two(text, at + 6);
    var punctuated = text.charAt(at + 2) == ':' && text.charAt(at + 5) == ':';
    var sensible =
        hour >= 0 && hour < 24 && minute >= 0 && minute < 60 && second >= 0 && second < 60;
    return punctuated && sensible ? hour * 3_600 + minute * 60 + second : BAD;
  }

  private static int offset(String text, int at) {
    var rest = text.length() - at;
    if (rest >= 1 && rest <= 4 && text.charAt(at) >= 'A') {
      return Zones.secondsEast(text.substring(at), BAD);
    }
    var sign = rest < 5 ? 0 : text.charAt(at) == '+' ? 1 : text.charAt(at) == '-' ? -1 : 0;
    var colon = rest == 6 && text.charAt(at + 3) == ':';
    if (sign == 0 || (rest != 5 && !colon)) {
      return BAD;
    }
    int hours = two(text, at + 1);
    int minutes = two(text, at + (colon ? 4 : 3));
    return hours < 0 || hours > 17 || minutes < 0 || minutes > 59
        ? BAD
        : sign * (hours * 3_600 + minutes * 60);
  }

  private static int four(String text, int at) {
    int high = two(text, at);
    int low = two(text, at + 2);
    return high < 0 || low < 0 ? BAD : high * 100 + low;
  }

  private static int two(String text, int at) {
    int tens = one(text, at);
    int units = one(text, at + 1);
    return tens < 0 || units < 0 ? BAD : tens * 10 + units;
  }

  private static int one(String text, int at) {
    var c = text.charAt(at);
    return isDigit(c) ? c - '0' : BAD;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
