package dev.feedwarden.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How long one waits who did not know the word. */
final class GuessesTest {
  private Instant now = Instant.parse("2026-03-01T12:00:00Z");
  private final Guesses guesses = new Guesses(() -> now);

  private void fail(int times) {
    for (int i = 0; i < times; i++) {
      guesses.failed("a");
    }
  }

  private long seconds(String address) {
    var refused = catchThrowableOfType(Refusal.class, () -> guesses.admit(address));
    return refused == null ? 0 : Long.parseLong(refused.headers().getOrDefault("Retry-After", ""));
  }

  @ParameterizedTest(name = "{0} failures: {1} s")
  @CsvSource({"0, 0", "4, 0", "5, 15", "6, 30", "7, 60", "10, 480", "11, 900", "100, 900"})
  void p_37_the_wait_doubles_and_is_bounded(int failures, long wait) {
    fail(failures);

    assertThat(seconds("a")).isEqualTo(wait);
    assertThat(seconds("b")).isZero();
  }

  @Test
  void p_37_after_the_wait_there_is_one_more_try_and_who_is_right_begins_anew() {
    fail(5);
    now = now.plusSeconds(15);
    assertThatCode(() -> guesses.admit("a")).doesNotThrowAnyException();
    fail(1);
    assertThat(seconds("a")).isEqualTo(30);

    guesses.succeeded("a");
    fail(4);

    assertThat(seconds("a")).isZero();
  }
}
