package dev.feedwarden.feed;

import java.time.ZoneOffset;

/** Reads what begins with a digit or a sign in a date: its numbers, clock times and offsets. */
final class DateNumbers {
  private static final ZoneOffset SEOUL_AND_TOKYO = ZoneOffset.ofHours(9);
  private static final ZoneOffset BEIJING = ZoneOffset.ofHours(8);
  private static final String UNITS = "年년月월日일号時时点點시分분秒초";
  private static final int LONGEST = 14;

  private final DateCursor in;
  private final DateFields fields;

  DateNumbers(DateCursor in, DateFields fields) {
    this.in = in;
    this.fields = fields;
  }

  /** Whether the number here means something in its place. */
  boolean read() {
    int digits = in.digits(0);
    if (digits > LONGEST) {
      return false;
    }
    var next = in.peek(digits);
    var isClock = next == ':' || ((next == 'h' || next == 'H') && digits <= 2);
    var isDotted = next == '.' && in.isDigit(digits + 1);
    if (isClock || (isDotted && fields.hasYear() && !fields.hasTime())) {
      return clock(digits);
    }
    if (isDotted || ((next == '-' || next == '/') && in.isDigit(digits + 1))) {
      return joined(digits, next) && suffix();
    }
    if (digits <= 2 && in.half(next == ' ' ? digits + 1 : digits) > 0) {
      return fields.time(in.number(digits), 0, 0, 0);
    }
    int gap = next == ' ' && UNITS.indexOf(in.peek(digits + 1)) >= 0 ? 1 : 0;
    if (UNITS.indexOf(in.peek(digits + gap)) >= 0) {
      return digits <= 4 && counted(in.number(digits), digits, gap);
    }
    return plain(digits) && suffix();
  }

  /** ISO 8601 of old: "-0312" and "-03-12" are December of the third year of a century. */
  boolean century() {
    in.skip(1);
    var dashed = in.digits(0) == 2 && in.peek(2) == '-' && in.digits(3) == 2;
    if (!dashed && in.digits(0) != 4) {
      return false;
    }
    fields.doubt();
    var year = fields.year(in.number(2), 2);
    in.skip(dashed ? 1 : 0);
    return year && fields.month(in.number(2)) && in.isAtEnd();
  }

  /** The hours and minutes behind a sign. */
  boolean offset() {
    int sign = in.peek(0) == '+' ? 1 : -1;
    in.skip(1);
    int digits = in.digits(0);
    if (digits > 4) {
      return false;
    }
    int hours = in.number(digits > 2 ? digits - 2 : digits);
    var colon = digits <= 2 && in.peek(0) == ':' && in.digits(1) == 2;
    in.skip(colon ? 1 : 0);
    int minutes = digits > 2 || colon ? in.number(2) : 0;
    if (minutes > 59 || hours * 60 + minutes > 18 * 60) {
      return false;
    }
    fields.zone(ZoneOffset.ofTotalSeconds(sign * (hours * 3_600 + minutes * 60)));
    return true;
  }

  private boolean plain(int digits) {
    var isTime = (in.peek(-1) | 0x20) == 't' && fields.hasBegun();
    if (isTime && (digits == 4 || digits == 6)) {
      return fields.time(in.number(2), in.number(2), digits == 6 ? in.number(2) : 0, 0);
    }
    return switch (digits) {
      case 1, 2 -> fields.small(in.number(digits));
      case 3 -> fields.hasDay() && fields.year(in.number(3), 3);
      case 4 -> fields.year(in.number(4), 4);
      case 6 -> {
        fields.doubt();
        yield ymd(in.number(2), 2, in.number(2), in.number(2));
      }
      case 7 -> fields.year(in.number(4), 4) && fields.dayOfYear(in.number(3));
      case 8 -> ymd(in.number(4), 4, in.number(2), in.number(2));
      case 12, 14 ->
          ymd(in.number(4), 4, in.number(2), in.number(2))
              && fields.time(in.number(2), in.number(2), digits == 14 ? in.number(2) : 0, 0);
      default -> false;
    };
  }

  // Two or three numbers with one and the same mark between them.
  private boolean joined(int firstDigits, char mark) {
    int secondDigits = in.digits(firstDigits + 1);
    var hasThird = in.peek(firstDigits + 1 + secondDigits) == mark;
    int thirdDigits = hasThird ? in.digits(firstDigits + secondDigits + 2) : 0;
    if (firstDigits > 4 || secondDigits > 4 || thirdDigits > 4) {
      return false;
    }
    int first = in.number(firstDigits);
    in.skip(1);
    int second = in.number(secondDigits);
    if (thirdDigits == 0) {
      return twoJoined(first, firstDigits, second, secondDigits);
    }
    in.skip(1);
    int third = in.number(thirdDigits);
    if (secondDigits > 2 && second > 12) { // some pad the month to three digits
      return false;
    }
    if (firstDigits == 4 && thirdDigits <= 2) {
      return ymd(first, 4, second, third);
    }
    if (firstDigits > 2 || thirdDigits == 3) {
      return false;
    }
    if (thirdDigits <= 2 && mark == '-' && second <= 12 && third <= 31) {
      fields.doubt();
      return ymd(first, 2, second, third);
    }
    return dayAndMonth(first, second, mark) && fields.year(third, thirdDigits);
  }

  private boolean twoJoined(int first, int firstDigits, int second, int secondDigits) {
    if (firstDigits == 4) {
      return fields.year(first, 4)
          && (secondDigits == 3 ? fields.dayOfYear(second) : fields.month(second));
    }
    return firstDigits <= 2
        && secondDigits == 4
        && (fields.hasNamedMonth() ? fields.day(first) : fields.month(first))
        && fields.year(second, 4);
  }

  private boolean ymd(int year, int yearDigits, int month, int day) {
    return fields.year(year, yearDigits) && fields.month(month) && fields.day(day);
  }

  // Americans write the month first, and the slash is theirs; the rest of the world does not.
  private boolean dayAndMonth(int first, int second, char mark) {
    var american = mark == '/' ? first <= 12 : second > 12;
    if (first <= 12 && second <= 12 && first != second && mark != '.') {
      fields.doubt();
    }
    return american
        ? fields.month(first) && fields.day(second)
        : fields.day(first) && fields.month(second);
  }

  private boolean clock(int digits) {
    if (digits > 2) {
      return false;
    }
    int hour = in.number(digits);
    var isHourAlone = (in.peek(0) | 0x20) == 'h' && !in.isDigit(1);
    in.skip(1);
    int minuteDigits = in.digits(0);
    if (isHourAlone) {
      return fields.time(hour, 0, 0, 0);
    }
    if (minuteDigits < 1 || minuteDigits > 2) {
      return false;
    }
    int minute = in.number(minuteDigits);
    if (in.peek(0) != ':') {
      return fields.time(hour, minute, 0, 0);
    }
    in.skip(1);
    int secondDigits = in.digits(0);
    return secondDigits >= 1
        && secondDigits <= 2
        && fields.time(hour, minute, in.number(secondDigits), fraction());
  }

  private int fraction() {
    var isColon = in.peek(0) == ':'; // some write one before the offset, or hundredths after one
    if (isColon ? in.digits(1) == 1 : in.peek(0) != '.' && in.peek(0) != ',') {
      return 0;
    }
    in.skip(1);
    int nanos = 0;
    for (int unit = 100_000_000; in.isDigit(0); unit /= 10) {
      nanos += unit * in.number(1);
    }
    return nanos;
  }

  // An ordinal's ending, the T before a time, or a month may stick to a number.
  private boolean suffix() {
    if (!in.isLetter(0)) {
      return true;
    }
    var ending = in.word();
    if (CalendarNames.isOrdinal(ending)) {
      in.skip(ending.length());
      return true;
    }
    return ending.equalsIgnoreCase("t")
        || CalendarNames.month(ending) > 0
        || (fields.hasTime() && Zones.named(ending) != null);
  }

  private boolean counted(int value, int digits, int gap) {
    var unit = in.peek(gap);
    in.skip(gap + 1);
    switch (unit) {
      case '년', '월', '일', '시', '분', '초', '時' -> fields.likely(SEOUL_AND_TOKYO);
      case '号', '时', '点', '點' -> fields.likely(BEIJING);
      default -> {} // China and Japan share the rest
    }
    return switch (unit) {
      case '年', '년' -> fields.year(value, digits);
      case '月', '월' -> fields.month(value);
      case '日', '일', '号' -> fields.day(value);
      case '時', '时', '点', '點', '시' -> fields.time(value, 0, 0, 0);
      case '分', '분' -> fields.minute(value);
      default -> fields.second(value);
    };
  }
}
