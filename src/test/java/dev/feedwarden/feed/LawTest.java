package dev.feedwarden.feed;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The laws by the fuzzer's seeds; FuzzTest goes on from there. */
final class LawTest {
  // What patterns with two ways to match the same text would stumble over.
  private static final List<String> PIECES =
      List.of(
          " ",
          "0",
          "1",
          "a",
          ",",
          ".",
          "/",
          "%",
          "&",
          ";",
          ":",
          "@",
          "<",
          "<a",
          "<a ",
          "</a>",
          "=",
          "\"",
          "a=\"",
          "-",
          "(",
          "[",
          "\\",
          "a@",
          "a.",
          "x=1&",
          "max-age=,",
          "; charset",
          "\u0300");

  @ParameterizedTest(name = "X-14 {0}")
  @EnumSource
  void every_law_holds_for_the_hostile_samples(Law law) {
    assertThat(Seeds.of(law)).isNotEmpty();
    for (var seed : Seeds.of(law)) {
      assertThatCode(() -> law.hold(seed)).doesNotThrowAnyException();
    }
  }

  @ParameterizedTest(name = "H-06 {0}")
  @EnumSource
  void a_megabyte_of_anything_takes_linear_time(Law law) {
    for (var piece : PIECES) {
      var input = (piece.repeat(1_000_000 / piece.length()) + "!").getBytes(UTF_8);
      assertTimeout(Duration.ofSeconds(5), () -> law.hold(input), piece);
    }
  }
}
