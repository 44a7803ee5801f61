package dev.feedwarden.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.FeedState.Reliability;
import dev.feedwarden.model.FeedState.Snapshot;
import dev.feedwarden.model.Rhythm;
import dev.feedwarden.model.Suspicion;
import dev.feedwarden.model.Validators;
import dev.feedwarden.model.Watch;
import dev.feedwarden.model.Watch.Baseline;
import dev.feedwarden.model.Watch.Doubt;
import dev.feedwarden.model.Watch.Silence;
import dev.feedwarden.policy.Suspicions.Seen;
import dev.feedwarden.policy.Suspicions.Verdict;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SuspicionsTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final Baseline USUAL = new Baseline(100_000, "a.example", 0);

  private static Snapshot before(int items, Baseline baseline, @Nullable Doubt doubt) {
    return new Snapshot(
        Validators.NONE,
        "hash",
        items,
        Reliability.UNKNOWN,
        Rhythm.NONE,
        new Watch(baseline, doubt, Silence.UNKNOWN));
  }

  private static String word(Verdict verdict) {
    return switch (verdict) {
      case Verdict.Plain _ -> "plain";
      case Verdict.Suspect(var doubt) -> doubt.kind() + " " + doubt.sightings();
      case Verdict.Accepted(var kind) -> kind + " accepted";
    };
  }

  @ParameterizedTest(name = "{0} entries ({1} known), {2} bytes of {3}: {4}")
  @CsvSource(
      nullValues = "-",
      textBlock =
          """
          20, 20, 100000, a.example, plain
          20,  0, 100000, a.example, plain
          20,  0, 100000, b.example, FOREIGN 1
          20,  1, 100000, b.example, plain
          20,  0, 100000, -,         plain
           0,  0,    600, a.example, EMPTY 1
           0,  0,    600, b.example, EMPTY 1
          20, 20,  10000, a.example, plain
          20, 20,   9999, a.example, SMALLER 1
           2,  2,  99999, a.example, plain
           1,  1,  99999, a.example, SMALLER 1
           1,  0,    500, b.example, FOREIGN 1
          90,  5, 900000, a.example, plain
          """)
  void a_document_is_judged_by_what_the_feed_was(
      int entries, int known, long bytes, @Nullable String site, String verdict) {
    assertThat(
            word(
                Suspicions.judge(
                    before(20, USUAL, null), new Seen(entries, known, bytes, site), NOW)))
        .isEqualTo(verdict);
  }

  @Test
  void there_is_nothing_to_compare_a_first_document_with() {
    var strange = new Seen(0, 0, 10, "b.example");

    assertThat(Suspicions.judge(before(20, Baseline.NONE, null), strange, NOW))
        .isEqualTo(new Verdict.Plain());
    assertThat(Suspicions.judge(before(0, USUAL, null), strange, NOW))
        .isEqualTo(new Verdict.Plain());
  }

  @ParameterizedTest(name = "{0} of {1} after {2} times: {3}")
  @CsvSource({
    "EMPTY, a.example, 1, EMPTY 2",
    "EMPTY, a.example, 2, EMPTY accepted",
    "FOREIGN, a.example, 2, EMPTY 1",
    "EMPTY, b.example, 2, EMPTY 1",
  })
  void the_same_shape_twice_more_is_accepted(
      Suspicion kind, String site, int sightings, String verdict) {
    var doubt = new Doubt(kind, site, sightings, NOW.minusSeconds(60));

    var judged = Suspicions.judge(before(20, USUAL, doubt), new Seen(0, 0, 600, "a.example"), NOW);

    assertThat(word(judged)).isEqualTo(verdict);
  }

  @Test
  void a_doubt_is_as_old_as_its_first_sighting() {
    var since = NOW.minusSeconds(60);
    var doubt = new Doubt(Suspicion.EMPTY, "a.example", 1, since);

    assertThat(Suspicions.judge(before(20, USUAL, doubt), new Seen(0, 0, 600, "a.example"), NOW))
        .isEqualTo(new Verdict.Suspect(new Doubt(Suspicion.EMPTY, "a.example", 2, since)));
  }

  @ParameterizedTest(name = "{0} entries after {1} of which {2} known, window {3}: {4}")
  @CsvSource({
    "20, 20, 15, 0, 20", // what came pushed out as much
    "20, 20, 20, 0, 0", // nothing came
    "21, 20, 20, 0, 0", // it grows
    "20, 20, 20, 20, 20", // as it was
    "18, 20, 18, 20, 20", // it shrinks below what is known
    "25, 20, 20, 20, 0", // it has outgrown its window
    "20, 20, 0, 20, 20", // overrun
  })
  void a_window_is_known_when_it_slides(
      int entries, int before, int known, int window, int expected) {
    var was = before(before, new Baseline(9_000, "a.example", window), null);

    assertThat(Likeness.after(was, new Seen(entries, known, 10_000, "a.example"), Silence.UNKNOWN))
        .isEqualTo(new Watch(new Baseline(10_000, "a.example", expected), null, Silence.UNKNOWN));
  }
}
