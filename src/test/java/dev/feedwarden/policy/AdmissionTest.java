package dev.feedwarden.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class AdmissionTest {
  private static final int LONGEST = 200;

  @ParameterizedTest
  @ValueSource(strings = {"a", "Ångström", "😀"})
  void a_name_is_what_can_be_read(String name) {
    assertThat(Admission.isName(name)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a\nb", "a\u0000", "\u001b[2J"})
  void what_cannot_be_read_is_no_name(String name) {
    assertThat(Admission.isName(name)).isFalse();
  }

  @Test
  void a_name_has_so_many_characters_at_most_whatever_they_are() {
    assertThat(Admission.isName("😀".repeat(LONGEST))).isTrue();
    assertThat(Admission.isName("😀".repeat(LONGEST + 1))).isFalse();
  }

  @Test
  void a_name_that_is_too_long_is_made_to_fit() {
    assertThat(Admission.fitting("😀".repeat(LONGEST))).isEqualTo("😀".repeat(LONGEST));
    assertThat(Admission.fitting("😀".repeat(LONGEST + 1)))
        .isEqualTo("😀".repeat(LONGEST - 1) + "…");
  }

  @ParameterizedTest
  @CsvSource({"0, false", "1, true", "-1, false"})
  void an_interval_is_a_minute_at_least(long minutes, boolean good) {
    assertThat(Admission.interval(minutes))
        .isEqualTo(good ? Optional.of(Duration.ofMinutes(minutes)) : Optional.empty());
  }
}
