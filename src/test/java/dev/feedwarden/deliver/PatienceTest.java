package dev.feedwarden.deliver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.deliver.Patience.Step;
import dev.feedwarden.model.Progress;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PatienceTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  private static Progress progress(int tries, int failures) {
    return new Progress(tries, failures, NOW.minusSeconds(1), "before");
  }

  private static Verdict trouble(@Nullable Duration retryAfter) {
    return new Verdict.DestinationTrouble("status 503", retryAfter);
  }

  @Test
  void what_was_taken_begins_anew() {
    assertThat(Patience.after(progress(2, 9), new Verdict.Delivered("ts"), NOW, 0.5))
        .isEqualTo(new Step.Onward(Progress.FRESH));
  }

  @ParameterizedTest(name = "after {0} failures {1} s")
  @CsvSource(
      textBlock =
          """
          0,   1
          1,   2
          4,  16
          8, 256
          9, 300
          1000000, 300
          """)
  void trouble_waits_twice_as_long_each_time_up_to_five_minutes(int failures, long seconds) {
    assertThat(Patience.after(progress(1, failures), trouble(null), NOW, 0))
        .isEqualTo(
            new Step.Again(new Progress(1, failures + 1, NOW.plusSeconds(seconds), "status 503")));
  }

  @ParameterizedTest(name = "Retry-After {0}: {1} s")
  @CsvSource(
      textBlock =
          """
          PT0S,     1
          PT30S,   30
          PT20M, 1200
          P31D,  3600
          """)
  void a_destination_that_asks_for_time_gets_it_within_an_hour(Duration asked, long seconds) {
    assertThat(Patience.after(progress(0, 0), trouble(asked), NOW, 0))
        .isEqualTo(new Step.Again(new Progress(0, 1, NOW.plusSeconds(seconds), "status 503")));
  }

  @ParameterizedTest(name = "dice {0}: {1} ms")
  @CsvSource(
      textBlock =
          """
          0.0, 4000
          0.5, 4500
          1.0, 5000
          """)
  void waits_are_spread(double dice, long millis) {
    assertThat(Patience.after(progress(0, 2), trouble(null), NOW, dice).progress().notBefore())
        .isEqualTo(NOW.plusMillis(millis));
  }

  @Test
  void no_spread_goes_beyond_five_minutes() {
    assertThat(Patience.after(progress(0, 20), trouble(null), NOW, 1).progress().notBefore())
        .isEqualTo(NOW.plusSeconds(300));
  }

  @Test
  void what_is_refused_is_tried_three_times_in_all_and_then_buried() {
    var refused = new Verdict.EventRefused(400, "status 400: invalid_payload");

    var first = Patience.after(Progress.FRESH, refused, NOW, 0);
    var second = Patience.after(first.progress(), refused, NOW, 0);
    var third = Patience.after(second.progress(), refused, NOW, 0);
    var next = Patience.after(third.progress(), refused, NOW, 0);

    assertThat(first)
        .isEqualTo(new Step.Again(new Progress(1, 1, NOW.plusSeconds(1), refused.reason())));
    assertThat(second)
        .isEqualTo(new Step.Again(new Progress(2, 2, NOW.plusSeconds(2), refused.reason())));
    assertThat(third)
        .isEqualTo(
            new Step.Buried(
                new Progress(0, 3, NOW.plusSeconds(4), refused.reason()), 400, refused.reason()));
    assertThat(next)
        .as("who refuses everything is asked ever less often")
        .isEqualTo(new Step.Again(new Progress(1, 4, NOW.plusSeconds(8), refused.reason())));
  }

  @Test
  void trouble_uses_up_no_try_of_a_message() {
    var step = Patience.after(progress(2, 2), trouble(null), NOW, 0);

    assertThat(step.progress().tries()).isEqualTo(2);
  }
}
