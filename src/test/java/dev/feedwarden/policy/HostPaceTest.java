package dev.feedwarden.policy;

import static dev.feedwarden.policy.Feed.FRESH;
import static dev.feedwarden.policy.Feed.NOT_MODIFIED;
import static dev.feedwarden.policy.Feed.NOW;
import static java.time.Duration.ZERO;
import static java.time.Duration.ofDays;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Cause;
import dev.feedwarden.model.ErrorType;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.Pace;
import dev.feedwarden.model.Pace.Floor;
import dev.feedwarden.model.Pace.Refusal;
import dev.feedwarden.model.PollError;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.policy.HostPace.Lesson;
import dev.feedwarden.policy.HostPace.Reaction;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class HostPaceTest {
  private static final HostPace PACE = new HostPace(ofSeconds(1), ofHours(1));
  private static final SourceId ANN = new SourceId("01890000-0000-7000-8000-00000000000a");
  private static final SourceId BEN = new SourceId("01890000-0000-7000-8000-00000000000b");

  static Outcome status(int status, @Nullable Duration retryAfter) {
    return new Outcome.Failed(
        new PollError(
            CauseTable.of(status).type(), Cause.STATUS, status, "https://example.org/feed"),
        retryAfter);
  }

  private static Outcome failed(Cause cause) {
    return new Outcome.Failed(
        new PollError(CauseTable.of(cause).type(), cause, 0, "https://example.org/feed"), null);
  }

  private static Lesson after(HostPace pace, Pace before, SourceId feed, Outcome outcome) {
    return pace.after(before, feed, Reaction.of(outcome), NOW);
  }

  private static Pace pace(int gapSeconds, int clean, @Nullable Refusal refusal) {
    return new Pace(ofSeconds(gapSeconds), clean, refusal, null);
  }

  private static Floor floor(Duration gap) {
    return new Floor(gap, NOW.plus(ofDays(1)));
  }

  private static Refusal refusal(SourceId by, Duration ago) {
    return new Refusal(by, NOW.minus(ago));
  }

  @Test
  void one_refused_feed_says_nothing_of_its_host() {
    assertThat(after(PACE, Pace.UNKNOWN, ANN, status(429, null)))
        .isEqualTo(new Lesson(new Pace(ZERO, 0, refusal(ANN, ZERO), null), ofSeconds(1), false));
  }

  @Test
  void a_second_one_doubles_the_gap_and_makes_it_the_hosts_affair() {
    assertThat(after(PACE, pace(0, 0, refusal(ANN, ZERO)), BEN, status(429, null)))
        .isEqualTo(
            new Lesson(
                new Pace(ofSeconds(2), 0, refusal(BEN, ZERO), floor(ofMillis(1_200))),
                ofSeconds(2),
                true));
  }

  @ParameterizedTest(name = "after {0} of {1} s ago and {2} clean ones: {3} s, host {4}")
  @CsvSource(
      textBlock =
          """
          ann, 3600, 0, 8, true
          ann, 3601, 0, 4, false
          ann, 60,   9, 8, true
          ann, 60,  10, 4, false
          ben, 60,   0, 4, false
          """)
  void who_when_and_what_between_makes_a_second_refusal(
      String who, int secondsAgo, int clean, int gap, boolean hosts) {
    var before =
        new Pace(
            ofSeconds(4),
            clean,
            refusal(who.equals("ann") ? ANN : BEN, ofSeconds(secondsAgo)),
            floor(ofSeconds(4)));

    var lesson = after(PACE, before, BEN, status(429, null));

    assertThat(lesson.pace().gap()).isEqualTo(ofSeconds(gap));
    assertThat(lesson.isHosts()).isEqualTo(hosts);
  }

  @Test
  void a_503_slows_down_like_a_429_and_stays_the_feeds_failure() {
    assertThat(after(PACE, pace(4, 0, refusal(ANN, ZERO)), BEN, status(503, null)))
        .isEqualTo(
            new Lesson(
                new Pace(ofSeconds(8), 0, refusal(BEN, ZERO), floor(ofMillis(4_800))),
                ofSeconds(8),
                false));
  }

  @Test
  void a_server_that_names_a_time_slows_us_down_at_once_but_only_that_feed_waits_for_it() {
    var first = after(PACE, Pace.UNKNOWN, ANN, status(429, ofMinutes(5)));

    assertThat(first)
        .isEqualTo(
            new Lesson(
                new Pace(ofSeconds(2), 0, refusal(ANN, ZERO), floor(ofMillis(1_200))),
                ofSeconds(2),
                false));
    assertThat(after(PACE, first.pace(), BEN, status(429, ofMinutes(5))))
        .isEqualTo(
            new Lesson(
                new Pace(ofSeconds(4), 0, refusal(BEN, ZERO), floor(ofMillis(2_400))),
                ofMinutes(5),
                true));
  }

  @Test
  void one_sick_feed_that_names_times_does_not_slow_down_its_host_again_and_again() {
    var pace = after(PACE, Pace.UNKNOWN, ANN, status(429, ofMinutes(5))).pace();

    assertThat(after(PACE, pace, ANN, status(429, ofMinutes(5))).pace().gap())
        .isEqualTo(ofSeconds(2));
    assertThat(after(PACE, pace(0, 10, null), ANN, status(429, ofMinutes(5))).pace().gap())
        .isEqualTo(ZERO);
  }

  @ParameterizedTest(name = "{0} s becomes {1} s")
  @CsvSource(
      textBlock =
          """
          1799, 3598
          1800, 3600
          1801, 3600
          3600, 3600
          """)
  void the_gap_doubles_up_to_an_hour(int before, int after) {
    var lesson = after(PACE, pace(before, 0, refusal(ANN, ZERO)), BEN, status(429, null));

    assertThat(lesson.pace().gap()).isEqualTo(ofSeconds(after));
    assertThat(lesson.pace().floor())
        .isEqualTo(floor(ofMillis(Math.min(before * 1_200L, 3_600_000))));
  }

  @Test
  void a_named_time_is_waited_for_up_to_our_limit() {
    var before = pace(4, 0, refusal(ANN, ZERO));

    assertThat(after(PACE, before, BEN, status(429, ofHours(9))).rest()).isEqualTo(ofHours(1));
    assertThat(after(PACE, before, BEN, status(429, ofSeconds(7))).rest()).isEqualTo(ofSeconds(8));
  }

  @Test
  void no_gap_at_all_becomes_a_second() {
    var vouched = new HostPace(ZERO, ofHours(1));

    assertThat(after(vouched, pace(0, 0, refusal(ANN, ZERO)), BEN, status(429, null)).rest())
        .isEqualTo(ofSeconds(1));
  }

  @ParameterizedTest(name = "{0} s after {1} clean ones and one more: {2} ms, {3}")
  @CsvSource(
      textBlock =
          """
          100,  8, 100000,  9
          100,  9,  90000, 10
          100, 10, 100000, 11
          100, 18, 100000, 19
          100, 19,  90000, 10
          0,   9,       0, 10
          """)
  void every_tenth_clean_request_in_a_row_shortens_the_gap_by_a_tenth(
      int before, int clean, int after, int count) {
    assertThat(after(PACE, pace(before, clean, null), ANN, FRESH).pace())
        .isEqualTo(new Pace(ofMillis(after), count, null, null));
  }

  @ParameterizedTest(name = "floor {0} s, {1} s left: {2} ms")
  @CsvSource(
      textBlock =
          """
          89, 1, 90000
          95, 1, 95000
          95, 0, 90000
          """)
  void the_gap_does_not_sink_below_what_was_needed_within_a_day(
      int floor, int secondsLeft, int after) {
    var before =
        new Pace(
            ofSeconds(100), 9, null, new Floor(ofSeconds(floor), NOW.plusSeconds(secondsLeft)));

    assertThat(after(PACE, before, ANN, NOT_MODIFIED).pace().gap()).isEqualTo(ofMillis(after));
  }

  @Test
  void a_gap_that_has_sunk_to_the_least_is_forgotten() {
    var before = new Pace(ofMillis(1_111), 9, null, new Floor(ofMillis(1), NOW));

    assertThat(after(PACE, before, ANN, FRESH).pace()).isEqualTo(new Pace(ZERO, 10, null, null));
    assertThat(after(PACE, new Pace(ofMillis(1_112), 9, null, null), ANN, FRESH).pace().gap())
        .isEqualTo(ofMillis(1_001));
  }

  @Test
  void a_gap_that_has_sunk_too_far_rises_by_a_fifth_for_a_day() {
    var before = new Pace(ofSeconds(50), 10, null, new Floor(ofSeconds(49), NOW.plusSeconds(9)));

    assertThat(after(PACE, before, ANN, status(429, null)))
        .isEqualTo(
            new Lesson(
                new Pace(ofSeconds(60), 0, refusal(ANN, ZERO), floor(ofSeconds(60))),
                ofSeconds(60),
                false));
  }

  @ParameterizedTest(name = "{0} is counted as clean: {1}")
  @CsvSource(
      textBlock =
          """
          404, true
          410, true
          403, false
          500, false
          418, true
          """)
  void an_answer_that_is_not_about_pace_may_be_clean(int status, boolean clean) {
    assertThat(after(PACE, pace(4, 0, null), ANN, status(status, null)))
        .isEqualTo(new Lesson(pace(4, clean ? 1 : 0, null), ofSeconds(4), false));
  }

  @Test
  void silence_and_walls_teach_nothing_and_a_bad_document_is_clean() {
    var before = pace(4, 3, null);

    assertThat(after(PACE, before, ANN, failed(Cause.TIMEOUT_READ)).pace()).isEqualTo(before);
    assertThat(after(PACE, before, ANN, failed(Cause.BOT_WALL)).pace()).isEqualTo(before);
    assertThat(after(PACE, before, ANN, new Outcome.Deferred(NOW)).pace()).isEqualTo(before);
    assertThat(after(PACE, before, ANN, failed(Cause.NOT_A_FEED)).pace())
        .isEqualTo(pace(4, 4, null));
  }

  @Test
  void a_wall_with_the_status_of_a_refusal_is_none() {
    var wall =
        new Outcome.Failed(
            new PollError(ErrorType.FORBIDDEN, Cause.BOT_WALL, 503, "https://example.org/"), null);

    assertThat(after(PACE, pace(4, 0, refusal(ANN, ZERO)), BEN, wall).pace())
        .isEqualTo(pace(4, 0, refusal(ANN, ZERO)));
  }

  @Test
  void the_gap_is_what_was_learned_and_never_less_than_ours() {
    assertThat(PACE.gap(pace(5, 0, null))).isEqualTo(ofSeconds(5));
    assertThat(PACE.gap(new Pace(ofMillis(999), 0, null, null))).isEqualTo(ofSeconds(1));
  }

  @Test
  void a_crawl_delay_is_the_gap_and_does_not_sink_while_it_is_believed() {
    var told = HostPace.told(Pace.UNKNOWN, ofSeconds(20), NOW.plus(ofDays(1)), NOW);
    var clean = new Reaction.Clean();
    var later = told;
    for (int i = 0; i < 100; i++) {
      later = PACE.after(later, ANN, clean, NOW.plus(ofHours(23))).pace();
    }

    assertThat(later.gap()).isEqualTo(ofSeconds(20));
  }

  @Test
  void a_crawl_delay_that_is_told_again_is_believed_for_as_long_again() {
    var told = HostPace.told(Pace.UNKNOWN, ofSeconds(20), NOW, NOW.minus(ofDays(1)));

    assertThat(HostPace.told(told, ofSeconds(20), NOW.plus(ofDays(1)), NOW).floor())
        .isEqualTo(floor(ofSeconds(20)));
    assertThat(HostPace.told(told, ofSeconds(5), NOW.plus(ofDays(1)), NOW).floor())
        .isEqualTo(floor(ofSeconds(5)));
  }

  @Test
  void a_crawl_delay_never_makes_us_faster_and_is_at_most_five_minutes() {
    var before = new Pace(ofMinutes(2), 0, null, floor(ofMinutes(2)));

    assertThat(HostPace.told(before, ofSeconds(1), NOW.plus(ofDays(1)), NOW)).isEqualTo(before);
    assertThat(HostPace.told(before, ofDays(900), NOW.plus(ofDays(1)), NOW).gap())
        .isEqualTo(ofMinutes(5));
  }

  @Test
  void two_refused_pages_of_one_source_are_the_hosts_affair() {
    var refused = Reaction.of(429, null);
    var once = PACE.afterPage(Pace.UNKNOWN, ANN, refused, NOW);

    assertThat(once.pace().gap()).isEqualTo(ZERO);
    assertThat(PACE.afterPage(once.pace(), ANN, refused, NOW).pace().gap()).isEqualTo(ofSeconds(2));
    assertThat(PACE.after(once.pace(), ANN, refused, NOW).pace().gap()).isEqualTo(ZERO);
  }
}
