package dev.feedwarden.feed;

import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a date token by token, from left to right and never back, whatever the order of its parts;
 * a token that means nothing in its place makes the whole text no date.
 */
final class LooseDate {
  private static final String SEPARATORS = " ,.;()-/|[]\"'·–—、";

  private final DateCursor in;
  private final DateFields fields = new DateFields();
  private final DateNumbers numbers;
  private boolean hadWord;

  LooseDate(String text) {
    in = new DateCursor(text);
    numbers = new DateNumbers(in, fields);
  }

  @Nullable Dated parse() {
    while (!in.isAtEnd()) {
      if (!token()) {
        return null;
      }
    }
    return fields.dated();
  }

  private boolean token() {
    var c = in.peek(0);
    if (in.isDigit(0)) {
      return numbers.read();
    }
    if (in.isAtStart() && c == '-') {
      return numbers.century();
    }
    var isSign = c == '+' || ((c == '-' || c == '−') && fields.hasTime());
    if (isSign && in.isDigit(1) && fields.hasBegun()) {
      return numbers.offset();
    }
    if (in.isLetter(0)) {
      return word();
    }
    in.skip(1);
    return SEPARATORS.indexOf(c) >= 0 || DateCursor.isBlank(c);
  }

  private boolean word() {
    if (half()) {
      return true;
    }
    var isBracketed = in.peek(-1) == '(';
    var word = in.word();
    if (fields.hasTime() && zone(word, isBracketed)) {
      return true;
    }
    in.skip(word.length());
    var month = CalendarNames.month(word);
    if (month > 0) {
      return fields.monthNamed(month, CalendarNames.isWeekday(word));
    }
    if (CalendarNames.isFiller(word) || (word.equalsIgnoreCase("t") && fields.hasBegun())) {
      return true;
    }
    in.skip(-word.length());
    if (fields.hasBegun() && zone(word, isBracketed)) {
      return true;
    }
    in.skip(word.length());
    var isMeant = CalendarNames.isWeekday(word) || unknown(word);
    hadWord = true;
    return isMeant;
  }

  // One word before all else is a weekday that somebody misspelt, one after the time a zone.
  private boolean unknown(String word) {
    if (!fields.hasBegun()) {
      return !hadWord;
    }
    if (!fields.hasTime() || fields.hasZone() || word.length() > 5) {
      return false;
    }
    fields.doubt();
    fields.zone(ZoneOffset.UTC);
    return true;
  }

  private boolean zone(String word, boolean isBracketed) {
    if (isBracketed && fields.hasZone()) {
      in.skipPast(')'); // the name of the zone that was given already
      return true;
    }
    var isRegion = in.peek(word.length()) == '/';
    var written = isRegion ? in.chunk() : word;
    var zone = isRegion ? Zones.region(written) : Zones.named(written);
    if (zone == null) {
      return false;
    }
    in.skip(written.length());
    if (!fields.hasZone()) { // else a name after the number says it again
      fields.zone(zone);
    }
    return true;
  }

  private boolean half() {
    for (var half : in.peek(0) < 0x3000 ? List.<CalendarNames.Half>of() : CalendarNames.HALVES) {
      if (in.startsWith(half.text())) {
        in.skip(half.text().length());
        fields.likely(half.zone());
        fields.half(half.isAfternoon());
        return true;
      }
    }
    int length = fields.hasTime() ? in.half(0) : 0;
    if (length == 0) {
      return false;
    }
    fields.half("pPμΜ".indexOf(in.peek(0)) >= 0);
    in.skip(length);
    return true;
  }
}
