package dev.feedwarden.lab.sim;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.feedwarden.policy.Profile;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
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
}
