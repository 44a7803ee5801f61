package dev.feedwarden.policy;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.ErrorType;
import dev.feedwarden.model.Health;
import dev.feedwarden.model.Health.LastError;
import dev.feedwarden.model.Health.Streak;
import dev.feedwarden.model.NextPoll.Reason;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.Standing;
import dev.feedwarden.model.Standing.Cooling;
import dev.feedwarden.model.Transition;
import dev.feedwarden.policy.ErrorTable.Counting;
import dev.feedwarden.policy.ErrorTable.Rule;
import dev.feedwarden.policy.Policy.Moment;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds after any sequence of outcomes, under any profile. */
final class PolicyLawsTest {
  private static final int SEEDS = 50;
  private static final int STEPS = 300;
  private static final List<ErrorType> ALL = List.of(ErrorType.values());
  private static final Duration LONGEST_JITTERED =
      RetryAfter.LONGEST.multipliedBy(11).dividedBy(10);

  private static final Policy STANDARD =
      new Policy(Profile.STANDARD.table(), new Schedule(Duration.ofHours(1)), Duration.ofHours(1));

  /** A law is asked once for each seed. */
  @Target(ElementType.METHOD)
  @Retention(RetentionPolicy.RUNTIME)
  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  private @interface Law {}

  /** One decision: what was, what came, what followed. */
  private record Step(Policy policy, Feed before, Outcome outcome, Moment at, Transition after) {
    boolean succeeded() {
      return outcome instanceof Outcome.Fresh || outcome instanceof Outcome.NotModified;
    }

    @Nullable ErrorType failure() {
      return outcome instanceof Outcome.Failed(var error, _, _) ? error.type() : null;
    }

    boolean counted() {
      var type = failure();
      return type != null && policy.table().rule(type) instanceof Rule.Counted;
    }

    boolean probed() {
      return before.state().standing() instanceof Cooling;
    }

    Duration waiting() {
      return Duration.between(at.now(), requireNonNull(after.next().at()));
    }

    Streak streak() {
      return after.health().streak();
    }
  }

  static LongStream seeds() {
    return LongStream.rangeClosed(1, SEEDS);
  }

  @Test
  void the_sequences_meet_every_case_that_the_laws_speak_of() {
    var all = seeds().mapToObj(PolicyLawsTest::steps).flatMap(List::stream).toList();
    var standard =
        seeds().mapToObj(seed -> steps(seed, STANDARD, ALL)).flatMap(List::stream).toList();

    assertThat(all).anyMatch(step -> !step.probed() && step.after().standing() instanceof Cooling);
    assertThat(all).anyMatch(step -> step.probed() && step.succeeded());
    assertThat(all).anyMatch(step -> step.probed() && step.counted());
    assertThat(all).anyMatch(step -> step.probed() && step.failure() == ErrorType.RATE_LIMITED);
    assertThat(all).anyMatch(step -> step.probed() && step.outcome() instanceof Outcome.Deferred);
    assertThat(all).anyMatch(step -> step.after().next().reason() == Reason.RETRY_AFTER);
    assertThat(all).anyMatch(step -> step.streak().sameType() >= 10);
    assertThat(standard).anyMatch(step -> !step.probed() && step.streak().anyType() == 20);
  }

  @Law
  void a_success_leaves_the_feed_active_without_an_error_in_a_row(long seed) {
    assertThat(steps(seed))
        .filteredOn(Step::succeeded)
        .allSatisfy(
            step -> {
              var ever = step.before().state().health().errorCount();
              assertThat(step.after().health())
                  .isEqualTo(new Health(0, ever, Streak.NONE, 0, null));
              assertThat(step.after().standing()).isEqualTo(Standing.ACTIVE);
            });
  }

  @Law
  void consecutive_errors_are_the_failures_since_the_last_success(long seed) {
    int failures = 0;
    for (var step : steps(seed)) {
      failures = step.succeeded() ? 0 : failures + (step.failure() == null ? 0 : 1);
      assertThat(step.after().health().consecutiveErrors()).isEqualTo(failures);
    }
  }

  @Law
  void the_count_of_errors_ever_grows_by_one_with_each_failure_and_never_shrinks(long seed) {
    long failures = 0;
    for (var step : steps(seed)) {
      failures += step.failure() == null ? 0 : 1;
      assertThat(step.after().health().errorCount()).isEqualTo(failures);
    }
  }

  @Law
  void the_streak_of_any_type_is_the_counted_failures_since_the_last_success(long seed) {
    int counted = 0;
    for (var step : steps(seed)) {
      counted = step.succeeded() ? 0 : counted + (step.counted() ? 1 : 0);
      assertThat(step.streak().anyType()).isEqualTo(counted);
    }
  }

  @Law
  void the_streak_is_the_run_of_the_last_counted_type(long seed) {
    var run = new ArrayList<ErrorType>();
    for (var step : steps(seed)) {
      var type = step.failure();
      if (step.succeeded() || (step.counted() && !run.contains(type))) {
        run.clear();
      }
      if (type != null && step.counted()) {
        run.add(type);
      }
      assertThat(step.streak().type()).isEqualTo(run.isEmpty() ? null : run.getFirst());
      assertThat(step.streak().sameType()).isEqualTo(run.size());
    }
  }

  @Law
  void the_last_error_is_that_of_the_last_failure_until_a_success(long seed) {
    assertThat(steps(seed))
        .filteredOn(step -> step.failure() != null)
        .allSatisfy(
            step ->
                assertThat(requireNonNull(step.after().health().lastError()))
                    .extracting(LastError::type, LastError::message)
                    .isEqualTo(
                        List.of(
                            requireNonNull(step.failure()),
                            Feed.lastError(requireNonNull(step.failure())).message())));
  }

  @Law
  void the_next_poll_is_never_in_the_past_and_never_beyond_31_days_and_their_jitter(long seed) {
    assertThat(steps(seed))
        .allSatisfy(step -> assertThat(step.waiting()).isBetween(Duration.ZERO, LONGEST_JITTERED));
  }

  @Law
  void a_feed_is_disabled_only_by_a_failure_that_counts(long seed) {
    assertThat(steps(seed))
        .filteredOn(step -> !step.probed() && step.after().standing() instanceof Cooling)
        .allMatch(Step::counted);
  }

  @Law
  void a_cooldown_is_lifted_only_by_a_success(long seed) {
    assertThat(steps(seed))
        .filteredOn(step -> step.probed() && step.after().standing() instanceof Standing.Active)
        .allMatch(Step::succeeded);
  }

  @Law
  void a_probe_that_fails_in_a_counting_way_is_disabled_again_with_that_type(long seed) {
    assertThat(steps(seed))
        .filteredOn(step -> step.probed() && step.counted())
        .allSatisfy(
            step ->
                assertThat(step.after().standing())
                    .isInstanceOfSatisfying(
                        Cooling.class,
                        cooling -> assertThat(cooling.reason()).isEqualTo(step.failure())));
  }

  @Law
  void a_cooldown_keeps_its_beginning_for_as_long_as_it_lasts(long seed) {
    assertThat(steps(seed))
        .allSatisfy(
            step -> {
              if (step.after().standing() instanceof Cooling(_, var since, _, _)) {
                assertThat(since)
                    .isEqualTo(
                        step.before().state().standing() instanceof Cooling old
                            ? old.since()
                            : step.at().now());
              }
            });
  }

  @Law
  void the_end_of_a_cooldown_is_the_instant_of_the_next_poll(long seed) {
    assertThat(steps(seed))
        .allSatisfy(
            step -> {
              if (step.after().standing() instanceof Cooling(_, _, var until, _)) {
                assertThat(step.after().next().at()).isEqualTo(until);
              }
            });
  }

  @Law
  void what_does_not_count_never_shortens_a_cooldown(long seed) {
    assertThat(steps(seed))
        .filteredOn(step -> step.probed() && !step.counted() && !step.succeeded())
        .allSatisfy(
            step ->
                assertThat(((Cooling) step.after().standing()).until())
                    .isAfterOrEqualTo(((Cooling) step.before().state().standing()).until()));
  }

  @Law
  void a_cooldown_lasts_three_quarters_to_the_whole_of_its_length(long seed) {
    assertThat(steps(seed))
        .filteredOn(Step::counted)
        .allSatisfy(
            step -> {
              if (step.after().standing() instanceof Cooling(var reason, _, _, _)
                  && step.policy().table().rule(reason)
                      instanceof Rule.Counted(_, _, _, var cooldown, _)) {
                assertThat(step.waiting())
                    .isBetween(cooldown.multipliedBy(3).dividedBy(4), cooldown);
              }
            });
  }

  @Law
  void a_named_time_within_the_cap_is_never_cut_short_unless_the_feed_is_disabled(long seed) {
    assertThat(steps(seed))
        .allSatisfy(
            step -> {
              if (step.outcome() instanceof Outcome.Failed(_, var told, _)
                  && told != null
                  && told.compareTo(step.policy().longestRetryAfter()) <= 0
                  && step.after().next().reason() != Reason.COOLDOWN) {
                assertThat(step.waiting()).isGreaterThanOrEqualTo(told);
              }
            });
  }

  @Law
  void a_deferral_changes_no_count(long seed) {
    assertThat(steps(seed))
        .filteredOn(step -> step.outcome() instanceof Outcome.Deferred)
        .allSatisfy(
            step -> assertThat(step.after().health()).isEqualTo(step.before().state().health()));
  }

  @Law
  void a_fault_of_our_own_changes_no_count_and_lifts_or_disables_nothing(long seed) {
    assertThat(steps(seed))
        .allSatisfy(
            step -> {
              var after = step.policy().ourFault(step.before().claim(), step.at());
              assertThat(after.health()).isEqualTo(step.before().state().health());
              assertThat(after.standing()).hasSameClassAs(step.before().state().standing());
              assertThat(after.next().at()).isAfter(step.at().now());
            });
  }

  @Law
  void rate_limits_the_unexpected_and_deferrals_alone_never_disable(long seed) {
    var harmless = steps(seed, List.of(ErrorType.RATE_LIMITED, ErrorType.UNEXPECTED));

    assertThat(harmless).allMatch(step -> step.after().standing().equals(Standing.ACTIVE));
  }

  @Law
  void twenty_counted_failures_in_a_row_are_never_survived_under_the_standard_profile(long seed) {
    assertThat(steps(seed, STANDARD, ALL))
        .filteredOn(step -> step.streak().anyType() >= 20)
        .allMatch(step -> step.after().standing() instanceof Cooling);
  }

  @Law
  void a_feed_that_is_only_watched_is_never_disabled(long seed) {
    var watching =
        new Policy(
            Profile.WATCH_ONLY.table(), new Schedule(Duration.ofHours(1)), Duration.ofHours(1));

    assertThat(steps(seed, watching, ALL))
        .allMatch(step -> step.after().standing().equals(Standing.ACTIVE));
  }

  @Law
  void an_adaptive_feed_waits_15_min_to_24_h_and_their_jitter_for_what_counts(long seed) {
    var adaptive =
        new Policy(
            Profile.ADAPTIVE.table(), new Schedule(Duration.ofHours(1)), Duration.ofSeconds(1));

    assertThat(steps(seed, adaptive, ALL))
        .filteredOn(step -> step.counted() && step.after().next().reason() == Reason.BACKOFF)
        .allSatisfy(
            step ->
                assertThat(step.waiting())
                    .isBetween(Duration.ofMinutes(15), Duration.ofMinutes(24 * 75)));
  }

  @Law
  void an_outage_begins_with_the_first_failure_since_the_last_success(long seed) {
    Instant began = null;
    for (var step : steps(seed)) {
      began =
          step.succeeded()
              ? null
              : began == null && step.failure() != null ? step.at().now() : began;
      var last = step.after().health().lastError();
      assertThat(last == null ? null : last.outage().since()).isEqualTo(began);
    }
  }

  @Law
  void a_person_is_told_of_an_outage_at_its_first_error_and_never_twice_in_a_day(long seed) {
    Instant told = null;
    for (var step : steps(seed)) {
      var last = step.after().health().lastError();
      var now = last == null ? null : last.outage().toldAt();
      if (step.failure() == ErrorType.UNEXPECTED) {
        assertThat(now).isNotNull();
      }
      if (now != null && told != null && !now.equals(told)) {
        assertThat(Duration.between(told, now)).isGreaterThanOrEqualTo(Duration.ofDays(1));
      }
      told = now;
    }
  }

  @Law
  void a_held_feed_waits_as_long_as_it_would_have_cooled_down(long seed) {
    assertThat(steps(seed))
        .allSatisfy(
            step -> {
              var held = step.after().held();
              assertThat(held.next().at()).isEqualTo(step.after().next().at());
              assertThat(held.health()).isEqualTo(step.after().health());
              assertThat(held.standing()).isEqualTo(Standing.ACTIVE);
            });
  }

  @Law
  void the_same_arguments_lead_to_the_same_decision(long seed) {
    assertThat(steps(seed)).isEqualTo(steps(seed));
  }

  private static List<Step> steps(long seed) {
    return steps(seed, ALL);
  }

  private static List<Step> steps(long seed, List<ErrorType> types) {
    var dice = new Random(seed);
    var tables =
        List.of(
            Profile.STANDARD.table(),
            Profile.WATCH_ONLY.table(),
            Profile.BATCH.table(),
            Profile.BATCH.table().disablingAfter(4),
            Profile.ADAPTIVE.table());
    var table = tables.get(dice.nextInt(tables.size()));
    var policy =
        new Policy(
            new ErrorTable(
                table.rules(),
                table.backstop(),
                dice.nextBoolean() ? Counting.SAME_TYPE : Counting.ANY),
            new Schedule(Duration.ofMinutes(1 + dice.nextInt(24 * 60))),
            Duration.ofSeconds(1 + dice.nextInt(31 * 24 * 3600)));
    return steps(seed, policy, types);
  }

  private static List<Step> steps(long seed, Policy policy, List<ErrorType> types) {
    var dice = new Random(seed);
    var steps = new ArrayList<Step>();
    var feed = dice.nextBoolean() ? Feed.FINE : Feed.FINE.every(Duration.ofMinutes(15));
    var now = Feed.NOW;
    var failing = 0.0;
    var likely = types;
    for (int i = 0; i < STEPS; i++) {
      if (i % 30 == 0) { // calm times and stormy ones, with runs of one type and with mixes
        failing = dice.nextDouble(0.5, 1.0);
        likely = someOf(types, dice);
      }
      var at = new Moment(now, dice.nextDouble());
      var outcome = outcome(dice, failing, likely, now);
      var after = policy.next(feed.claim(), outcome, at);
      steps.add(new Step(policy, feed, outcome, at, after));
      feed = new Feed(after, feed.interval(), null);
      now = later(dice, now, requireNonNull(after.next().at()));
    }
    return steps;
  }

  private static List<ErrorType> someOf(List<ErrorType> types, Random dice) {
    var shuffled = new ArrayList<>(types);
    Collections.shuffle(shuffled, dice);
    return shuffled.subList(0, 1 + dice.nextInt(types.size()));
  }

  private static Outcome outcome(Random dice, double failing, List<ErrorType> types, Instant now) {
    if (dice.nextInt(10) == 0) {
      return new Outcome.Deferred(now.plusSeconds(dice.nextInt(-60, 600)));
    }
    if (dice.nextDouble() >= failing) {
      return dice.nextBoolean() ? Feed.FRESH : Feed.NOT_MODIFIED;
    }
    var told = dice.nextInt(3) == 0 ? Duration.ofSeconds(dice.nextInt(31 * 24 * 3600)) : null;
    return Feed.failed(types.get(dice.nextInt(types.size())), told);
  }

  // Mostly when it is due or a little after; sometimes a person forces a poll before that.
  private static Instant later(Random dice, Instant now, Instant due) {
    return dice.nextInt(8) == 0
        ? now.plusSeconds(1 + dice.nextInt(60))
        : due.plusMillis(dice.nextInt(60_000));
  }
}
