package dev.feedwarden.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Condition;
import dev.feedwarden.model.FeedState.Reliability;
import dev.feedwarden.model.FeedState.Snapshot;
import dev.feedwarden.model.FetchResult.Answered;
import dev.feedwarden.model.FetchResult.FetchTrace;
import dev.feedwarden.model.FetchResult.Headers;
import dev.feedwarden.model.Rhythm;
import dev.feedwarden.model.Validators;
import dev.feedwarden.model.WebUrl;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ConditionalTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final Validators BOTH = new Validators("\"v1\"", "Sun, 01 Mar 2026 00:00:00 GMT");

  private static final WebUrl URL = WebUrl.of("https://example.org/feed");

  private static Answered with(Validators validators) {
    return new Answered(
        200,
        new Headers(validators, null, null, null),
        new byte[] {1},
        new FetchTrace(1, URL, List.of(), null, Duration.ZERO));
  }

  private static Snapshot known(Validators validators, Reliability reliability) {
    return new Snapshot(validators, "hash", 10, reliability, Rhythm.NONE);
  }

  private static Reliability wholeAt(Instant at) {
    return new Reliability(at, URL, 0, null);
  }

  @Test
  void both_validators_are_sent_back() {
    assertThat(Conditional.toSend(known(BOTH, wholeAt(NOW.minusSeconds(60))), NOW))
        .isEqualTo(new Condition(BOTH, URL));
  }

  @Test
  void a_feed_that_was_never_read_is_asked_for_whole() {
    assertThat(Conditional.toSend(Snapshot.NONE, NOW)).isEqualTo(Condition.NONE);
  }

  @Test
  void A_08_a_whole_document_is_asked_for_now_and_then() {
    var week = Conditional.WHOLE_EVERY;

    assertThat(Conditional.toSend(known(BOTH, wholeAt(NOW.minus(week).plusMillis(1))), NOW))
        .isEqualTo(new Condition(BOTH, URL));
    assertThat(Conditional.toSend(known(BOTH, wholeAt(NOW.minus(week))), NOW))
        .isEqualTo(Condition.NONE);
  }

  @Test
  void the_same_strong_etag_for_another_document_is_a_lie_and_ends_conditional_requests() {
    var before = known(BOTH, wholeAt(NOW.minusSeconds(60)));

    var after = Conditional.learn(before, with(BOTH), "another hash", NOW);

    assertThat(after).isEqualTo(new Reliability(NOW, URL, 0, NOW));
    assertThat(Conditional.toSend(known(BOTH, after), NOW)).isEqualTo(Condition.NONE);
    var later = NOW.plus(Conditional.DISTRUST);
    assertThat(Conditional.toSend(known(BOTH, new Reliability(later, URL, 0, NOW)), later))
        .isEqualTo(new Condition(BOTH, URL));
  }

  @Test
  void the_same_weak_etag_for_other_bytes_is_no_lie() {
    var weak = new Validators("W/\"v1\"", null);

    var after = Conditional.learn(known(weak, wholeAt(NOW)), with(weak), "another hash", NOW);

    assertThat(after.liedAt()).isNull();
  }

  @Test
  void an_etag_that_changes_for_the_same_document_three_times_is_no_longer_sent() {
    var state = known(BOTH, wholeAt(NOW));
    for (int i = 2; i <= 4; i++) {
      var fresh = new Validators("\"v" + i + "\"", BOTH.lastModified());
      assertThat(Conditional.toSend(state, NOW).validators().etag()).isNotNull();
      state = known(fresh, Conditional.learn(state, with(fresh), "hash", NOW));
    }

    assertThat(Conditional.toSend(state, NOW))
        .isEqualTo(new Condition(new Validators(null, BOTH.lastModified()), URL));
  }

  @Test
  void an_etag_that_stays_with_its_document_is_believed_again() {
    var churning = known(BOTH, new Reliability(NOW, URL, 3, null));

    assertThat(Conditional.learn(churning, with(BOTH), "hash", NOW).churn()).isZero();
  }

  @Test
  void another_document_with_another_etag_teaches_nothing_bad() {
    var after =
        Conditional.learn(
            known(BOTH, wholeAt(NOW.minus(Duration.ofDays(1)))),
            with(new Validators("\"v2\"", null)),
            "another hash",
            NOW);

    assertThat(after).isEqualTo(new Reliability(NOW, URL, 0, null));
  }

  @Test
  void validators_are_for_the_url_that_they_came_from() {
    var condition = new Condition(BOTH, URL);

    assertThat(condition.at(URL)).isEqualTo(BOTH);
    assertThat(condition.at(WebUrl.of("https://example.org/moved"))).isEqualTo(Validators.NONE);
  }
}
