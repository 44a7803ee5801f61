package dev.feedwarden.lab.sim;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.feedwarden.policy.Profile;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;

final class LabTest {
  private static final Logger LOG = (Logger) LoggerFactory.getLogger("dev.feedwarden");
  private static @Nullable Level before;

  // Thirty days of failures are many lines.
  @BeforeAll
  static void hush() {
    before = LOG.getLevel();
    LOG.setLevel(Level.OFF);
  }

  @AfterAll
  static void speak() {
    LOG.setLevel(before);
  }

  private static Score grade(String scenario, Profile profile, long seed) {
    return Lab.grade(
        Scenarios.named(scenario).orElseThrow(), profile.wire(), profile.table(), seed);
  }

  @Test
  void the_same_seed_gives_the_same_score_and_another_one_another() {
    var score = grade("outage-24h", Profile.STANDARD, 1);

    assertThat(grade("outage-24h", Profile.STANDARD, 1)).isEqualTo(score);
    assertThat(grade("outage-24h", Profile.STANDARD, 2)).isNotEqualTo(score);
  }

  @ParameterizedTest
  @CsvSource({
    "daily-4h, STANDARD",
    "daily-4h, ADAPTIVE",
    "daily-7h, STANDARD",
    "daily-7h, ADAPTIVE"
  })
  void feeds_of_a_host_that_is_away_each_night_are_hardly_ever_stale(
      String scenario, Profile profile) {
    assertThat(grade(scenario, profile, 1).freshness().stale()).isLessThanOrEqualTo(0.05);
  }

  @ParameterizedTest
  @CsvSource({"STANDARD", "ADAPTIVE"})
  void a_crowded_host_is_asked_at_its_own_pace_and_nobody_is_left_out(Profile profile) {
    var score = grade("crowded-host", profile, 1);

    assertThat(score.freshness().neverRefreshed()).isZero();
    assertThat(score.load().refused()).isLessThan(100);
  }

  @ParameterizedTest
  @CsvSource({
    "local-dns, STANDARD", "local-dns, ADAPTIVE",
    "local-portal, STANDARD", "local-portal, ADAPTIVE",
    "local-clock, STANDARD", "local-clock, ADAPTIVE",
  })
  void an_outage_of_our_own_harms_no_feed_and_is_told_once(String scenario, Profile profile) {
    assertThat(grade(scenario, profile, 1).harm()).isEqualTo(new Score.Harm(0, 0, 1, 1));
  }

  @ParameterizedTest
  @CsvSource({"STANDARD", "ADAPTIVE"})
  void a_worker_without_a_resolver_harms_nobody_while_the_other_goes_on(Profile profile) {
    var score = grade("one-of-two", profile, 1);

    assertThat(score.harm()).isEqualTo(new Score.Harm(0, 0, 1, 1));
    assertThat(score.freshness()).isEqualTo(new Score.Freshness(null, 0, 0));
  }

  @ParameterizedTest
  @CsvSource({"STANDARD", "ADAPTIVE"})
  void after_a_day_of_outage_a_feed_is_back_within_hours(Profile profile) {
    assertThat(grade("outage-24h", profile, 1).freshness().mean())
        .hasValueSatisfying(mean -> assertThat(mean).isLessThanOrEqualTo(Duration.ofHours(10)));
  }

  @ParameterizedTest
  @CsvSource({"dead-404", "dead-host", "dead-5xx"})
  void the_adaptive_profile_hardly_asks_the_dead(String scenario) {
    assertThat(Measure.TO_THE_DEAD.of(grade(scenario, Profile.ADAPTIVE, 1)))
        .hasValueSatisfying(requests -> assertThat(requests.longValue()).isLessThanOrEqualTo(40));
  }

  @Test
  void ten_thousand_overdue_feeds_are_asked_at_the_rate_of_a_start() {
    var score = grade("restart", Profile.STANDARD, 1);

    assertThat(score.load().peak()).isLessThanOrEqualTo(1_200);
    assertThat(score.freshness().neverRefreshed()).isZero();
  }
}
