package dev.feedwarden.policy;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.feedwarden.model.Cause;
import dev.feedwarden.model.FetchResult;
import dev.feedwarden.model.FetchResult.Answered;
import dev.feedwarden.model.FetchResult.Refrained;
import dev.feedwarden.model.FetchResult.Unanswered;
import dev.feedwarden.model.RobotsFile;
import dev.feedwarden.model.RobotsFile.Unreachable;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What is known of a robots.txt after it was asked for (RFC 9309, section 2.3.1). */
public final class RobotsAnswer {
  /** As much of it as is read: what the RFC demands at least. */
  static final int LARGEST = 500 << 10;

  static final Duration KEPT = Duration.ofDays(1);
  static final Duration LONG = Duration.ofDays(30);
  private static final Duration SOON = Duration.ofMinutes(1);

  private RobotsAnswer() {}

  /** What holds now. */
  public static RobotsFile after(@Nullable RobotsFile before, FetchResult result, Instant now) {
    return switch (result) {
      case Answered answer -> answered(before, answer, now);
      case Unanswered(var cause, _) ->
          leadsNowhere(cause) ? allowed(now) : unreachable(before, null, now);
      case Refrained(var delay, _) ->
          new RobotsFile(
              rules(before),
              now.plus(Backoff.longer(delay, SOON)),
              before == null ? null : before.trouble());
    };
  }

  private static RobotsFile answered(@Nullable RobotsFile before, Answered answer, Instant now) {
    var status = answer.status();
    if (status == 429 || status >= 500 || status < 200 || (status >= 300 && status < 400)) {
      return unreachable(before, RetryAfter.of(answer.headers(), now).orElse(null), now);
    }
    if (status != 200) {
      return allowed(now);
    }
    var body = answer.body();
    var text = new String(body, 0, end(body), UTF_8).replace('\0', ' ');
    return new RobotsFile(text, now.plus(KEPT), null);
  }

  // The rule that the cut goes through would say something else.
  private static int end(byte[] body) {
    if (body.length < LARGEST) {
      return body.length;
    }
    int end = LARGEST;
    while (end > 0 && body[end - 1] != '\n' && body[end - 1] != '\r') {
      end--;
    }
    return end;
  }

  // As good as no such file: the server was there.
  private static boolean leadsNowhere(Cause cause) {
    return cause == Cause.REDIRECT_LIMIT
        || cause == Cause.BAD_URL
        || cause == Cause.BLOCKED_ADDRESS;
  }

  private static RobotsFile allowed(Instant now) {
    return new RobotsFile("", now.plus(KEPT), null);
  }

  // What was known before holds on; where nothing was, nothing is asked, but not for ever.
  private static RobotsFile unreachable(
      @Nullable RobotsFile before, @Nullable Duration retryAfter, Instant now) {
    var trouble = before == null ? null : before.trouble();
    var since = trouble == null ? now : trouble.since();
    var failures = trouble == null ? 0 : trouble.failures();
    var pause = Backoff.doubled(SOON, failures, KEPT);
    var told = retryAfter == null ? Duration.ZERO : Backoff.shorter(retryAfter, KEPT);
    return new RobotsFile(
        since.plus(LONG).isAfter(now) ? rules(before) : "",
        now.plus(Backoff.longer(pause, told)),
        new Unreachable(since, failures + 1));
  }

  private static @Nullable String rules(@Nullable RobotsFile before) {
    return before == null ? null : before.rules();
  }
}
