package dev.feedwarden.policy;

import static dev.feedwarden.policy.Feed.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.ErrorType;
import dev.feedwarden.model.Standing;
import dev.feedwarden.policy.Policy.Moment;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ByHandTest {
  private static final Moment AT = new Moment(NOW, 0);

  @ParameterizedTest(name = "{0}: {1} h")
  @CsvSource({
    "forbidden, 24",
    "not_found, 48",
    "gone, 72",
    "upstream_failure, 6",
    "network, 12",
    "parse_error, 24"
  })
  void the_name_of_a_type_that_disables_begins_its_cooldown(String reason, int hours) {
    assertThat(ByHand.disabled(reason, Profile.STANDARD.table(), "ann", AT))
        .hasValue(
            new Standing.Cooling(
                ErrorType.ofWire(reason), NOW, NOW.plus(Duration.ofHours(hours)), "ann"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"too noisy", "rate_limited", "unexpected", "Forbidden"})
  void any_other_text_is_the_note_of_a_stop(String note) {
    assertThat(ByHand.disabled(note, Profile.STANDARD.table(), "ann", AT))
        .hasValue(new Standing.Stopped(NOW, "ann", note));
  }

  @ParameterizedTest
  @ValueSource(strings = {"manual", "", "  "})
  void no_reason_is_a_stop_without_a_note(String reason) {
    assertThat(ByHand.disabled(reason, Profile.STANDARD.table(), "ann", AT))
        .hasValue(new Standing.Stopped(NOW, "ann", ""));
  }

  @Test
  void a_note_has_200_characters_at_most() {
    assertThat(ByHand.disabled("é".repeat(200), Profile.STANDARD.table(), "ann", AT)).isPresent();
    assertThat(ByHand.disabled("é".repeat(201), Profile.STANDARD.table(), "ann", AT)).isEmpty();
  }
}
