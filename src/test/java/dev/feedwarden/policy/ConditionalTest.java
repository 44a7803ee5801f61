package dev.feedwarden.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.FeedState.Reliability;
import dev.feedwarden.model.FeedState.Snapshot;
import dev.feedwarden.model.Validators;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class ConditionalTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final Validators BOTH = new Validators("\"v1\"", "Sun, 01 Mar 2026 00:00:00 GMT");

  private static Snapshot known(Validators validators, Reliability reliability) {
    return new Snapshot(validators, "hash", 10, reliability);
  }

  private static Reliability wholeAt(Instant at) {
    return new Reliability(at, 0, null);
  }

  @Test
  void both_validators_are_sent_back() {
    assertThat(Conditional.toSend(known(BOTH, wholeAt(NOW.minusSeconds(60))), NOW)).isEqualTo(BOTH);
  }

  @Test
  void a_feed_that_was_never_read_is_asked_for_whole() {
    assertThat(Conditional.toSend(Snapshot.NONE, NOW)).isEqualTo(Validators.NONE);
  }

  @Test
  void A_08_a_whole_document_is_asked_for_now_and_then() {
    var week = Conditional.WHOLE_EVERY;

    assertThat(Conditional.toSend(known(BOTH, wholeAt(NOW.minus(week).plusMillis(1))), NOW))
        .isEqualTo(BOTH);
    assertThat(Conditional.toSend(known(BOTH, wholeAt(NOW.minus(week))), NOW))
        .isEqualTo(Validators.NONE);
  }

  @Test
  void the_same_strong_etag_for_another_document_is_a_lie_and_ends_conditional_requests() {
    var before = known(BOTH, wholeAt(NOW.minusSeconds(60)));

    var after = Conditional.learn(before, BOTH, "another hash", NOW);

    assertThat(after).isEqualTo(new Reliability(NOW, 0, NOW));
    assertThat(Conditional.toSend(known(BOTH, after), NOW)).isEqualTo(Validators.NONE);
    var later = NOW.plus(Conditional.DISTRUST);
    assertThat(Conditional.toSend(known(BOTH, new Reliability(later, 0, NOW)), later))
        .isEqualTo(BOTH);
  }

  @Test
  void the_same_weak_etag_for_other_bytes_is_no_lie() {
    var weak = new Validators("W/\"v1\"", null);

    var after = Conditional.learn(known(weak, wholeAt(NOW)), weak, "another hash", NOW);

    assertThat(after.liedAt()).isNull();
  }

  @Test
  void an_etag_that_changes_for_the_same_document_three_times_is_no_longer_sent() {
    var state = known(BOTH, wholeAt(NOW));
    for (int i = 2; i <= 4; i++) {
      var fresh = new Validators("\"v" + i + "\"", BOTH.lastModified());
      assertThat(Conditional.toSend(state, NOW).etag()).isNotNull();
      state = known(fresh, Conditional.learn(state, fresh, "hash", NOW));
    }

    assertThat(Conditional.toSend(state, NOW)).isEqualTo(new Validators(null, BOTH.lastModified()));
  }

  @Test
  void an_etag_that_stays_with_its_document_is_believed_again() {
    var churning = known(BOTH, new Reliability(NOW, 3, null));

    assertThat(Conditional.learn(churning, BOTH, "hash", NOW).churn()).isZero();
  }

  @Test
  void another_document_with_another_etag_teaches_nothing_bad() {
    var after =
        Conditional.learn(
            known(BOTH, wholeAt(NOW.minus(Duration.ofDays(1)))),
            new Validators("\"v2\"", null),
            "another hash",
            NOW);

    assertThat(after).isEqualTo(new Reliability(NOW, 0, null));
  }
}
