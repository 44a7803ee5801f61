package dev.feedwarden.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Courtesy;
import dev.feedwarden.policy.CourtesyCheck.Grade;
import dev.feedwarden.policy.CourtesyCheck.Promise;
import java.time.Duration;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CourtesyCheckTest {
  // In the order of the rules: name, condition, at once, gap, waits, refusals.
  @ParameterizedTest(name = "{0} requests: {12}")
  @CsvSource(
      nullValues = "-",
      textBlock =
          """
            0,   0,  0, 0,    -,  0, 0, 0,  0, 1000, 1, true,  open open open open open open
          100, 100, 90, 1, 1000, 80, 0, 0,  0, 1000, 1, true,  kept kept kept kept open kept
          100,  99, 90, 1, 1000, 80, 0, 0,  0, 1000, 1, true,  broken kept kept kept open kept
          100, 100, 49, 1, 1000, 40, 0, 0,  0, 1000, 1, true,  kept broken kept kept open kept
          100, 100,  0, 1, 1000,  0, 0, 0,  0, 1000, 1, false, kept open kept kept open kept
          100, 100, 90, 2, 1000, 80, 0, 0,  0, 1000, 1, true,  kept kept broken kept open kept
          100, 100, 90, 2,  300, 80, 0, 0,  0, 1000, 2, true,  kept kept kept open open kept
          100, 100, 90, 1,  999, 80, 0, 0,  0, 1000, 1, true,  kept kept kept broken open kept
          100, 100, 90, 1, 1000, 80, 3, 0,  3, 1000, 1, true,  kept kept kept kept kept kept
          100, 100, 90, 1, 1000, 80, 2, 1,  5, 1000, 1, true,  kept kept kept kept broken kept
          100, 100, 90, 1, 1000, 80, 0, 0,  6, 1000, 1, true,  kept kept kept kept open broken
            2,   2,  0, 1, 1000,  0, 0, 0,  2, 1000, 1, true,  kept open kept kept open open
          """)
  void each_rule_is_judged_by_its_own_figure(
      long requests,
      long named,
      long conditional,
      int atOnce,
      @Nullable Long gap,
      long notModified,
      long kept,
      long broken,
      long refused,
      long least,
      int lanes,
      boolean validated,
      String verdicts) {
    var seen =
        new Courtesy(
            new Courtesy.Requests(
                requests, named, conditional, atOnce, gap == null ? null : Duration.ofMillis(gap)),
            new Courtesy.Answers(notModified, 1_000, refused, 0, 0),
            new Courtesy.Waits(kept + broken, kept, broken));

    var grades = CourtesyCheck.of(seen, new Promise(Duration.ofMillis(least), lanes, validated));

    assertThat(
            grades.stream().map(Grade::verdict).map(v -> v.wire()).collect(Collectors.joining(" ")))
        .isEqualTo(verdicts);
  }
}
