package dev.feedwarden.policy;

import static dev.feedwarden.model.ErrorType.FORBIDDEN;
import static dev.feedwarden.model.ErrorType.GONE;
import static dev.feedwarden.model.ErrorType.NETWORK;
import static dev.feedwarden.model.ErrorType.NOT_FOUND;
import static dev.feedwarden.model.ErrorType.RATE_LIMITED;
import static dev.feedwarden.model.ErrorType.UNEXPECTED;
import static dev.feedwarden.model.ErrorType.UPSTREAM_FAILURE;
import static dev.feedwarden.policy.Feed.FINE;
import static dev.feedwarden.policy.Feed.FRESH;
import static dev.feedwarden.policy.Feed.NOT_MODIFIED;
import static dev.feedwarden.policy.Feed.NOW;
import static dev.feedwarden.policy.Feed.deferred;
import static dev.feedwarden.policy.Feed.failed;
import static dev.feedwarden.policy.Feed.lastError;
import static dev.feedwarden.policy.Feed.now;
import static java.time.Duration.ofDays;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.ErrorType;
import dev.feedwarden.model.Health;
import dev.feedwarden.model.Health.Streak;
import dev.feedwarden.model.Hints;
import dev.feedwarden.model.NextPoll;
import dev.feedwarden.model.NextPoll.Reason;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.Overrides;
import dev.feedwarden.model.Rhythm;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.Standing;
import dev.feedwarden.model.Transition;
import dev.feedwarden.model.Validators;
import dev.feedwarden.policy.ErrorTable.Counting;
import dev.feedwarden.policy.Policy.Moment;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PolicyTest {
  private static final double JUST_BELOW_ONE = Math.nextDown(1.0);
  private static final Policy POLICY = policy(Profile.STANDARD.table(), Counting.SAME_TYPE);
  private static final Instant LAST_WEEK = NOW.minus(ofDays(7));

  /** A feed whose cooldown has just ended. */
  private static final Feed PROBED =
      FINE.after(3, POLICY, failed(NOT_FOUND))
          .standing(new Standing.Cooling(NOT_FOUND, LAST_WEEK, NOW, "policy"));

  private static final Standing STOPPED = new Standing.Stopped(LAST_WEEK, "ann", "noisy");

  @ParameterizedTest(name = "{0} disables at error {1}, for {2} h")
  @CsvSource(
      textBlock =
          """
          FORBIDDEN,         5, 24
          NOT_FOUND,         3, 48
          GONE,              1, 72
          UPSTREAM_FAILURE, 10,  6
          NETWORK,          10, 12
          PARSE_ERROR,       5, 24
          """)
  void a_feed_is_disabled_exactly_at_the_threshold_of_its_type(
      ErrorType type, int threshold, int hours) {
    var before = FINE.after(threshold - 1, POLICY, failed(type));
    var until = NOW.plus(ofHours(hours).multipliedBy(7).dividedBy(8)); // the dice show one half

    assertThat(before.state().standing()).isEqualTo(Standing.ACTIVE);
    assertThat(before.after(POLICY, failed(type)).state())
        .isEqualTo(
            new Transition(
                new Health(
                    threshold,
                    threshold,
                    new Streak(type, threshold, threshold),
                    threshold - 1,
                    lastError(type)),
                new Standing.Cooling(type, NOW, until, "policy"),
                new NextPoll(until, Reason.COOLDOWN)));
  }

  @ParameterizedTest
  @EnumSource(
      value = ErrorType.class,
      mode = Mode.EXCLUDE,
      names = {"RATE_LIMITED", "UNEXPECTED", "GONE"})
  void before_that_it_is_asked_again_after_its_interval(ErrorType type) {
    assertThat(FINE.after(POLICY, failed(type)).state())
        .isEqualTo(
            new Transition(
                new Health(1, 1, new Streak(type, 1, 1), 0, lastError(type)),
                Standing.ACTIVE,
                in(ofHours(1), Reason.INTERVAL)));
  }

  @ParameterizedTest
  @EnumSource(
      value = ErrorType.class,
      names = {"RATE_LIMITED", "UNEXPECTED"})
  void two_types_never_disable(ErrorType type) {
    assertThat(FINE.after(1_000, POLICY, failed(type)).state().standing())
        .isEqualTo(Standing.ACTIVE);
  }

  @Test
  void two_server_errors_and_one_not_found_do_not_disable() {
    var feed = FINE.after(2, POLICY, failed(UPSTREAM_FAILURE)).after(POLICY, failed(NOT_FOUND));

    assertThat(feed.state())
        .isEqualTo(
            new Transition(
                new Health(3, 3, new Streak(NOT_FOUND, 1, 3), 0, lastError(NOT_FOUND)),
                Standing.ACTIVE,
                in(ofHours(1), Reason.INTERVAL)));
  }

  static Stream<Outcome> uncounted() {
    return Stream.of(failed(RATE_LIMITED), failed(UNEXPECTED), deferred(ofMinutes(1)));
  }

  @ParameterizedTest
  @MethodSource("uncounted")
  void what_does_not_count_neither_raises_nor_resets_the_streak(Outcome between) {
    var twice = FINE.after(POLICY, failed(NOT_FOUND), between, failed(NOT_FOUND), between);

    assertThat(twice.state().health().streak()).isEqualTo(new Streak(NOT_FOUND, 2, 2));
    assertThat(twice.state().standing()).isEqualTo(Standing.ACTIVE);
    assertThat(twice.after(POLICY, failed(NOT_FOUND)).state().standing())
        .isInstanceOf(Standing.Cooling.class);
  }

  @Test
  void a_deferral_changes_only_the_time_and_keeps_its_reason() {
    var before = FINE.after(POLICY, failed(RATE_LIMITED)).state();

    assertThat(FINE.after(POLICY, failed(RATE_LIMITED), deferred(ofSeconds(90))).state())
        .isEqualTo(
            new Transition(before.health(), before.standing(), in(ofSeconds(90), Reason.BACKOFF)));
  }

  @Test
  void a_deferral_to_the_past_is_due_at_once() {
    assertThat(FINE.after(POLICY, deferred(ofHours(-1))).state().next())
        .isEqualTo(new NextPoll(NOW, Reason.INTERVAL));
  }

  @Test
  void twenty_counted_errors_of_any_mix_disable_with_the_last_type() {
    var feed = FINE;
    for (int i = 1; i <= 19; i++) {
      feed = feed.after(POLICY, failed(i % 2 == 1 ? UPSTREAM_FAILURE : NETWORK));
    }

    assertThat(feed.state().standing()).isEqualTo(Standing.ACTIVE);
    assertThat(feed.after(POLICY, failed(NETWORK)).state().standing())
        .isEqualTo(
            new Standing.Cooling(NETWORK, NOW, NOW.plus(ofMinutes(12 * 60 * 7 / 8)), "policy"));
  }

  static Stream<Outcome> successes() {
    return Stream.of(FRESH, NOT_MODIFIED);
  }

  @ParameterizedTest
  @MethodSource("successes")
  void r_24_a_success_after_errors_resets_all_but_the_count_of_errors_ever(Outcome success) {
    var feed = FINE.after(2, POLICY, failed(NOT_FOUND)).after(POLICY, failed(RATE_LIMITED));

    assertThat(feed.after(POLICY, success).state())
        .isEqualTo(
            new Transition(
                new Health(0, 3, Streak.NONE, 0, null),
                Standing.ACTIVE,
                in(ofHours(1), Reason.INTERVAL)));
  }

  @ParameterizedTest
  @MethodSource("successes")
  void r_25_a_probe_that_succeeds_lifts_the_cooldown(Outcome success) {
    assertThat(PROBED.after(POLICY, success).state())
        .isEqualTo(
            new Transition(
                new Health(0, 3, Streak.NONE, 0, null),
                Standing.ACTIVE,
                in(ofHours(1), Reason.INTERVAL)));
  }

  @Test
  void a_probe_that_fails_renews_the_cooldown_at_once_and_keeps_its_beginning() {
    var until = NOW.plus(ofMinutes(6 * 60 * 7 / 8));

    assertThat(PROBED.after(POLICY, failed(UPSTREAM_FAILURE)).state())
        .isEqualTo(
            new Transition(
                new Health(
                    4, 4, new Streak(UPSTREAM_FAILURE, 1, 4), 0, lastError(UPSTREAM_FAILURE)),
                new Standing.Cooling(UPSTREAM_FAILURE, LAST_WEEK, until, "policy"),
                new NextPoll(until, Reason.COOLDOWN)));
  }

  @ParameterizedTest(name = "{0}: next by {1} after {2} min")
  @CsvSource({
    "STANDARD, COOLDOWN, 315",
    "WATCH_ONLY, INTERVAL, 60",
    "BATCH, INTERVAL, 60",
    "ADAPTIVE, BACKOFF, 16.875"
  })
  void a_probe_renews_only_what_the_profile_of_today_would_begin(
      Profile profile, Reason reason, double minutes) {
    var wait = Duration.ofMillis(Math.round(minutes * 60_000));
    var standing =
        profile == Profile.STANDARD
            ? new Standing.Cooling(UPSTREAM_FAILURE, LAST_WEEK, NOW.plus(wait), "policy")
            : Standing.ACTIVE;

    assertThat(
            PROBED
                .after(policy(profile.table(), Counting.SAME_TYPE), failed(UPSTREAM_FAILURE))
                .state())
        .isEqualTo(
            new Transition(
                new Health(
                    4, 4, new Streak(UPSTREAM_FAILURE, 1, 4), 0, lastError(UPSTREAM_FAILURE)),
                standing,
                in(wait, reason)));
  }

  @Test
  void a_probe_that_is_told_to_wait_goes_on_cooling_until_its_next_try() {
    assertThat(PROBED.after(POLICY, failed(RATE_LIMITED, ofMinutes(20))).state())
        .isEqualTo(
            new Transition(
                new Health(4, 4, new Streak(NOT_FOUND, 3, 3), 0, lastError(RATE_LIMITED)),
                new Standing.Cooling(NOT_FOUND, LAST_WEEK, NOW.plus(ofMinutes(21)), "policy"),
                in(ofMinutes(21), Reason.RETRY_AFTER)));
  }

  @Test
  void so_does_a_probe_that_meets_the_unexpected_or_is_deferred() {
    assertThat(PROBED.after(POLICY, failed(UNEXPECTED)).state().standing())
        .isEqualTo(new Standing.Cooling(NOT_FOUND, LAST_WEEK, NOW.plus(ofMinutes(63)), "policy"));
    assertThat(PROBED.after(POLICY, deferred(ofMinutes(2))).state().standing())
        .isEqualTo(new Standing.Cooling(NOT_FOUND, LAST_WEEK, NOW.plus(ofMinutes(2)), "policy"));
  }

  @ParameterizedTest
  @MethodSource("uncounted")
  void a_poll_that_was_forced_during_a_cooldown_does_not_shorten_it(Outcome uncounted) {
    var until = NOW.plus(ofHours(40));
    var cooling = new Standing.Cooling(NOT_FOUND, LAST_WEEK, until, "policy");

    var after = PROBED.standing(cooling).after(POLICY, uncounted).state();

    assertThat(after)
        .isEqualTo(new Transition(after.health(), cooling, new NextPoll(until, Reason.COOLDOWN)));
  }

  @ParameterizedTest(name = "dice {0}: {1} h")
  @CsvSource({"0, 48", "0.5, 42", "0.99999999, 36"})
  void a_cooldown_is_shortened_by_up_to_a_quarter(double dice, int hours) {
    var feed = FINE.after(2, POLICY, failed(NOT_FOUND));
    var until = NOW.plus(ofHours(hours));

    var after = POLICY.next(feed.claim(), failed(NOT_FOUND), new Moment(NOW, dice));

    assertThat(after.standing()).isEqualTo(new Standing.Cooling(NOT_FOUND, NOW, until, "policy"));
    assertThat(after.next()).isEqualTo(new NextPoll(until, Reason.COOLDOWN));
  }

  @ParameterizedTest(name = "dice {0}: {1} min")
  @CsvSource({"0, 54", "0.25, 57", "0.5, 60", "0.99999999, 66"})
  void the_interval_varies_by_a_tenth_both_ways(double dice, int minutes) {
    assertThat(POLICY.next(FINE.claim(), FRESH, new Moment(NOW, dice)).next())
        .isEqualTo(in(ofMinutes(minutes), Reason.INTERVAL));
  }

  @Test
  void a_source_may_have_an_interval_of_its_own() {
    assertThat(FINE.every(ofMinutes(15)).after(POLICY, FRESH).state().next())
        .isEqualTo(in(ofMinutes(15), Reason.INTERVAL));
    assertThat(FINE.every(ofDays(2)).after(POLICY, failed(FORBIDDEN)).state().next())
        .isEqualTo(in(ofDays(2), Reason.INTERVAL));
  }

  @ParameterizedTest(name = "rate limit {0} in a row: {1} min")
  @CsvSource({"1, 5", "2, 10", "3, 20", "7, 320", "8, 480", "10000, 480"})
  void a_rate_limit_waits_5_min_doubled_up_to_8_h(int times, long minutes) {
    var feed = FINE.after(times - 1, POLICY, failed(RATE_LIMITED));

    assertThat(wait(feed, failed(RATE_LIMITED), 0)).isEqualTo(ofMinutes(minutes));
  }

  @ParameterizedTest(name = "the unexpected {0} times in a row: {1} h")
  @CsvSource({"1, 1", "2, 2", "5, 16", "6, 24", "10000, 24"})
  void the_unexpected_waits_the_interval_doubled_up_to_24_h(int times, long hours) {
    var feed = FINE.after(times - 1, POLICY, failed(UNEXPECTED));

    assertThat(wait(feed, failed(UNEXPECTED), 0)).isEqualTo(ofHours(hours));
  }

  @Test
  void the_unexpected_does_not_make_a_slow_feed_faster() {
    assertThat(wait(FINE.every(ofDays(7)), failed(UNEXPECTED), 0)).isEqualTo(ofDays(7));
  }

  @Test
  void another_type_between_starts_the_doubling_anew() {
    var feed = FINE.after(5, POLICY, failed(RATE_LIMITED)).after(POLICY, failed(NETWORK));

    assertThat(wait(feed, failed(RATE_LIMITED), 0)).isEqualTo(ofMinutes(5));
  }

  @Test
  void a_wait_that_was_asked_for_varies_by_a_tenth_but_only_upwards() {
    assertThat(wait(FINE, failed(RATE_LIMITED), JUST_BELOW_ONE)).isEqualTo(ofSeconds(330));
    assertThat(wait(FINE, failed(RATE_LIMITED, ofMinutes(10)), 0)).isEqualTo(ofMinutes(10));
    assertThat(wait(FINE, failed(RATE_LIMITED, ofMinutes(10)), JUST_BELOW_ONE))
        .isEqualTo(ofMinutes(11));
    assertThat(wait(FINE, failed(UNEXPECTED), JUST_BELOW_ONE)).isEqualTo(ofMinutes(66));
  }

  @ParameterizedTest(name = "Retry-After {0}: {1} by {2}")
  @CsvSource({
    ", PT5M15S, BACKOFF",
    "PT0S, PT5M15S, BACKOFF",
    "PT4M59S, PT5M15S, BACKOFF",
    "PT20M, PT21M, RETRY_AFTER",
    "PT1H, PT1H3M, RETRY_AFTER",
    "PT2H, PT1H3M, RETRY_AFTER",
    "PT744H, PT1H3M, RETRY_AFTER"
  })
  void a_rate_limit_waits_the_longer_of_its_own_backoff_and_the_named_time_up_to_the_cap(
      @Nullable Duration retryAfter, Duration wait, Reason reason) {
    assertThat(FINE.after(POLICY, failed(RATE_LIMITED, retryAfter)).state().next())
        .isEqualTo(in(wait, reason));
  }

  @ParameterizedTest(name = "{0}: {1} h, {2} h, {3} h, {4} h")
  @CsvSource({"RATE_LIMITED, 1, 2, 4, 8", "UPSTREAM_FAILURE, 1, 2, 4, 8"})
  void beyond_the_cap_a_server_is_believed_twice_as_long_at_each_repeat(
      ErrorType type, int first, int second, int third, int fourth) {
    var outcome = failed(type, ofDays(31));

    assertThat(wait(FINE, outcome, 0)).isEqualTo(ofHours(first));
    assertThat(wait(FINE.after(1, POLICY, outcome), outcome, 0)).isEqualTo(ofHours(second));
    assertThat(wait(FINE.after(2, POLICY, outcome), outcome, 0)).isEqualTo(ofHours(third));
    assertThat(wait(FINE.after(3, POLICY, outcome), outcome, 0)).isEqualTo(ofHours(fourth));
  }

  @Test
  void it_is_never_believed_beyond_31_days_or_beyond_what_it_said() {
    var ever = FINE.after(10_000, POLICY, failed(RATE_LIMITED, ofDays(31)));
    var modest = FINE.after(10_000, POLICY, failed(RATE_LIMITED, ofHours(9)));

    assertThat(wait(ever, failed(RATE_LIMITED, ofDays(31)), 0)).isEqualTo(ofDays(31));
    assertThat(wait(modest, failed(RATE_LIMITED, ofHours(9)), 0)).isEqualTo(ofHours(9));
  }

  @ParameterizedTest(name = "Retry-After {0} at dice {1}: {2} by {3}")
  @CsvSource({
    "PT5M,  0, PT54M, INTERVAL",
    "PT54M, 0, PT54M, INTERVAL",
    "PT58M, 0, PT58M, RETRY_AFTER",
    "PT1H,  0, PT1H,  RETRY_AFTER",
    "PT1H,  0.99999999, PT1H6M, INTERVAL"
  })
  void a_503_waits_at_least_what_it_named_even_when_the_interval_is_cut_short(
      Duration retryAfter, double dice, Duration wait, Reason reason) {
    var outcome = failed(UPSTREAM_FAILURE, retryAfter);

    assertThat(POLICY.next(FINE.claim(), outcome, new Moment(NOW, dice)).next())
        .isEqualTo(in(wait, reason));
  }

  @Test
  void a_named_time_does_not_move_a_cooldown() {
    var until = NOW.plus(ofHours(63));

    assertThat(FINE.after(POLICY, failed(GONE, ofMinutes(1))).state().next())
        .isEqualTo(new NextPoll(until, Reason.COOLDOWN));
  }

  @Test
  void counting_any_compares_all_errors_since_the_last_success() {
    var any = policy(Profile.STANDARD.table(), Counting.ANY);
    var mixed = FINE.after(any, failed(UPSTREAM_FAILURE), failed(RATE_LIMITED));

    assertThat(mixed.after(any, failed(NETWORK)).state().standing()).isEqualTo(Standing.ACTIVE);
    assertThat(mixed.after(any, failed(NOT_FOUND)).state().standing())
        .isEqualTo(new Standing.Cooling(NOT_FOUND, NOW, NOW.plus(ofHours(42)), "policy"));
    assertThat(mixed.after(any, FRESH, failed(NOT_FOUND)).state().standing())
        .isEqualTo(Standing.ACTIVE);
  }

  @ParameterizedTest
  @EnumSource(ErrorType.class)
  void the_batch_profile_records_and_never_disables(ErrorType type) {
    var batch = policy(Profile.BATCH.table(), Counting.SAME_TYPE);

    var feed = FINE.after(1_000, batch, failed(type));

    assertThat(feed.state().standing()).isEqualTo(Standing.ACTIVE);
    assertThat(feed.state().health().consecutiveErrors()).isEqualTo(1_000);
  }

  @ParameterizedTest
  @EnumSource(ErrorType.class)
  void the_watch_only_profile_never_disables(ErrorType type) {
    var watching = policy(Profile.WATCH_ONLY.table(), Counting.SAME_TYPE);

    assertThat(FINE.after(1_000, watching, failed(type)).state().standing())
        .isEqualTo(Standing.ACTIVE);
  }

  @ParameterizedTest(name = "failing for {0}: again in {1}")
  @CsvSource({
    "PT0S, PT15M",
    "PT30M, PT15M",
    "PT1H, PT30M",
    "PT10H, PT5H",
    "PT48H, PT24H",
    "PT9999H, PT24H"
  })
  void the_adaptive_profile_waits_half_the_outage(Duration age, Duration wait) {
    var adaptive = policy(Profile.ADAPTIVE.table(), Counting.SAME_TYPE);
    var feed = FINE.after(30, adaptive, failed(NETWORK));

    var after = adaptive.next(feed.claim(), failed(NOT_FOUND), new Moment(NOW.plus(age), 0));

    assertThat(after.standing()).isEqualTo(Standing.ACTIVE);
    assertThat(after.next()).isEqualTo(new NextPoll(NOW.plus(age).plus(wait), Reason.BACKOFF));
  }

  @Test
  void a_source_may_be_judged_by_a_table_of_its_own() {
    var strict = new Overrides(Map.of("not_found.disable_after", "1"));

    assertThat(FINE.judgedBy(strict).after(POLICY, failed(NOT_FOUND)).state().standing())
        .isInstanceOf(Standing.Cooling.class);
    assertThat(FINE.after(POLICY, failed(NOT_FOUND)).state().standing()).isEqualTo(Standing.ACTIVE);
  }

  @Test
  void of_the_unexpected_a_person_is_told_when_it_begins_and_then_once_a_day() {
    var feed = FINE;
    var told = new ArrayList<Integer>();
    for (int hour = 0; hour <= 72; hour++) {
      var now = NOW.plus(ofHours(hour));
      var outcome = hour % 3 == 2 ? failed(NETWORK) : failed(UNEXPECTED);
      var after = POLICY.next(feed.claim(), outcome, new Moment(now, 0.5));
      if (now.equals(requireNonNull(after.health().lastError()).outage().toldAt())) {
        told.add(hour);
      }
      feed = new Feed(after, null, null);
    }

    assertThat(told).containsExactly(0, 24, 48, 72);
  }

  @Test
  void a_new_beginning_is_told_anew() {
    var again = FINE.after(POLICY, failed(UNEXPECTED), FRESH);
    var later = new Moment(NOW.plus(ofHours(1)), 0.5);

    assertThat(POLICY.next(again.claim(), failed(UNEXPECTED), later).health().lastError())
        .isEqualTo(
            new Health.LastError(
                UNEXPECTED,
                lastError(UNEXPECTED).message(),
                new Health.Outage(later.now(), later.now())));
  }

  @Test
  void a_success_waits_what_the_feed_has_taught() {
    var weekly = new Rhythm(new Rhythm.Learned(ofHours(6), NOW), Hints.NONE, null);

    assertThat(FINE.after(POLICY, new Outcome.NotModified(Validators.NONE, weekly)).state().next())
        .isEqualTo(in(ofHours(6), Reason.LEARNED));
  }

  @Test
  void a_held_disable_waits_as_long_and_leaves_the_feed_active() {
    var gone = FINE.after(POLICY, failed(GONE)).state();

    assertThat(gone.held())
        .isEqualTo(new Transition(gone.health(), Standing.ACTIVE, in(ofHours(63), Reason.HELD)));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 100})
  void a_threshold_of_ones_own_holds_for_all_types_that_disable(int errors) {
    var own = policy(Profile.BATCH.table().disablingAfter(errors), Counting.SAME_TYPE);
    var before = FINE.after(errors - 1, own, failed(GONE));

    assertThat(before.state().standing()).isEqualTo(Standing.ACTIVE);
    assertThat(before.after(own, failed(GONE)).state().standing())
        .isEqualTo(new Standing.Cooling(GONE, NOW, NOW.plus(ofHours(63)), "policy"));
    assertThat(FINE.after(errors, own, failed(UNEXPECTED)).state().standing())
        .isEqualTo(Standing.ACTIVE);
  }

  @Test
  void a_fault_of_our_own_counts_nothing_and_waits_the_interval() {
    var before = FINE.after(2, POLICY, failed(NOT_FOUND));

    assertThat(POLICY.ourFault(before.claim(), now()))
        .isEqualTo(
            new Transition(
                before.state().health(), Standing.ACTIVE, in(ofHours(1), Reason.INTERVAL)));
  }

  @Test
  void a_fault_of_our_own_neither_ends_nor_shortens_a_cooldown() {
    var until = NOW.plus(ofHours(40));
    var cooling = new Standing.Cooling(NOT_FOUND, LAST_WEEK, until, "policy");

    assertThat(POLICY.ourFault(PROBED.claim(), now()).standing())
        .isEqualTo(new Standing.Cooling(NOT_FOUND, LAST_WEEK, NOW.plus(ofHours(1)), "policy"));
    assertThat(POLICY.ourFault(PROBED.standing(cooling).claim(), now()))
        .isEqualTo(
            new Transition(PROBED.state().health(), cooling, new NextPoll(until, Reason.COOLDOWN)));
  }

  static Stream<Outcome> anything() {
    return Stream.of(
        FRESH,
        NOT_MODIFIED,
        failed(GONE),
        failed(RATE_LIMITED),
        failed(UNEXPECTED),
        deferred(ofMinutes(1)));
  }

  @ParameterizedTest
  @MethodSource("anything")
  void what_a_person_stopped_stays_stopped_whatever_it_answers(Outcome outcome) {
    var never = new NextPoll(null, Reason.STOPPED);
    var feed = new Feed(new Transition(Health.FINE, STOPPED, never), null, null);

    var after = feed.after(POLICY, outcome).state();

    assertThat(after).isEqualTo(new Transition(after.health(), STOPPED, never));
    assertThat(POLICY.ourFault(feed.claim(), now())).isEqualTo(feed.state());
  }

  @ParameterizedTest(name = "{0} after {1} failed polls: {2} attempts")
  @CsvSource({"standard, 0, 3", "standard, 1, 3", "adaptive, 0, 3", "adaptive, 1, 1"})
  void a_failing_feed_is_asked_once_where_waits_grow_with_its_outage(
      String profile, int failed, int attempts) {
    var feed =
        FINE.judgedBy(new Overrides(Map.of("profile", profile)))
            .after(failed, POLICY, failed(NETWORK));

    assertThat(POLICY.attempts(feed.claim(), RetryPolicy.STANDARD).maxAttempts())
        .isEqualTo(attempts);
  }

  @Test
  void the_dice_are_cast_by_source_and_instant_and_fall_everywhere() {
    var one = new SourceId("01890000-0000-7000-8000-000000000001");
    var other = new SourceId("01890000-0000-7000-8000-000000000002");
    var dice = IntStream.range(0, 1_000).mapToDouble(i -> Moment.of(one, NOW.plusMillis(i)).dice());

    assertThat(Moment.of(one, NOW)).isEqualTo(Moment.of(one, NOW));
    assertThat(Moment.of(one, NOW).dice()).isNotEqualTo(Moment.of(other, NOW).dice());
    var seen = dice.boxed().toList();
    assertThat(seen).doesNotHaveDuplicates().allMatch(d -> d >= 0 && d < 1);
    for (int tenth = 0; tenth < 10; tenth++) {
      var from = tenth / 10.0;
      assertThat(seen.stream().filter(d -> d >= from && d < from + 0.1)).hasSizeBetween(60, 140);
    }
  }

  @Test
  void a_source_with_a_profile_of_its_own_keeps_what_is_common_to_all() {
    var common = new Common(2, new Overrides(Map.of("gone.cooldown", "1h")));
    var policy =
        new Policy(
            common.over(Profile.STANDARD),
            common,
            new Schedule(ofHours(1)),
            ofHours(1),
            HostHealth.STANDARD);
    var feed = FINE.judgedBy(new Overrides(Map.of("profile", "batch")));

    assertThat(policy.table(feed.claim().source())).isEqualTo(common.over(Profile.BATCH));
    assertThat(feed.after(2, policy, failed(NETWORK)).state().standing())
        .isInstanceOf(Standing.Cooling.class);
  }

  @ParameterizedTest(name = "{0} {1}: told at {2}")
  @CsvSource(
      textBlock =
          """
          SAME_TYPE; NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND;                      3
          SAME_TYPE; NOT_FOUND NOT_FOUND RATE_LIMITED NOT_FOUND NOT_FOUND;         4
          SAME_TYPE; NOT_FOUND NOT_FOUND NOT_FOUND GONE GONE;                      3 4
          SAME_TYPE; GONE GONE;                                                    1
          SAME_TYPE; RATE_LIMITED GONE GONE;                                       2
          ANY;       NOT_FOUND NOT_FOUND RATE_LIMITED NOT_FOUND NOT_FOUND;         4
          ANY;       NOT_FOUND NOT_FOUND NOT_FOUND RATE_LIMITED NOT_FOUND;         3
          ANY;       NETWORK NETWORK NETWORK NETWORK NOT_FOUND NOT_FOUND;          5
          ANY;       NETWORK NETWORK RATE_LIMITED RATE_LIMITED NOT_FOUND GONE;     5
          """,
      delimiter = ';')
  void a_threshold_is_told_once_though_it_be_jumped(Counting counting, String types, String told) {
    var policy = policy(Profile.WATCH_ONLY.table(), counting);
    var feed = FINE;
    var seen = new ArrayList<String>();
    for (var type : types.split(" ", -1)) {
      var before = feed.state().health();
      feed = feed.after(policy, failed(ErrorType.valueOf(type)));
      var now = feed.state().health();
      if (policy.table().rule(ErrorType.valueOf(type)) instanceof ErrorTable.Rule.Counted rule
          && policy.table().isJustReached(rule, before, now)) {
        seen.add(String.valueOf(now.consecutiveErrors()));
      }
    }

    assertThat(String.join(" ", seen)).isEqualTo(told);
  }

  private static Policy policy(ErrorTable table, Counting counting) {
    return new Policy(
        new ErrorTable(table.rules(), table.backstop(), counting),
        new Schedule(ofHours(1)),
        ofHours(1));
  }

  private static NextPoll in(Duration wait, Reason reason) {
    return new NextPoll(NOW.plus(wait), reason);
  }

  private static Duration wait(Feed feed, Outcome outcome, double dice) {
    var next = POLICY.next(feed.claim(), outcome, new Moment(NOW, dice)).next().at();
    return next == null ? Duration.ZERO : Duration.between(NOW, next);
  }
}
