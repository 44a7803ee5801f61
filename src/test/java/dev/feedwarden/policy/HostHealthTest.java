package dev.feedwarden.policy;

import static dev.feedwarden.model.ErrorType.FORBIDDEN;
import static dev.feedwarden.model.ErrorType.NETWORK;
import static dev.feedwarden.model.ErrorType.NOT_FOUND;
import static dev.feedwarden.model.ErrorType.RATE_LIMITED;
import static dev.feedwarden.model.ErrorType.UPSTREAM_FAILURE;
import static dev.feedwarden.policy.Feed.FRESH;
import static dev.feedwarden.policy.Feed.NOT_MODIFIED;
import static dev.feedwarden.policy.Feed.NOW;
import static dev.feedwarden.policy.Feed.failed;
import static java.time.Duration.ZERO;
import static java.time.Duration.ofDays;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Blame;
import dev.feedwarden.model.Cause;
import dev.feedwarden.model.ErrorType;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.PollError;
import dev.feedwarden.model.Siblings;
import dev.feedwarden.model.Siblings.Failing;
import dev.feedwarden.model.Trouble;
import dev.feedwarden.policy.HostHealth.Finding;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class HostHealthTest {
  private static final Instant AN_HOUR_AGO = NOW.minus(ofHours(1));
  private static final Instant BEGAN = NOW.minus(ofMinutes(20));
  private static final Finding WELL = new Finding(null, false, ZERO);

  private static Finding judged(Outcome outcome, Siblings others) {
    return HostHealth.STANDARD.after(null, outcome, NOW, others, AN_HOUR_AGO, NOW);
  }

  private static Siblings others(int polled, Map<ErrorType, Failing> failing) {
    return new Siblings(polled, failing, BEGAN.minusMillis(1));
  }

  @ParameterizedTest(name = "{0} and {1} others of {2} fail: {3}")
  @CsvSource(
      textBlock =
          """
          1, 0, 0, false
          1, 0, 1, false
          1, 1, 1, true
          1, 1, 3, true
          1, 1, 4, false
          1, 4, 9, true
          1, 3, 9, false
          1, 4, 8, true
          1, 3, 8, false
          """)
  void two_and_half_of_the_feeds_make_a_host(int one, int failing, int polled, boolean isHosts) {
    var others =
        others(polled, failing == 0 ? Map.of() : Map.of(NOT_FOUND, new Failing(failing, BEGAN)));

    assertThat(judged(failed(NOT_FOUND), others))
        .isEqualTo(
            isHosts
                ? new Finding(
                    new Trouble(
                        NOW,
                        0,
                        (one + failing) + " of " + (one + polled) + " feeds fail with not_found"),
                    true,
                    ofMinutes(15))
                : WELL);
  }

  @Test
  void an_error_and_silence_are_alike_and_other_types_are_not() {
    var mixed =
        others(4, Map.of(NETWORK, new Failing(1, BEGAN), UPSTREAM_FAILURE, new Failing(1, BEGAN)));

    assertThat(judged(failed(UPSTREAM_FAILURE), mixed).isHosts()).isTrue();
    assertThat(judged(failed(NETWORK), mixed).isHosts()).isTrue();
    assertThat(judged(failed(NOT_FOUND), mixed)).isEqualTo(WELL);
    assertThat(judged(failed(FORBIDDEN), others(1, Map.of(NOT_FOUND, new Failing(1, BEGAN)))))
        .isEqualTo(WELL);
  }

  @Test
  void a_success_since_the_first_failure_speaks_for_the_host() {
    var failing = Map.of(NOT_FOUND, new Failing(5, BEGAN));

    assertThat(judged(failed(NOT_FOUND), new Siblings(5, failing, BEGAN))).isEqualTo(WELL);
    assertThat(judged(failed(NOT_FOUND), new Siblings(5, failing, BEGAN.minusMillis(1))).isHosts())
        .isTrue();
    assertThat(judged(failed(NOT_FOUND), new Siblings(5, failing, null)).isHosts()).isTrue();
  }

  @Test
  void a_feed_that_was_failing_before_proves_nothing() {
    var others = others(1, Map.of(NOT_FOUND, new Failing(1, BEGAN)));

    assertThat(
            HostHealth.STANDARD.after(
                null, failed(NOT_FOUND), AN_HOUR_AGO.minusMillis(1), others, AN_HOUR_AGO, NOW))
        .isEqualTo(WELL);
    assertThat(
            HostHealth.STANDARD
                .after(null, failed(NOT_FOUND), AN_HOUR_AGO, others, AN_HOUR_AGO, NOW)
                .isHosts())
        .isTrue();
  }

  @ParameterizedTest
  @EnumSource(names = {"RATE_LIMITED", "UNEXPECTED"})
  void what_is_about_pace_or_ourselves_is_no_hosts_failure(ErrorType type) {
    assertThat(judged(failed(type), others(1, Map.of(type, new Failing(1, BEGAN)))))
        .isEqualTo(WELL);
    assertThat(HostHealth.isSuspect(failed(type))).isFalse();
    assertThat(HostHealth.isSuspect(failed(NOT_FOUND))).isTrue();
    assertThat(HostHealth.isSuspect(FRESH)).isFalse();
  }

  private static Finding during(Duration age, int probes, Outcome outcome) {
    var trouble = new Trouble(NOW.minus(age), probes, "why");
    return HostHealth.STANDARD.after(
        trouble, outcome, AN_HOUR_AGO.minusSeconds(9), Siblings.NONE, AN_HOUR_AGO, NOW);
  }

  @ParameterizedTest(name = "after probe {0}: {1} min")
  @CsvSource(
      textBlock =
          """
          1, 30
          2, 60
          3, 120
          4, 240
          5, 360
          99, 360
          """)
  void probes_follow_at_doubled_intervals_up_to_six_hours(int probe, int minutes) {
    assertThat(during(ofHours(1), probe - 1, failed(NOT_FOUND)))
        .isEqualTo(new Finding(new Trouble(AN_HOUR_AGO, probe, "why"), true, ofMinutes(minutes)));
  }

  @Test
  void feeds_are_excused_for_three_days_and_then_judged_alone_though_it_goes_on() {
    assertThat(during(ofDays(3).minusMillis(1), 9, failed(NOT_FOUND)).isHosts()).isTrue();
    assertThat(during(ofDays(3), 9, failed(NOT_FOUND)))
        .isEqualTo(new Finding(new Trouble(NOW.minus(ofDays(3)), 10, "why"), false, ofHours(6)));
  }

  @Test
  void a_probe_that_fails_otherwise_is_excused_too_unless_it_is_about_pace() {
    assertThat(during(ofHours(1), 0, failed(FORBIDDEN)).isHosts()).isTrue();
    assertThat(during(ofHours(1), 0, failed(RATE_LIMITED)))
        .isEqualTo(new Finding(new Trouble(AN_HOUR_AGO, 1, "why"), false, ofMinutes(30)));
  }

  @Test
  void any_success_ends_it() {
    assertThat(during(ofHours(1), 3, FRESH)).isEqualTo(WELL);
    assertThat(during(ofHours(1), 3, NOT_MODIFIED)).isEqualTo(WELL);
  }

  @Test
  void a_deferral_changes_nothing() {
    assertThat(during(ofSeconds(9), 3, new Outcome.Deferred(NOW)))
        .isEqualTo(new Finding(new Trouble(NOW.minusSeconds(9), 3, "why"), false, ZERO));
  }

  private static Outcome blamed(Blame whose) {
    return new Outcome.Failed(
        new PollError(NETWORK, Cause.TIMEOUT_READ, 0, "https://example.org/feed"), null, whose);
  }

  @Test
  void what_may_be_our_own_failure_opens_nothing_and_what_is_ours_changes_nothing() {
    var others = others(1, Map.of(NETWORK, new Failing(1, BEGAN)));

    assertThat(judged(blamed(Blame.FEED), others).isHosts()).isTrue();
    assertThat(judged(blamed(Blame.PENDING), others)).isEqualTo(WELL);
    assertThat(judged(blamed(Blame.US), others)).isEqualTo(WELL);
    assertThat(during(ofHours(1), 0, blamed(Blame.PENDING)).isHosts()).isTrue();
    assertThat(during(ofHours(1), 3, blamed(Blame.US)))
        .isEqualTo(new Finding(new Trouble(AN_HOUR_AGO, 3, "why"), false, ZERO));
  }
}
