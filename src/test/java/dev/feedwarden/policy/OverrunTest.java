package dev.feedwarden.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.FeedState.Reliability;
import dev.feedwarden.model.FeedState.Snapshot;
import dev.feedwarden.model.FeedState.Unmodified;
import dev.feedwarden.model.Gap;
import dev.feedwarden.model.Hints;
import dev.feedwarden.model.Rhythm;
import dev.feedwarden.model.Rhythm.Learned;
import dev.feedwarden.model.Validators;
import dev.feedwarden.model.Watch;
import dev.feedwarden.model.Watch.Baseline;
import dev.feedwarden.model.Watch.Silence;
import dev.feedwarden.policy.Overrun.Span;
import dev.feedwarden.policy.Suspicions.Seen;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class OverrunTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  private static Instant ago(long hours) {
    return NOW.minus(Duration.ofHours(hours));
  }

  private static Snapshot before(
      int items, int window, @Nullable Long newest, @Nullable Duration atMost) {
    var learned = newest == null ? null : new Learned(Duration.ofHours(1), ago(newest));
    return new Snapshot(
        Validators.NONE,
        "hash",
        items,
        new Reliability(ago(24), null, 0, null, Unmodified.NEVER),
        new Rhythm(learned, Hints.NONE, null, atMost),
        new Watch(new Baseline(10_000, "a.example", window), null, Silence.UNKNOWN));
  }

  private static Overrun document(int entries, int known, @Nullable Long oldest) {
    var span = oldest == null ? null : new Span(ago(oldest), NOW);
    return new Overrun(new Seen(entries, known, 10_000, "a.example"), span, NOW);
  }

  @ParameterizedTest(
      name = "{0} of {1} before, the newest {2} h old; {3} now, {4} known, the oldest {5} h: {6}")
  @CsvSource(
      nullValues = "-",
      textBlock =
          """
          20, 20, 9, 20, 0, 5,  true
          20, 20, 9, 20, 1, 5,  false
          20, 20, 9, 20, 0, 9,  false
          20, 20, 9, 20, 0, 30, false
          20,  0, 9, 20, 0, 5,  true
          20,  0, 9, 21, 0, 5,  false
          18, 20, 9, 20, 0, 5,  false
          20, 20, 9,  3, 0, 5,  true
          20, 20, 9,  0, 0, -,  false
           1,  1, 9,  1, 0, 5,  false
          20, 20, -, 20, 0, -,  true
          20,  0, -, 20, 0, -,  false
          20, 20, 9, 20, 0, -,  true
          """)
  void a_full_window_that_shares_nothing_with_the_next_is_a_gap(
      int items,
      int window,
      @Nullable Long newest,
      int entries,
      int known,
      @Nullable Long oldest,
      boolean gap) {
    assertThat(
            document(entries, known, oldest)
                .gap(before(items, window, newest, null), null)
                .isPresent())
        .isEqualTo(gap);
  }

  @Test
  void a_gap_has_the_bounds_that_the_dates_give_and_else_those_of_the_polls() {
    assertThat(document(20, 0, 5L).gap(before(20, 20, 9L, null), "https://a.example/2"))
        .contains(new Gap(ago(9), ago(5), "https://a.example/2", Gap.Filling.NONE));
    assertThat(document(20, 0, null).gap(before(20, 20, null, null), null))
        .contains(new Gap(ago(24), NOW, null, Gap.Filling.NONE));
  }

  @Test
  void a_feed_of_which_nothing_is_remembered_has_no_gap() {
    assertThat(document(20, 0, 5L).gap(Snapshot.NONE, null)).isEmpty();
  }

  @ParameterizedTest(name = "a window that turns over in {0} h may be left alone for {1}")
  @CsvSource({"5, PT2H30M", "400, PT24H", "0, PT12H"}) // in no time at all: since the last document
  void half_the_time_in_which_a_window_turns_over_is_the_longest_wait(long hours, Duration wait) {
    assertThat(document(20, 0, hours).atMost(before(20, 20, 9L, null), true)).isEqualTo(wait);
  }

  @ParameterizedTest(name = "{0} with {1} new of 20: {2}")
  @CsvSource(
      nullValues = "-",
      value = {"PT1H, 4, PT2H", "PT1H, 5, PT1H", "PT13H, 0, -", "-, 20, -"})
  void a_wait_that_is_far_too_short_is_doubled(
      @Nullable Duration was, int added, @Nullable Duration then) {
    assertThat(document(20, 20 - added, 5L).atMost(before(20, 20, 9L, was), false)).isEqualTo(then);
  }

  @Test
  void dates_to_come_are_no_part_of_a_span() {
    assertThat(Span.of(Arrays.asList(ago(3), ago(-1), ago(2)), NOW))
        .isEqualTo(new Span(ago(3), ago(2)));
    assertThat(Span.of(List.of(ago(-1)), NOW)).isNull();
  }
}
