package dev.feedwarden.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Cause;
import dev.feedwarden.model.ErrorType;
import dev.feedwarden.model.FetchResult.FetchTrace;
import dev.feedwarden.model.FetchResult.Hop;
import dev.feedwarden.model.MoveCandidate;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.PollError;
import dev.feedwarden.model.Rhythm;
import dev.feedwarden.model.Validators;
import dev.feedwarden.model.WebUrl;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class MovesTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final WebUrl NEW = WebUrl.of("https://new.example/feed");
  private static final MoveCandidate ONCE = new MoveCandidate(NEW, 1, NOW);
  private static final Outcome FINE = new Outcome.NotModified(Validators.NONE, Rhythm.NONE);

  private static @Nullable MoveCandidate after(
      @Nullable MoveCandidate before, Outcome outcome, Instant now, Integer... statuses) {
    var hops = Arrays.stream(statuses).map(status -> new Hop(status, NEW)).toList();
    return Moves.after(before, outcome, new FetchTrace(1, NEW, hops, null, Duration.ZERO), now);
  }

  @Test
  void a_permanent_redirect_is_a_candidate_and_counted() {
    assertThat(after(null, FINE, NOW, 301)).isEqualTo(ONCE);
    assertThat(after(ONCE, FINE, NOW.plusSeconds(60), 308, 301))
        .isEqualTo(new MoveCandidate(NEW, 2, NOW));
  }

  @Test
  void another_target_begins_anew() {
    var other = new MoveCandidate(WebUrl.of("https://other.example/"), 2, Instant.EPOCH);

    assertThat(after(other, FINE, NOW, 301)).isEqualTo(ONCE);
  }

  @Test
  void a_temporary_hop_or_none_ends_it() {
    assertThat(after(ONCE, FINE, NOW, 301, 302)).isNull();
    assertThat(after(ONCE, FINE, NOW)).isNull();
  }

  @Test
  void a_failure_or_a_deferral_says_nothing() {
    var failed = new Outcome.Failed(new PollError(ErrorType.NETWORK, Cause.DNS, 0, "url"), null);

    assertThat(after(ONCE, new Outcome.Deferred(NOW), NOW, 301)).isEqualTo(ONCE);
    assertThat(after(ONCE, failed, NOW, 301)).isEqualTo(ONCE);
    assertThat(after(null, failed, NOW, 301)).isNull();
  }
}
