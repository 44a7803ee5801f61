package dev.feedwarden.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Overlap;
import dev.feedwarden.policy.Confidence.Signs;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ConfidenceTest {
  @ParameterizedTest(name = "{0} of {1}, same host {2}, named {3}, self {4}, comments {5}: {6} %")
  @CsvSource(
      textBlock =
          """
          10, 10, true,  true,  true,  false, 100
          10, 10, false, false, false, false,  85
           5, 10, false, true,  false, false,  60
           5, 10, false, false, false, false,  55
           4, 10, false, false, false, false,  44
           4, 10, true,  false, false, false,  49
           4, 10, true,  true,  false, false,  54
           1, 10, true,  true,  true,  false,  26
           1,  1, false, false, false, false,  65
           1,  1, true,  true,  true,  false,  80
           2,  2, true,  true,  true,  false,  85
           0, 10, true,  true,  true,  false,   0
           0,  0, true,  true,  true,  false,   0
          10, 10, true,  true,  true,  true,   30
          """)
  void entries_in_common_count_most_and_nothing_makes_up_for_none(
      int common,
      int of,
      boolean host,
      boolean named,
      boolean self,
      boolean comments,
      int percent) {
    var signs = new Signs(host, named, self, comments);

    assertThat(Confidence.of(new Overlap(common, of), signs).percent()).isEqualTo(percent);
  }

  @Test
  void it_says_why() {
    assertThat(Confidence.of(new Overlap(3, 3), new Signs(true, true, true, true)))
        .isEqualTo(
            new Confidence(
                30,
                List.of(
                    "on the same host",
                    "named by its site or by the feed",
                    "says itself that it is there",
                    "looks like a feed of comments")));
    assertThat(Confidence.of(Overlap.NONE, new Signs(true, true, true, false)))
        .isEqualTo(new Confidence(0, List.of("no entry in common")));
  }
}
