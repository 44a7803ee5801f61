package dev.feedwarden.feed;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The laws against a fuzzer, for six seconds each, three for short texts. */
@Tag("slow")
@SuppressWarnings("NullAway.Init") // JUnit calls begin() first
final class FuzzTest {
  private static Fuzzing fuzzing;

  @BeforeAll
  static void begin() {
    fuzzing = new Fuzzing(Duration.ofSeconds(6));
  }

  @AfterAll
  static void end() {
    fuzzing.close();
  }

  @ParameterizedTest(name = "X-14 {0}")
  @EnumSource
  void no_input_breaks_a_law(Law law) throws InterruptedException, ExecutionException {
    var end = fuzzing.end(law);

    assertThat(end.status()).as(end.log()).isZero();
    assertThat(end.log()).contains("stat::number_of_executed_units");
  }
}
