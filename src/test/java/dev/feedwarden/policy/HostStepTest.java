package dev.feedwarden.policy;

import static dev.feedwarden.model.ErrorType.NOT_FOUND;
import static dev.feedwarden.policy.Feed.FINE;
import static dev.feedwarden.policy.Feed.FRESH;
import static dev.feedwarden.policy.Feed.NOW;
import static dev.feedwarden.policy.Feed.failed;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Blame;
import dev.feedwarden.model.Cause;
import dev.feedwarden.model.FeedState;
import dev.feedwarden.model.FeedState.Snapshot;
import dev.feedwarden.model.FeedState.Visits;
import dev.feedwarden.model.Health;
import dev.feedwarden.model.HostMemory;
import dev.feedwarden.model.NextPoll;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.Pace;
import dev.feedwarden.model.PollError;
import dev.feedwarden.model.Siblings;
import dev.feedwarden.model.Siblings.Failing;
import dev.feedwarden.model.Trouble;
import dev.feedwarden.policy.HostPace.Lesson;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class HostStepTest {
  private static final Instant AN_HOUR_AGO = NOW.minus(ofHours(1));
  private static final Pace SLOW = new Pace(ofSeconds(9), 0, null, null);
  private static final Siblings FAILING =
      new Siblings(1, Map.of(NOT_FOUND, new Failing(1, AN_HOUR_AGO)), null);

  private static Outcome blamed(Blame whose) {
    return new Outcome.Failed(
        new PollError(NOT_FOUND, Cause.STATUS, 499, "https://example.org/feed"), null, whose);
  }

  private static HostStep step(Outcome heard, Lesson lesson, Siblings others) {
    return HostStep.of(HostHealth.STANDARD, FINE.claim(), heard, lesson, others, AN_HOUR_AGO, NOW);
  }

  @Test
  void the_longer_of_the_two_rests_holds() {
    assertThat(step(failed(NOT_FOUND), new Lesson(SLOW, ofSeconds(9), false), FAILING))
        .isEqualTo(
            new HostStep(
                blamed(Blame.HOST),
                new HostMemory(SLOW, new Trouble(NOW, 0, "2 of 2 feeds fail with not_found")),
                ofMinutes(15)));
    assertThat(step(failed(NOT_FOUND), new Lesson(SLOW, ofHours(1), false), FAILING).rest())
        .isEqualTo(ofHours(1));
  }

  @Test
  void what_the_host_refused_is_deferred_and_says_nothing_about_its_health() {
    assertThat(step(failed(NOT_FOUND), new Lesson(SLOW, ofSeconds(9), true), FAILING))
        .isEqualTo(
            new HostStep(
                new Outcome.Deferred(NOW.plusSeconds(9)),
                new HostMemory(SLOW, null),
                ofSeconds(9)));
  }

  @Test
  void what_may_be_ours_is_not_taken_for_the_hosts() {
    assertThat(step(blamed(Blame.PENDING), new Lesson(SLOW, ofSeconds(9), false), FAILING))
        .isEqualTo(new HostStep(blamed(Blame.PENDING), new HostMemory(SLOW, null), ofSeconds(9)));
  }

  @Test
  void a_success_is_left_as_it_is() {
    assertThat(step(FRESH, new Lesson(SLOW, ofSeconds(9), false), Siblings.NONE))
        .isEqualTo(new HostStep(FRESH, new HostMemory(SLOW, null), ofSeconds(9)));
  }

  @ParameterizedTest(name = "polled {0} min ago: compared with the last {1} min")
  @CsvSource(
      textBlock =
          """
          -1,    60
          10,    60
          61,    61
          1440,  1440
          9999,  1440
          """)
  void others_are_compared_since_the_last_poll_an_interval_at_least_a_day_at_most(
      int minutesAgo, int window) {
    var last = minutesAgo < 0 ? null : NOW.minus(ofMinutes(minutesAgo));
    var state =
        new FeedState(
            Snapshot.NONE,
            Health.FINE,
            new Visits(last, null),
            new NextPoll(NOW, NextPoll.Reason.INTERVAL));

    assertThat(HostStep.since(state, ofHours(1), NOW)).isEqualTo(NOW.minus(ofMinutes(window)));
  }
}
