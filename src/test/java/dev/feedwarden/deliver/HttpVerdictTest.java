package dev.feedwarden.deliver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.fetch.Sender.Reply;
import dev.feedwarden.model.Cause;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class HttpVerdictTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  private static Verdict of(Reply reply) {
    return HttpVerdict.of(reply, a -> a.status() == 200 && a.text().equals("ok"), NOW);
  }

  @ParameterizedTest(name = "{0} {1}: {2}")
  @CsvSource(
      textBlock =
          """
          200, ok,                delivered
          200, no_service,        refused
          200, ,                  refused
          204, ok,                refused
          400, invalid_payload,   refused
          403, action_prohibited, refused
          404, no_service,        refused
          410, channel_is_archived, refused
          302, ,                  trouble
          408, ,                  trouble
          429, ,                  trouble
          500, ok,                trouble
          503, ,                  trouble
          """)
  void only_an_answer_about_the_message_counts_against_it(
      int status, @Nullable String text, String verdict) {
    var word = text == null ? "" : text;
    var reason = "status " + status + (word.isEmpty() ? "" : ": " + word);

    assertThat(of(new Reply.Answered(status, null, null, word)))
        .isEqualTo(
            switch (verdict) {
              case "delivered" -> new Verdict.Delivered(null);
              case "refused" -> new Verdict.EventRefused(status, reason);
              default -> new Verdict.DestinationTrouble(reason, null);
            });
  }

  @Test
  void a_wait_that_is_asked_for_is_read_in_both_forms() {
    assertThat(of(new Reply.Answered(429, "30", null, "")))
        .isEqualTo(new Verdict.DestinationTrouble("status 429", Duration.ofSeconds(30)));
    assertThat(of(new Reply.Answered(503, "Sun, 01 Mar 2026 12:01:00 GMT", null, "")))
        .isEqualTo(new Verdict.DestinationTrouble("status 503", Duration.ofSeconds(60)));
  }

  @Test
  void silence_is_trouble() {
    assertThat(of(new Reply.Unanswered(Cause.TIMEOUT_TOTAL)))
        .isEqualTo(new Verdict.DestinationTrouble("no answer: timeout_total", null));
  }

  @Test
  void a_page_is_not_repeated() {
    assertThat(of(new Reply.Answered(404, null, null, "<html><body>Not found</body></html>")))
        .isEqualTo(new Verdict.EventRefused(404, "status 404"));
  }
}
