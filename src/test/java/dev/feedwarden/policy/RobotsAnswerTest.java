package dev.feedwarden.policy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Cause;
import dev.feedwarden.model.FetchResult;
import dev.feedwarden.model.FetchResult.Answered;
import dev.feedwarden.model.FetchResult.FetchTrace;
import dev.feedwarden.model.FetchResult.Headers;
import dev.feedwarden.model.FetchResult.Unanswered;
import dev.feedwarden.model.RobotsFile;
import dev.feedwarden.model.RobotsFile.Unreachable;
import dev.feedwarden.model.Validators;
import dev.feedwarden.model.WebUrl;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RobotsAnswerTest {
  private static final Instant NOW = Instant.parse("2026-11-18T00:00:00Z");
  private static final FetchTrace TRACE =
      new FetchTrace(1, WebUrl.of("http://a.example/robots.txt"), List.of(), null, Duration.ZERO);
  private static final RobotsFile KNOWN = new RobotsFile("Disallow: /x", NOW, null);

  private static FetchResult answer(int status, String body) {
    var headers = new Headers(Validators.NONE, "text/plain", null, null);
    return new Answered(status, headers, body.getBytes(UTF_8), TRACE);
  }

  @Test
  void rules_are_kept_for_a_day_and_read_up_to_500_kibibytes() {
    var many = "Disallow: /private\n".repeat(40_000);

    var rules = RobotsAnswer.after(null, answer(200, many), NOW);

    var whole = (500 << 10) / 19 * 19; // no rule is cut in two
    assertThat(rules)
        .isEqualTo(new RobotsFile(many.substring(0, whole), NOW.plus(Duration.ofDays(1)), null));
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 401, 403, 404, 410, 451, 204})
  void a_file_that_is_not_there_allows_everything(int status) {
    assertThat(RobotsAnswer.after(KNOWN, answer(status, ""), NOW))
        .isEqualTo(new RobotsFile("", NOW.plus(Duration.ofDays(1)), null));
  }

  @ParameterizedTest
  @ValueSource(ints = {429, 500, 503, 599})
  void a_server_that_fails_leaves_what_was_known(int status) {
    var trouble = new Unreachable(NOW, 1);
    var soon = NOW.plus(Duration.ofMinutes(1));

    assertThat(RobotsAnswer.after(null, answer(status, ""), NOW))
        .isEqualTo(new RobotsFile(null, soon, trouble));
    assertThat(RobotsAnswer.after(KNOWN, answer(status, ""), NOW))
        .isEqualTo(new RobotsFile("Disallow: /x", soon, trouble));
  }

  @ParameterizedTest
  @EnumSource(names = {"DNS", "CONNECT", "TIMEOUT_TOTAL", "TOO_LARGE", "TRUNCATED", "BAD_ENCODING"})
  void who_cannot_be_reached_is_asked_ever_more_rarely(Cause cause) {
    var after = RobotsAnswer.after(null, new Unanswered(cause, TRACE), NOW);
    var again = RobotsAnswer.after(after, new Unanswered(cause, TRACE), NOW);

    assertThat(again)
        .isEqualTo(new RobotsFile(null, NOW.plus(Duration.ofMinutes(2)), new Unreachable(NOW, 2)));
  }

  @ParameterizedTest
  @EnumSource(names = {"REDIRECT_LIMIT", "BAD_URL", "BLOCKED_ADDRESS"})
  void a_redirect_that_leads_nowhere_is_no_file(Cause cause) {
    assertThat(RobotsAnswer.after(null, new Unanswered(cause, TRACE), NOW).rules()).isEmpty();
  }

  @Test
  void after_thirty_days_nobody_is_asked_for_leave_any_more() {
    var longAgo = NOW.minus(Duration.ofDays(30));
    var before = new RobotsFile(null, NOW, new Unreachable(longAgo, 40));

    assertThat(RobotsAnswer.after(before, answer(500, ""), NOW).rules()).isEmpty();
  }
}
