package dev.feedwarden.policy;

import static dev.feedwarden.policy.Feed.FRESH;
import static dev.feedwarden.policy.Feed.NOT_MODIFIED;
import static dev.feedwarden.policy.Feed.deferred;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Cause;
import dev.feedwarden.model.ErrorType;
import dev.feedwarden.model.FetchResult;
import dev.feedwarden.model.FetchResult.Answered;
import dev.feedwarden.model.FetchResult.FetchTrace;
import dev.feedwarden.model.FetchResult.Headers;
import dev.feedwarden.model.FetchResult.Unanswered;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.PollError;
import dev.feedwarden.model.Validators;
import dev.feedwarden.model.WebUrl;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SignTest {
  private static final FetchTrace TRACE =
      new FetchTrace(1, WebUrl.of("https://example.org/"), List.of(), null, Duration.ZERO);

  private static Sign sign(Outcome outcome, FetchResult result) {
    return Sign.of(outcome, result, body -> "hash of " + body.length);
  }

  private static Outcome failed(Cause cause) {
    return new Outcome.Failed(new PollError(ErrorType.NETWORK, cause, 0, "url"), null);
  }

  private static Answered answer(String type, String body) {
    return new Answered(
        200, new Headers(Validators.NONE, type, null, null), body.getBytes(ISO_8859_1), TRACE);
  }

  @Test
  void a_success_is_good_and_a_deferral_says_nothing() {
    var any = answer("text/xml", "<rss/>");

    assertThat(sign(FRESH, any)).isEqualTo(new Sign.Good());
    assertThat(sign(NOT_MODIFIED, any)).isEqualTo(new Sign.Good());
    assertThat(sign(deferred(Duration.ZERO), any)).isEqualTo(new Sign.Silent());
  }

  @Test
  void silence_is_suspect_and_an_answer_is_not() {
    assertThat(sign(failed(Cause.DNS), new Unanswered(Cause.DNS, TRACE)))
        .isEqualTo(new Sign.Suspect(Cause.DNS));
    assertThat(sign(failed(Cause.STATUS), answer("text/html", "<html>")))
        .isEqualTo(new Sign.Silent());
  }

  @ParameterizedTest(name = "{0} {1}: a page {2}")
  @CsvSource({
    "text/html, words, true",
    "TEXT/HTML; charset=utf-8, words, true",
    "text/xml, <!DOCTYPE HTML><p>, true",
    "text/xml, <HTML>, true",
    "text/xml, <urlset/>, false"
  })
  void a_page_instead_of_a_feed_is_known_by_its_type_or_its_beginning(
      String type, String body, boolean page) {
    assertThat(sign(failed(Cause.NOT_A_FEED), answer(type, body)))
        .isEqualTo(page ? new Sign.Page("hash of " + body.length()) : new Sign.Silent());
  }
}
