package dev.feedwarden.feed;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Dates as feeds write them; what cannot be read is no date, never today. */
final class DateText {
  private static final int LONGEST = 80;
  private static final Instant EARLIEST = Instant.parse("0001-01-01T00:00:00Z");
  private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999999999Z");

  private DateText() {}

  /** What a text names, if that is an instant between the years 1 and 9999. */
  static @Nullable Dated parse(String text) {
    var exact = ExactDate.parse(text);
    if (exact != null) {
      return within(new Dated(exact, false));
    }
    var written = text.strip();
    if (written.isEmpty() || written.length() > LONGEST) {
      return null;
    }
    var loose = new LooseDate(written).parse();
    return loose == null ? null : within(loose);
  }

  /** The instant alone, for those who do not ask how sure it is. */
  static @Nullable Instant instant(String text) {
    var date = parse(text);
    return date == null ? null : date.instant();
  }

  private static @Nullable Dated within(Dated date) {
    var outside = date.instant().isBefore(EARLIEST) || date.instant().isAfter(LATEST);
    return outside ? null : date;
  }
}
