package dev.feedwarden.policy;

import static dev.feedwarden.model.ErrorType.GONE;
import static dev.feedwarden.model.ErrorType.NETWORK;
import static dev.feedwarden.model.ErrorType.NOT_FOUND;
import static dev.feedwarden.policy.Feed.FINE;
import static dev.feedwarden.policy.Feed.FRESH;
import static dev.feedwarden.policy.Feed.NOW;
import static dev.feedwarden.policy.Feed.failed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Blame;
import dev.feedwarden.model.Claim;
import dev.feedwarden.model.ErrorType;
import dev.feedwarden.model.FeedState;
import dev.feedwarden.model.Health;
import dev.feedwarden.model.Health.LastError;
import dev.feedwarden.model.Health.Outage;
import dev.feedwarden.model.NextPoll;
import dev.feedwarden.model.NextPoll.Reason;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.Standing;
import dev.feedwarden.model.Transition;
import dev.feedwarden.policy.Policy.Moment;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** What follows from a failure that is not the feed's. */
final class BlameTest {
  private static final Policy POLICY =
      new Policy(Profile.STANDARD.table(), new Schedule(Duration.ofHours(1)), Duration.ofHours(1));
  private static final NextPoll IN_AN_HOUR =
      new NextPoll(NOW.plus(Duration.ofHours(1)), Reason.INTERVAL);

  private static Outcome excused(ErrorType type, Blame blame) {
    return failed(type) instanceof Outcome.Failed failed ? failed.of(blame) : FRESH;
  }

  private static LastError shown(ErrorType type, Instant since, Blame blame) {
    return new LastError(type, Feed.lastError(type).message(), new Outage(since, null), blame);
  }

  @ParameterizedTest
  @EnumSource(value = Blame.class, names = "FEED", mode = Mode.EXCLUDE)
  void a_failure_of_somebody_else_is_shown_and_counted_nowhere(Blame blame) {
    var before = FINE.after(2, POLICY, failed(NOT_FOUND));
    var health = before.state().health();

    var after = before.after(POLICY, excused(NETWORK, blame)).state();

    assertThat(after)
        .isEqualTo(
            new Transition(
                new Health(
                    health.consecutiveErrors(),
                    health.errorCount(),
                    health.streak(),
                    health.repeats(),
                    shown(NETWORK, NOW, blame)),
                Standing.ACTIVE,
                IN_AN_HOUR));
  }

  @ParameterizedTest
  @EnumSource(value = Blame.class, names = "FEED", mode = Mode.EXCLUDE)
  void however_often_it_happens_nothing_is_disabled(Blame blame) {
    var after = FINE.after(100, POLICY, excused(GONE, blame)).state();

    assertThat(after.standing()).isEqualTo(Standing.ACTIVE);
    assertThat(after.health())
        .isEqualTo(new Health(0, 0, Health.Streak.NONE, 0, shown(GONE, NOW, blame)));
  }

  @Test
  void a_streak_goes_on_after_it_as_if_it_had_not_been() {
    var failing =
        FINE.after(
            POLICY,
            failed(NOT_FOUND),
            failed(NOT_FOUND),
            excused(NETWORK, Blame.US),
            failed(NOT_FOUND));

    assertThat(failing.state().standing()).isInstanceOf(Standing.Cooling.class);
  }

  @Test
  void a_probe_that_failed_through_no_fault_of_its_own_is_made_again_after_the_interval() {
    var since = NOW.minus(Duration.ofDays(7));
    var probed = FINE.standing(new Standing.Cooling(NOT_FOUND, since, NOW, "policy"));

    var after = probed.after(POLICY, excused(NETWORK, Blame.PENDING)).state();

    assertThat(after.standing())
        .isEqualTo(new Standing.Cooling(NOT_FOUND, since, NOW.plus(Duration.ofHours(1)), "policy"));
    assertThat(after.next()).isEqualTo(IN_AN_HOUR);
  }

  @Test
  void what_was_never_counted_does_not_make_an_outage_older() {
    var later = NOW.plus(Duration.ofDays(2));
    var excused = FINE.after(POLICY, excused(NETWORK, Blame.US));

    var health = POLICY.next(excused.claim(), failed(NETWORK), new Moment(later, 0.5)).health();

    assertThat(health)
        .isEqualTo(
            new Health(
                1, 1, new Health.Streak(NETWORK, 1, 1), 0, shown(NETWORK, later, Blame.FEED)));
  }

  @Test
  void an_outage_that_was_counted_goes_on_behind_one_that_was_not() {
    var failing = FINE.after(POLICY, failed(NETWORK), excused(NETWORK, Blame.US));

    var health =
        POLICY.next(failing.claim(), failed(NETWORK), new Moment(NOW.plusSeconds(9), 0.5)).health();

    assertThat(health.lastError()).isEqualTo(shown(NETWORK, NOW, Blame.FEED));
    assertThat(health.consecutiveErrors()).isEqualTo(2);
  }

  @Test
  void a_failure_of_ours_takes_nobodys_turn() {
    var due = FINE.claim();
    var laterOn = new NextPoll(NOW.plus(Duration.ofMinutes(50)), NextPoll.Reason.LEARNED);
    var state = due.state();
    var canary =
        new Claim(
            due.lease(),
            due.source(),
            new FeedState(state.snapshot(), state.health(), state.visits(), laterOn));
    var ours = excused(NETWORK, Blame.US);

    assertThat(POLICY.next(canary, ours, new Moment(NOW, 0.5)).next()).isEqualTo(laterOn);
    assertThat(POLICY.next(due, ours, new Moment(NOW, 0)).next())
        .isEqualTo(new NextPoll(NOW.plus(Duration.ofMinutes(15)), NextPoll.Reason.INTERVAL));
  }

  @Test
  void a_success_leaves_nothing_of_it() {
    assertThat(FINE.after(POLICY, excused(NETWORK, Blame.PENDING), FRESH).state().health())
        .isEqualTo(Health.FINE);
  }
}
