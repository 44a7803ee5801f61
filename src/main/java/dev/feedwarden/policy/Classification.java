package dev.feedwarden.policy;

import dev.feedwarden.model.Cause;
import dev.feedwarden.model.FetchResult;
import dev.feedwarden.model.FetchResult.Answered;
import dev.feedwarden.model.FetchResult.Headers;
import dev.feedwarden.model.FetchResult.Refrained;
import dev.feedwarden.model.FetchResult.Unanswered;
import dev.feedwarden.model.PollError;
import dev.feedwarden.model.Validators;
import dev.feedwarden.model.WebUrl;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What a fetch amounts to before its body is read. */
public sealed interface Classification {
  /** A 200 with a body: the reader's turn. */
  record WithBody(Answered answer) implements Classification {}

  /**
   * A 304 that was asked for; what we asked with stays, since another ETag would stand for a
   * document we lack.
   *
   * @param headers of the answer
   */
  record Unmodified(Validators validators, Headers headers) implements Classification {}

  /** A failure, with the wait that the server named, if it did. */
  record Failure(PollError error, @Nullable Duration retryAfter) implements Classification {}

  /** Not asked to the end, and nobody's failure. */
  record NotNow(Duration delay) implements Classification {}

  /**
   * Judges one fetch.
   *
   * @param asked what we sent to ask "changed since?" with
   */
  static Classification of(FetchResult result, WebUrl url, Validators asked, Instant now) {
    return switch (result) {
      case Unanswered(var cause, _) -> failure(cause, url);
      case Refrained(var wait, _) -> new NotNow(wait);
      case Answered wall when BotWall.stands(wall) -> failure(wall, url, now);
      case Answered answer ->
          switch (answer.status()) {
            case 200 ->
                answer.body().length == 0 ? failure(Cause.EMPTY, url) : new WithBody(answer);
            case 304 ->
                asked.any()
                    ? new Unmodified(asked, answer.headers())
                    : failure(Cause.NOT_ASKED_304, url);
            default -> failure(answer, url, now);
          };
    };
  }

  /** The error of a failure that was not the status itself. */
  static PollError error(Cause cause, WebUrl url) {
    return new PollError(CauseTable.of(cause).type(), cause, 0, url.masked());
  }

  private static Failure failure(Cause cause, WebUrl url) {
    return new Failure(error(cause, url), null);
  }

  /** The row of the cause table that an answer belongs to. */
  static CauseTable.Row row(Answered answer) {
    return BotWall.stands(answer) ? CauseTable.of(Cause.BOT_WALL) : CauseTable.of(answer.status());
  }

  /** Whether another fetch soon could end otherwise: what flaked, as against what is so. */
  static boolean retryable(FetchResult result) {
    var retry =
        switch (result) {
          case Answered answer when answer.status() < 400 -> CauseTable.Retry.NEVER;
          case Answered answer -> row(answer).retry();
          case Unanswered(var cause, _) -> CauseTable.of(cause).retry();
          case Refrained _ -> CauseTable.Retry.NEVER;
        };
    return retry != CauseTable.Retry.NEVER;
  }

  private static Failure failure(Answered answer, WebUrl url, Instant now) {
    var status = answer.status();
    var cause = BotWall.stands(answer) ? Cause.BOT_WALL : Cause.STATUS;
    var error = new PollError(row(answer).type(), cause, status, url.masked());
    var retryAfter = status < 400 ? null : RetryAfter.of(answer.headers(), now).orElse(null);
    return new Failure(error, retryAfter);
  }
}
