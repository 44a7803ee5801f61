package dev.feedwarden.store;

import static java.util.stream.Collectors.joining;

import dev.feedwarden.model.Hints;
import dev.feedwarden.model.Rhythm;
import dev.feedwarden.model.Rhythm.Learned;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.DayOfWeek;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What is known of a feed's rhythm as columns of its state. */
final class RhythmColumns {
  private RhythmColumns() {}

  static final String NAMES =
      """
      f.learned_gap_ms, f.newest_item_at, f.hint_between_ms, f.skip_hours, f.skip_days,
      f.fresh_for_ms, f.at_most_ms
      """;

  static final String ASSIGNED =
      """
      learned_gap_ms = :learned_gap, newest_item_at = :newest_item, hint_between_ms = :between,
      skip_hours = :skip_hours, skip_days = :skip_days, fresh_for_ms = :fresh_for,
      at_most_ms = :at_most
      """;

  static Rhythm read(ResultSet row) throws SQLException {
    var gap = duration(row, "learned_gap_ms");
    var newest = Rows.maybeTime(row, "newest_item_at");
    return new Rhythm(
        gap == null || newest == null ? null : new Learned(gap, newest),
        new Hints(
            duration(row, "hint_between_ms"),
            set(row.getString("skip_hours"), Integer::valueOf),
            set(row.getString("skip_days"), DayOfWeek::valueOf)),
        duration(row, "fresh_for_ms"),
        duration(row, "at_most_ms"));
  }

  static Batch bind(Batch row, Rhythm rhythm) {
    var learned = rhythm.learned();
    return row.bind("learned_gap", learned == null ? null : (Long) learned.gap().toMillis())
        .bind("newest_item", learned == null ? null : Rows.millis(learned.newest()))
        .bind("between", millis(rhythm.hints().between()))
        .bind("skip_hours", text(rhythm.hints().skipHours()))
        .bind("skip_days", text(rhythm.hints().skipDays()))
        .bind("fresh_for", millis(rhythm.freshFor()))
        .bind("at_most", millis(rhythm.atMost()));
  }

  private static @Nullable Duration duration(ResultSet row, String column) throws SQLException {
    var millis = row.getLong(column);
    return row.wasNull() ? null : Duration.ofMillis(millis);
  }

  private static @Nullable Long millis(@Nullable Duration duration) {
    return duration == null ? null : duration.toMillis();
  }

  private static @Nullable String text(Collection<?> values) {
    return values.isEmpty()
        ? null
        : values.stream().map(String::valueOf).sorted().collect(joining(","));
  }

  private static <T> Set<T> set(@Nullable String text, Function<String, T> value) {
    return text == null
        ? Set.of()
        : Arrays.stream(text.split(",")).map(value).collect(Collectors.toUnmodifiableSet());
  }
}
