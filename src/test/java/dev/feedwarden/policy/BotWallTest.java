package dev.feedwarden.policy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Cause;
import dev.feedwarden.model.ErrorType;
import dev.feedwarden.model.FetchResult.Answered;
import dev.feedwarden.model.FetchResult.FetchTrace;
import dev.feedwarden.model.FetchResult.Headers;
import dev.feedwarden.model.PollError;
import dev.feedwarden.model.Validators;
import dev.feedwarden.model.WebUrl;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class BotWallTest {
  private static final WebUrl URL = WebUrl.of("https://feeds.example/rss");

  private static Answered answer(int status, Map<String, String> headers, String body) {
    return new Answered(
        status,
        new Headers(Validators.NONE, "text/html", null, null, headers),
        body.getBytes(UTF_8),
        new FetchTrace(1, URL, List.of(), null, Duration.ZERO));
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = " >> ",
      textBlock =
          """
          403 >> <!DOCTYPE html><html><head><title>Just a moment...</title>
          503 >> <!doctype html><script>window._cf_chl_opt={}</script>
          200 >> <html><body><script src="/cdn-cgi/challenge-platform/h/b"></script>
          403 >> <html><title>Attention Required! | Cloudflare</title>
          403 >> <html><script src="https://ct.captcha-delivery.com/c.js"></script>
          200 >> <html><iframe src="/_Incapsula_Resource?x"></iframe>
          403 >> <html><div id="px-captcha"></div>
          202 >> <html><script src="https://x.token.awswaf.com/y.js"></script>
          405 >> <html><script src="https://x.token.awswaf.com/y.js"></script>
          429 >> <!DOCTYPE html><title>Vercel Security Checkpoint</title>
          200 >> <!-- hello --> <!doctype html><title>Just a moment...</title>
          200 >> <!doctype html><title>Making sure you&#39;re not a bot!</title>
          """)
  void a_challenge_page_is_a_wall(int status, String body) {
    assertThat(BotWall.stands(answer(status, Map.of(), body))).isTrue();
  }

  @Test
  void a_header_that_only_a_challenge_has_is_enough_for_a_refusal() {
    var told = Map.of("cf-mitigated", "challenge");

    assertThat(BotWall.stands(answer(403, told, ""))).isTrue();
    assertThat(BotWall.stands(answer(202, Map.of("x-amzn-waf-action", "challenge"), ""))).isTrue();
    assertThat(BotWall.stands(answer(403, Map.of("cf-mitigated", "none"), ""))).isFalse();
    assertThat(BotWall.stands(answer(503, Map.of("x-datadome", "protected"), "down"))).isFalse();
  }

  @Test
  void a_feed_is_no_wall_whatever_it_writes_about() {
    var feed = "<rss><channel><item><title>On _cf_chl_opt and px-captcha</title></item></channel>";

    assertThat(BotWall.stands(answer(200, Map.of("x-datadome", "protected"), feed))).isFalse();
  }

  @Test
  void an_ordinary_refusal_or_page_is_no_wall() {
    assertThat(BotWall.stands(answer(403, Map.of("server", "nginx"), "<html>Forbidden"))).isFalse();
    assertThat(BotWall.stands(answer(200, Map.of(), "<html><h1>Welcome</h1>"))).isFalse();
    assertThat(BotWall.stands(answer(404, Map.of(), "<html>px-captcha"))).isFalse();
  }

  @Test
  void a_wall_is_forbidden_and_not_asked_again_even_with_a_503() {
    var wall = answer(503, Map.of(), "<html><script>_cf_chl_opt</script>");

    assertThat(Classification.row(wall))
        .isEqualTo(
            new CauseTable.Row(ErrorType.FORBIDDEN, CauseTable.Retry.NEVER, CauseTable.Suspect.NO));
    assertThat(Classification.of(wall, URL, Validators.NONE, Instant.EPOCH))
        .isEqualTo(
            new Classification.Failure(
                new PollError(ErrorType.FORBIDDEN, Cause.BOT_WALL, 503, URL.masked()), null));
  }
}
