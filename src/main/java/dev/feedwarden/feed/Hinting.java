package dev.feedwarden.feed;

import dev.feedwarden.model.Hints;
import java.time.DayOfWeek;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Gathers when a feed wants to be polled. */
final class Hinting {
  private static final int MOST_MINUTES = 366 * 24 * 60;
  private static final Map<String, Duration> PERIODS =
      Map.of(
          "hourly", Duration.ofHours(1),
          "daily", Duration.ofDays(1),
          "weekly", Duration.ofDays(7),
          "monthly", Duration.ofDays(30),
          "yearly", Duration.ofDays(365));

  private final Set<Integer> hours = new HashSet<>();
  private final Set<DayOfWeek> days = EnumSet.noneOf(DayOfWeek.class);
  private @Nullable Duration ttl;
  private @Nullable Duration period;
  private int frequency = 1;

  /** The element just opened. */
  void take(Cursor cursor, Term.Meaning meaning) {
    switch (meaning) {
      case TTL -> {
        var minutes = number(cursor, MOST_MINUTES);
        ttl = minutes > 0 ? Duration.ofMinutes(minutes) : ttl;
      }
      case PERIOD -> period = PERIODS.get(lower(TextReader.words(cursor)));
      case FREQUENCY -> frequency = Math.max(1, number(cursor, MOST_MINUTES));
      case SKIP_HOURS -> hours(cursor);
      case SKIP_DAYS -> days(cursor);
      default -> {}
    }
  }

  Hints hints() {
    var rhythm = period == null ? null : period.dividedBy(frequency);
    return new Hints(ttl != null ? ttl : rhythm, hours, days);
  }

  // 24 is midnight in RSS 0.91.
  private void hours(Cursor cursor) {
    var depth = cursor.depth();
    while (cursor.nextChild(depth)) {
      var hour = number(cursor, 24);
      if (hour >= 0) {
        hours.add(hour % 24);
      }
    }
  }

  private void days(Cursor cursor) {
    var depth = cursor.depth();
    while (cursor.nextChild(depth)) {
      var name = lower(TextReader.words(cursor));
      for (var day : DayOfWeek.values()) {
        if (name.equals(day.name().toLowerCase(Locale.ROOT))) {
          days.add(day);
        }
      }
    }
  }

  private static int number(Cursor cursor, int most) {
    var words = TextReader.words(cursor);
    if (words == null || !words.matches("[0-9]{1,9}")) {
      return -1;
    }
    var number = Integer.parseInt(words);
    return number <= most ? number : -1;
  }

  private static String lower(@Nullable String words) {
    return words == null ? "" : words.toLowerCase(Locale.ROOT);
  }
}
