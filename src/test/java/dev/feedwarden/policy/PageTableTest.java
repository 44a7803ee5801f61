package dev.feedwarden.policy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Cause;
import dev.feedwarden.model.FetchResult.Answered;
import dev.feedwarden.model.FetchResult.FetchTrace;
import dev.feedwarden.model.FetchResult.Headers;
import dev.feedwarden.model.Page.Reason;
import dev.feedwarden.model.PageVisit.End;
import dev.feedwarden.model.Validators;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.policy.PageTable.Heard;
import dev.feedwarden.policy.PageTable.Then;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PageTableTest {
  private static final Instant NOW = Instant.parse("2026-11-18T00:00:00Z");
  private static final WebUrl URL = WebUrl.of("http://a.example/x");

  @ParameterizedTest(name = "{0} is {1} and then {2}")
  @CsvSource(
      textBlock =
          """
          204, EMPTY,            DEAD
          304, NOT_MODIFIED,     DEAD
          400, REFUSED,          DEAD
          401, REFUSED,          DEAD
          403, FORBIDDEN,        REVISIT
          404, NOT_FOUND,        REVISIT
          410, GONE,             DEAD
          418, REFUSED,          DEAD
          429, RATE_LIMITED,     REVISIT
          451, REFUSED,          DEAD
          500, UPSTREAM_FAILURE, REVISIT
          503, UPSTREAM_FAILURE, REVISIT
          599, UPSTREAM_FAILURE, REVISIT
          206, UNEXPECTED,       DEAD
          600, UNEXPECTED,       DEAD
          """)
  void a_status_has_its_reason_and_what_follows(int status, Reason reason, Then then) {
    assertThat(PageTable.reason(status)).isEqualTo(reason);
    assertThat(PageTable.then(reason)).isEqualTo(then);
  }

  @ParameterizedTest(name = "{0} is {1} and then {2}")
  @CsvSource(
      textBlock =
          """
          DNS,             NETWORK,         REVISIT
          NXDOMAIN,        NETWORK,         REVISIT
          TIMEOUT_READ,    NETWORK,         REVISIT
          RESET,           NETWORK,         REVISIT
          TRUNCATED,       NETWORK,         REVISIT
          TLS_HANDSHAKE,   NETWORK,         REVISIT
          BAD_ENCODING,    UNDECODABLE,     DEAD
          TOO_LARGE,       TOO_LARGE,       SKIP
          REDIRECT_LIMIT,  REDIRECT_LIMIT,  DEAD
          BLOCKED_ADDRESS, BLOCKED_ADDRESS, DEAD
          NOT_ASKED_304,   NOT_MODIFIED,    DEAD
          """)
  void a_cause_has_its_reason_and_what_follows(Cause cause, Reason reason, Then then) {
    assertThat(PageTable.reason(cause)).isEqualTo(reason);
    assertThat(PageTable.then(reason)).isEqualTo(then);
  }

  @ParameterizedTest
  @CsvSource({"NOT_HTML", "ROBOTS", "NOINDEX", "TOO_LARGE"})
  void what_is_not_for_us_is_skipped_at_once(Reason reason) {
    assertThat(PageTable.next(reason, null, 0, NOW)).isEqualTo(new End.Skipped(reason));
  }

  @Test
  void a_revisit_comes_after_two_to_the_n_minutes_and_the_third_is_the_last() {
    assertThat(PageTable.next(Reason.NETWORK, null, 0, NOW))
        .isEqualTo(later(Duration.ofMinutes(1)));
    assertThat(PageTable.next(Reason.NETWORK, null, 1, NOW))
        .isEqualTo(later(Duration.ofMinutes(2)));
    assertThat(PageTable.next(Reason.NETWORK, null, 2, NOW))
        .isEqualTo(new End.Dead(Reason.NETWORK));
  }

  @ParameterizedTest(name = "{0} with {1}: {2}")
  @CsvSource({
    "RATE_LIMITED, PT9M, true",
    "UPSTREAM_FAILURE, PT9M, true",
    "RATE_LIMITED, , false",
    "NOT_FOUND, PT9M, false"
  })
  void a_server_that_names_a_time_has_all_of_its_pages_wait(
      Reason reason, @Nullable Duration told, boolean all) {
    var pause = told == null ? Duration.ofMinutes(1) : told;

    assertThat(PageTable.next(reason, told, 0, NOW))
        .isEqualTo(new End.Later(reason, NOW.plus(pause), all));
  }

  @ParameterizedTest(name = "a body of {0} spaces")
  @ValueSource(ints = {0, 1, 500})
  void what_says_nothing_is_empty(int spaces) {
    var headers = new Headers(Validators.NONE, "text/html", null, null);
    var trace = new FetchTrace(1, URL, List.of(), null, Duration.ZERO);

    assertThat(
            PageTable.heard(
                new Answered(200, headers, " ".repeat(spaces).getBytes(UTF_8), trace), NOW))
        .isEqualTo(new Heard.Missing(Reason.EMPTY, null));
  }

  @Test
  void a_wait_that_the_server_names_is_kept_but_not_for_ever() {
    assertThat(PageTable.next(Reason.NETWORK, Duration.ofMinutes(9), 0, NOW))
        .isEqualTo(later(Duration.ofMinutes(9)));
    assertThat(PageTable.next(Reason.NETWORK, Duration.ofDays(900), 0, NOW))
        .isEqualTo(later(Duration.ofHours(8)));
  }

  private static End later(Duration pause) {
    return new End.Later(Reason.NETWORK, NOW.plus(pause), false);
  }

  @Test
  void a_redirect_is_followed_five_times_over_all_hosts() {
    assertThat(PageTable.onward(URL, false, 4, 1)).isEqualTo(new End.Elsewhere(URL, 5));
    assertThat(PageTable.onward(URL, false, 5, 1)).isEqualTo(new End.Dead(Reason.REDIRECT_LIMIT));
    assertThat(PageTable.onward(URL, true, 0, 1)).isEqualTo(new End.Skipped(Reason.ROBOTS));
  }
}
