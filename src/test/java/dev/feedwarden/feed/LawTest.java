package dev.feedwarden.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The laws by the fuzzer's seeds; FuzzTest goes on from there. */
final class LawTest {
  @ParameterizedTest(name = "X-14 {0}")
  @EnumSource
  void every_law_holds_for_the_hostile_samples(Law law) {
    assertThat(Seeds.of(law)).isNotEmpty();
    for (var seed : Seeds.of(law)) {
      assertThatCode(() -> law.hold(seed)).doesNotThrowAnyException();
    }
  }
}
