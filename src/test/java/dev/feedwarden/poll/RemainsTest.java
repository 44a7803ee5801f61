package dev.feedwarden.poll;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Cause;
import dev.feedwarden.model.Credentials;
import dev.feedwarden.model.ErrorType;
import dev.feedwarden.model.Exhibit;
import dev.feedwarden.model.FetchResult;
import dev.feedwarden.model.FetchResult.Answered;
import dev.feedwarden.model.FetchResult.FetchTrace;
import dev.feedwarden.model.FetchResult.Headers;
import dev.feedwarden.model.FetchResult.Hop;
import dev.feedwarden.model.Intake;
import dev.feedwarden.model.Label;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.PollError;
import dev.feedwarden.model.Rhythm;
import dev.feedwarden.model.Source;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.Standing;
import dev.feedwarden.model.Validators;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.store.Packed;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is kept of answers. */
final class RemainsTest {
  private static final Outcome FAILED =
      new Outcome.Failed(
          new PollError(ErrorType.PARSE_ERROR, Cause.NOT_A_FEED, 0, "https://a.example/"), null);
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final FetchTrace TRACE =
      new FetchTrace(
          1,
          WebUrl.of("https://b.example/?token=s3cret"),
          List.of(new Hop(301, WebUrl.of("https://b.example/?token=s3cret"))),
          null,
          Duration.ZERO);

  private static Source source(String url, Credentials.@Nullable Encrypted credentials) {
    return new Source(
        new SourceId("01890000-0000-7000-8000-000000000000"),
        new Source.Settings(new Label("a"), WebUrl.of(url), true, Intake.USUAL, credentials, null),
        Standing.ACTIVE,
        1,
        new Source.Stamps(NOW, NOW));
  }

  private static FetchResult answered(String body) {
    var headers =
        new Headers(
            Validators.NONE,
            "text/html",
            null,
            null,
            Map.of("set-cookie", "id=s3cret; Path=/", "server", "x\u0000y"));
    return new Answered(200, headers, body.getBytes(UTF_8), TRACE);
  }

  @Test
  void a_failure_leaves_its_answer_without_secrets_on_the_way() {
    var kept = Remains.of(source("https://a.example/", null), FAILED, answered("<p>Hello"));

    assertThat(kept)
        .usingRecursiveComparison()
        .isEqualTo(
            new Exhibit(
                "text/html",
                List.of("server: x\ufffdy", "set-cookie: *** Path=/"),
                List.of("301 https://b.example/?token=***"),
                8,
                Packed.pack("<p>Hello".getBytes(UTF_8))));
  }

  @Test
  void a_success_and_an_answer_without_a_body_leave_nothing() {
    var source = source("https://a.example/", null);
    var unmodified = new Outcome.NotModified(Validators.NONE, Rhythm.NONE);

    assertThat(Remains.of(source, unmodified, answered("<p>"))).isNull();
    assertThat(Remains.of(source, FAILED, answered(""))).isNull();
    assertThat(Remains.of(source, FAILED, new FetchResult.Unanswered(Cause.TIMEOUT_TOTAL, TRACE)))
        .isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"https://a.example/?token=s3cret", "https://a.example/?api_key=s3cret"})
  void nothing_is_kept_of_a_private_feed(String url) {
    var locked = new Credentials.Encrypted("v1:x");

    assertThat(Remains.of(source(url, null), FAILED, answered("<p>"))).isNull();
    assertThat(Remains.of(source("https://a.example/", locked), FAILED, answered("<p>"))).isNull();
  }
}
