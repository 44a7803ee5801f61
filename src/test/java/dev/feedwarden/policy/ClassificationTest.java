package dev.feedwarden.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Cause;
import dev.feedwarden.model.ErrorType;
import dev.feedwarden.model.FetchResult;
import dev.feedwarden.model.FetchResult.Answered;
import dev.feedwarden.model.FetchResult.FetchTrace;
import dev.feedwarden.model.FetchResult.Headers;
import dev.feedwarden.model.FetchResult.Unanswered;
import dev.feedwarden.model.PollError;
import dev.feedwarden.model.Validators;
import dev.feedwarden.model.WebUrl;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ClassificationTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final WebUrl URL = WebUrl.of("https://example.org/feed?key=hunter2");
  private static final String MASKED = "https://example.org/feed?key=***";
  private static final FetchTrace TRACE =
      new FetchTrace(1, URL, List.of(), "192.0.2.1", Duration.ofMillis(20));
  private static final Validators ASKED = new Validators("\"v1\"", "Sun, 01 Feb 2026 00:00:00 GMT");

  @Test
  void a_200_with_a_body_is_for_the_reader() {
    var answer = answer(200, "<rss/>", null, Validators.NONE);

    assertThat(classified(answer, ASKED)).isEqualTo(new Classification.WithBody(answer));
  }

  @Test
  void a_200_without_a_body_is_empty() {
    assertThat(classified(answer(200, "", "60", Validators.NONE), ASKED))
        .isEqualTo(failure(ErrorType.PARSE_ERROR, Cause.EMPTY, 0, null));
  }

  @ParameterizedTest(name = "{0} is {1}")
  @CsvSource(
      textBlock =
          """
          429, RATE_LIMITED
          403, FORBIDDEN
          404, NOT_FOUND
          410, GONE
          500, UPSTREAM_FAILURE
          502, UPSTREAM_FAILURE
          503, UPSTREAM_FAILURE
          599, UPSTREAM_FAILURE
          301, UNEXPECTED
          418, UNEXPECTED
          204, UNEXPECTED
          206, UNEXPECTED
          100, UNEXPECTED
          400, UNEXPECTED
          600, UNEXPECTED
          99,  UNEXPECTED
          """)
  void a_status_is_a_failure_of_its_type(int status, ErrorType type) {
    assertThat(classified(answer(status, "", null, Validators.NONE), ASKED))
        .isEqualTo(failure(type, Cause.STATUS, status, null));
  }

  @ParameterizedTest
  @ValueSource(ints = {429, 503, 403, 404, 410, 413})
  void a_failure_carries_the_wait_that_the_server_named(int status) {
    assertThat(classified(answer(status, "", "120", Validators.NONE), ASKED))
        .isEqualTo(
            failure(CauseTable.of(status).type(), Cause.STATUS, status, Duration.ofMinutes(2)));
  }

  @ParameterizedTest
  @ValueSource(ints = {204, 206, 301, 302})
  void a_wait_named_without_an_error_is_ignored(int status) {
    assertThat(classified(answer(status, "", "120", Validators.NONE), ASKED))
        .isEqualTo(failure(ErrorType.UNEXPECTED, Cause.STATUS, status, null));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "soon", "-5", "1e9"})
  void a_wait_that_cannot_be_read_is_none(String retryAfter) {
    assertThat(classified(answer(429, "", retryAfter, Validators.NONE), ASKED))
        .isEqualTo(failure(ErrorType.RATE_LIMITED, Cause.STATUS, 429, null));
  }

  @Test
  void a_304_that_was_asked_for_changes_no_validator_whatever_it_says() {
    for (var said : List.of(Validators.NONE, new Validators("\"v2\"", null))) {
      assertThat(classified(answer(304, "", "60", said), ASKED))
          .isInstanceOfSatisfying(
              Classification.Unmodified.class,
              unmodified -> assertThat(unmodified.validators()).isEqualTo(ASKED));
    }
  }

  @Test
  void a_304_that_was_not_asked_for_is_unexpected() {
    assertThat(classified(answer(304, "", null, ASKED), Validators.NONE))
        .isEqualTo(failure(ErrorType.UNEXPECTED, Cause.NOT_ASKED_304, 0, null));
  }

  @ParameterizedTest
  @EnumSource(Cause.class)
  void without_an_answer_the_cause_decides(Cause cause) {
    assertThat(classified(new Unanswered(cause, TRACE), ASKED))
        .isEqualTo(failure(CauseTable.of(cause).type(), cause, 0, null));
  }

  private static Classification classified(FetchResult result, Validators asked) {
    return Classification.of(result, URL, asked, NOW);
  }

  private static Answered answer(
      int status, String body, @Nullable String retryAfter, Validators validators) {
    return new Answered(
        status,
        new Headers(validators, "application/rss+xml", retryAfter, null),
        body.getBytes(StandardCharsets.UTF_8),
        TRACE);
  }

  private static Classification failure(
      ErrorType type, Cause cause, int status, @Nullable Duration retryAfter) {
    return new Classification.Failure(new PollError(type, cause, status, MASKED), retryAfter);
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          200, false
          304, false
          403, false
          404, false
          410, false
          429, true
          500, true
          503, true
          """)
  void what_flaked_is_retryable_and_what_is_so_is_not(int status, boolean retryable) {
    var answer =
        new Answered(status, new Headers(Validators.NONE, null, null, null), new byte[0], TRACE);

    assertThat(Classification.retryable(answer)).isEqualTo(retryable);
    assertThat(Classification.retryable(new Unanswered(Cause.RESET, TRACE))).isTrue();
    assertThat(Classification.retryable(new Unanswered(Cause.TLS_CERTIFICATE, TRACE))).isFalse();
  }
}
