package dev.feedwarden.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PollErrorTest {
  private static final String URL = "https://example.org/feed";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          NOT_FOUND        | STATUS        | 404 | feed poll not_found: HTTP 404 for https://example.org/feed
          UPSTREAM_FAILURE | STATUS        | 503 | feed poll upstream_failure: HTTP 503 for https://example.org/feed
          NETWORK          | TIMEOUT_READ  |   0 | feed poll network: timeout_read for https://example.org/feed
          PARSE_ERROR      | NOT_A_FEED    |   0 | feed poll parse_error: not_a_feed for https://example.org/feed
          UNEXPECTED       | NOT_ASKED_304 |   0 | feed poll unexpected: not_asked_304 for https://example.org/feed
          """)
  void a_message_names_the_type_then_the_status_or_the_cause_then_the_url(
      ErrorType type, Cause cause, int status, String message) {
    assertThat(new PollError(type, cause, status, URL).message()).isEqualTo(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          GONE    | STATUS   | 410 | gone (HTTP 410)
          NETWORK | NXDOMAIN |   0 | network (nxdomain)
          """)
  void a_reason_is_the_same_without_the_url(
      ErrorType type, Cause cause, int status, String reason) {
    assertThat(new PollError(type, cause, status, URL).reason()).isEqualTo(reason);
  }

  @Test
  void a_masked_url_leaves_no_secret_in_the_message() {
    var url = WebUrl.of("https://example.org/feed?user=ann&token=hunter2");

    var error = new PollError(ErrorType.GONE, Cause.STATUS, 410, url.masked());

    assertThat(error.message())
        .isEqualTo("feed poll gone: HTTP 410 for https://example.org/feed?user=ann&token=***");
  }

  @Test
  void a_message_of_2000_characters_is_whole_and_a_longer_one_is_cut_there() {
    var start = "feed poll gone: HTTP 410 for ";
    var fits = "u".repeat(2_000 - start.length());

    assertThat(gone(fits).message()).isEqualTo(start + fits);
    assertThat(gone(fits + "u").message()).isEqualTo(start + fits);
  }

  @Test
  void the_cut_never_splits_a_surrogate_pair() {
    var start = "feed poll gone: HTTP 410 for ";
    var upToThePair = "u".repeat(1_999 - start.length());

    assertThat(gone(upToThePair + "\uD83D\uDE00").message()).isEqualTo(start + upToThePair);
    assertThat(gone(upToThePair.substring(1) + "\uD83D\uDE00uuu").message())
        .isEqualTo(start + upToThePair.substring(1) + "\uD83D\uDE00");
  }

  @Test
  void a_message_made_of_pairs_alone_is_cut_between_two() {
    var pairs = String.join("", Collections.nCopies(2_000, "\uD83D\uDE00"));

    var message = gone(pairs).message();

    assertThat(message.length()).isBetween(1_999, 2_000);
    assertThat(message).endsWith("\uD83D\uDE00");
  }

  private static PollError gone(String url) {
    return new PollError(ErrorType.GONE, Cause.STATUS, 410, url);
  }
}
