package dev.feedwarden.policy;

import static java.time.Duration.ofDays;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofMinutes;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Hints;
import dev.feedwarden.model.NextPoll.Reason;
import dev.feedwarden.model.Rhythm;
import dev.feedwarden.model.Rhythm.Learned;
import dev.feedwarden.policy.Policy.Moment;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ScheduleTest {
  /** A Sunday at noon. */
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  private static final Schedule HOURLY = new Schedule(ofHours(1));

  @ParameterizedTest(name = "gaps of {0} min: {1} min")
  @CsvSource(
      textBlock =
          """
          120 120 120 120 120,     120
          30 300 31 299 32,         32
          10 20 30 40,              25
          600,                     276
          60 180,                   96
          1 1 1 1 1,                15
          9999 9999 9999 9999 9999, 1440
          """)
  void the_median_gap_is_learned_and_drawn_to_the_standard_by_few_items(String gaps, long learned) {
    var dates = dates(Arrays.stream(gaps.split(" ")).map(g -> ofMinutes(Long.parseLong(g))));

    assertThat(HOURLY.learn(dates, NOW)).isEqualTo(new Learned(ofMinutes(learned), NOW));
  }

  @Test
  void only_the_last_twenty_items_teach() {
    var gaps = Stream.concat(many(19, ofHours(2)), many(100, ofHours(20)));

    assertThat(requireNonNull(HOURLY.learn(dates(gaps), NOW)).gap()).isEqualTo(ofHours(2));
  }

  @Test
  void r_16_order_repetition_and_the_future_do_not_matter() {
    var dates =
        List.of(NOW.minus(ofHours(5)), NOW, NOW.plus(ofDays(1)), NOW, NOW.minus(ofHours(10)));

    assertThat(HOURLY.learn(dates, NOW))
        .isEqualTo(HOURLY.learn(List.of(NOW, NOW.minus(ofHours(5)), NOW.minus(ofHours(10))), NOW));
  }

  @Test
  void one_date_teaches_nothing() {
    assertThat(HOURLY.learn(List.of(NOW, NOW), NOW)).isNull();
    assertThat(HOURLY.learn(List.of(), NOW)).isNull();
  }

  @ParameterizedTest(name = "own {0}, learned {1}, hint {2}, fresh for {3}: {4} by {5}")
  @CsvSource(
      textBlock =
          """
                ,       ,      ,       , PT1H,    INTERVAL
          PT10M , PT5H  , PT3H , PT4H  , PT10M,   INTERVAL
                , PT5H  ,      ,       , PT5H,    LEARNED
                , PT5H  , PT4H , PT3H  , PT5H,    LEARNED
                , PT30M , PT2H ,       , PT2H6M,  HINT
                ,       , PT30M, PT2H  , PT2H6M,  HINT
                , PT30M , PT2H , PT3H  , PT3H9M,  HINT
                ,       ,      , PT999H, PT25H12M, HINT
                ,       , PT30M,       , PT1H,    INTERVAL
          """)
  void the_own_interval_wins_then_what_is_longest(
      @Nullable Duration own,
      @Nullable Duration learned,
      @Nullable Duration hint,
      @Nullable Duration fresh,
      Duration wait,
      Reason reason) {
    var rhythm =
        new Rhythm(
            learned == null ? null : new Learned(learned, NOW),
            new Hints(hint, Set.of(), Set.of()),
            fresh);

    assertThat(HOURLY.next(own, rhythm, new Moment(NOW, 0.5))).isEqualTo(new Wait(wait, reason));
  }

  @ParameterizedTest(name = "dice {0}: interval {1}, hint {2}")
  @CsvSource({"0, PT54M, PT2H", "0.5, PT1H, PT2H6M", "0.99999999, PT1H6M, PT2H12M"})
  void an_interval_varies_both_ways_and_a_hint_only_upwards(
      double dice, Duration interval, Duration hint) {
    var hinted = new Rhythm(null, Hints.NONE, ofHours(2));
    var at = new Moment(NOW, dice);

    assertThat(HOURLY.next(null, Rhythm.NONE, at).length()).isEqualTo(interval);
    assertThat(HOURLY.next(null, hinted, at).length()).isEqualTo(hint);
  }

  @ParameterizedTest(name = "silent for {0} days: every {1} h")
  @CsvSource({"0, 1", "1, 2.4", "5, 12", "10, 24", "1000, 24"})
  void a_feed_that_fell_silent_is_asked_at_a_tenth_of_its_silence(int days, double hours) {
    var rhythm = new Rhythm(new Learned(ofHours(1), NOW.minus(ofDays(days))), Hints.NONE, null);

    assertThat(HOURLY.next(null, rhythm, new Moment(NOW, 0.5)))
        .isEqualTo(new Wait(Duration.ofMinutes((long) (hours * 60)), Reason.LEARNED));
  }

  @ParameterizedTest(name = "skip hours {0}, days {1}: {2} by {3}")
  @CsvSource(
      textBlock =
          """
          14,          ,               PT1H,     INTERVAL
          13,          ,               PT2H7M30S, HINT
          '13,14,15',  ,               PT4H7M30S, HINT
          ,            SUNDAY,         PT12H7M30S, HINT
          1,           SUNDAY,         PT12H7M30S, HINT
          0,           SUNDAY,         PT13H7M30S, HINT
          ,            'SUNDAY,MONDAY', PT1H,     INTERVAL
          """)
  void what_a_feed_wants_skipped_is_skipped_if_that_is_within_a_day(
      @Nullable String hours, @Nullable String days, Duration wait, Reason reason) {
    var hints =
        new Hints(
            null,
            parts(hours).map(Integer::valueOf).collect(Collectors.toSet()),
            parts(days).map(DayOfWeek::valueOf).collect(Collectors.toSet()));

    assertThat(HOURLY.next(null, new Rhythm(null, hints, null), new Moment(NOW, 0.5)))
        .isEqualTo(new Wait(wait, reason));
  }

  @Test
  void a_feed_that_skips_every_hour_is_asked_all_the_same() {
    var always =
        new Hints(null, IntStream.range(0, 24).boxed().collect(Collectors.toSet()), Set.of());

    assertThat(HOURLY.next(null, new Rhythm(null, always, null), new Moment(NOW, 0.5)))
        .isEqualTo(new Wait(ofHours(1), Reason.INTERVAL));
  }

  private static Stream<String> parts(@Nullable String text) {
    return text == null ? Stream.of() : Arrays.stream(text.split(","));
  }

  private static Stream<Duration> many(int times, Duration gap) {
    return Collections.nCopies(times, gap).stream();
  }

  private static List<Instant> dates(Stream<Duration> gaps) {
    var at = new Instant[] {NOW};
    return Stream.concat(Stream.of(NOW), gaps.map(gap -> at[0] = at[0].minus(gap))).toList();
  }
}
