package dev.feedwarden.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.DisableBudget.Answer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class DisableBudgetTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  @ParameterizedTest(name = "of {0} feeds {1}")
  @CsvSource({"0, 3", "1, 3", "79, 3", "80, 4", "99, 4", "100, 5", "1000000, 50000"})
  void five_percent_of_the_fleet_may_go_in_an_hour_and_never_fewer_than_three(
      long fleet, int granted) {
    var budget = DisableBudget.UNUSED;
    for (int i = 0; i < granted; i++) {
      var answer = budget.ask(fleet, NOW);
      assertThat(answer).isInstanceOf(Answer.Granted.class);
      budget = answer.after();
    }

    assertThat(budget.ask(fleet, NOW)).isInstanceOf(Answer.Refused.class);
    assertThat(DisableBudget.cap(fleet)).isEqualTo(granted);
  }

  @Test
  void a_person_is_told_of_the_first_refusal_in_an_hour() {
    var budget = spent(NOW);

    var first = budget.ask(10, NOW);
    var second = first.after().ask(10, NOW.plusSeconds(60));

    assertThat(first)
        .isInstanceOfSatisfying(Answer.Refused.class, r -> assertThat(r.first()).isTrue());
    assertThat(second)
        .isInstanceOfSatisfying(Answer.Refused.class, r -> assertThat(r.first()).isFalse());
  }

  @Test
  void the_next_hour_has_its_own() {
    assertThat(spent(NOW).ask(10, NOW.plus(Duration.ofMinutes(59))))
        .isInstanceOf(Answer.Refused.class);
    assertThat(spent(NOW).ask(10, NOW.plus(Duration.ofMinutes(65))))
        .isInstanceOf(Answer.Granted.class);
  }

  @Test
  void a_clock_that_went_back_grants_no_more() {
    assertThat(spent(NOW).ask(10, NOW.minus(Duration.ofDays(1))))
        .isInstanceOf(Answer.Refused.class);
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void r_23_no_window_of_an_hour_ever_holds_more_than_the_cap(long seed) {
    var dice = new Random(seed);
    var budget = DisableBudget.UNUSED;
    var granted = new ArrayList<Instant>();
    var now = NOW;
    for (int i = 0; i < 5_000; i++) {
      now = now.plusMillis(dice.nextInt(200_000));
      var answer = budget.ask(200, now);
      if (answer instanceof Answer.Granted) {
        granted.add(now);
      }
      budget = answer.after();
    }

    for (int i = 10; i < granted.size(); i++) {
      assertThat(Duration.between(granted.get(i - 10), granted.get(i)))
          .isGreaterThanOrEqualTo(Duration.ofHours(1));
    }
    assertThat(granted).hasSizeGreaterThan(100);
  }

  private static DisableBudget spent(Instant at) {
    var budget = DisableBudget.UNUSED;
    for (var _ : List.of(1, 2, 3)) {
      budget = budget.ask(10, at).after();
    }
    return budget;
  }
}
