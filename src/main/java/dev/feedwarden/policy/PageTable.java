package dev.feedwarden.policy;

import dev.feedwarden.model.Cause;
import dev.feedwarden.model.ErrorType;
import dev.feedwarden.model.FetchResult;
import dev.feedwarden.model.FetchResult.Answered;
import dev.feedwarden.model.FetchResult.Refrained;
import dev.feedwarden.model.FetchResult.Unanswered;
import dev.feedwarden.model.Page.Reason;
import dev.feedwarden.model.PageVisit.End;
import dev.feedwarden.model.WebUrl;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What follows from what came of asking for a page. Whether the fetcher asks again at once is the
 * {@link CauseTable}'s business, for pages as for feeds.
 */
public final class PageTable {
  /** How often a page is visited before it is given up. */
  public static final int MOST_TRIES = 3;

  /** How often a page may take whoever fetches it along. */
  public static final int MOST_LOSSES = 3;

  /** How many redirects a page may be behind, over all hosts (RFC 9110: no loop lasts). */
  public static final int MOST_HOPS = 5;

  private static final Duration LONGEST = Duration.ofHours(8);

  /** What the scheduler does with a page that is not there. */
  public enum Then {
    /** Comes back after 2ⁿ minutes, three visits in all. */
    REVISIT,
    DEAD,
    SKIP
  }

  private PageTable() {}

  /** The table. */
  public static Then then(Reason reason) {
    return switch (reason) {
      case NETWORK, UPSTREAM_FAILURE, RATE_LIMITED, FORBIDDEN, NOT_FOUND, ROBOTS_UNREACHABLE ->
          Then.REVISIT;
      case GONE,
          REFUSED,
          NOT_MODIFIED,
          UNEXPECTED,
          EMPTY,
          UNDECODABLE,
          REDIRECT_LIMIT,
          BLOCKED_ADDRESS,
          BAD_URL,
          LOST ->
          Then.DEAD;
      case NOT_HTML, TOO_LARGE, ROBOTS, NOINDEX -> Then.SKIP;
    };
  }

  /** What an answer amounts to before its body is read. */
  public sealed interface Heard {
    /** A page: the reader's turn. */
    record Body(Answered answer) implements Heard {}

    /** A redirect leads to where the rules that were looked at do not hold. */
    record Onward(WebUrl to, int redirects) implements Heard {}

    /** No page. */
    record Missing(Reason reason, @Nullable Duration retryAfter) implements Heard {}
  }

  /** Judges one fetch. */
  public static Heard heard(FetchResult result, Instant now) {
    return switch (result) {
      case Unanswered(var cause, _) -> new Heard.Missing(reason(cause), null);
      case Refrained(_, var trace) -> new Heard.Onward(trace.finalUrl(), trace.redirects().size());
      case Answered wall when BotWall.stands(wall) ->
          new Heard.Missing(
              wall.status() == 429 ? Reason.RATE_LIMITED : Reason.FORBIDDEN, told(wall, now));
      case Answered answer when answer.status() == 200 -> {
        if (isBlank(answer.body())) {
          yield new Heard.Missing(Reason.EMPTY, null);
        }
        yield isHtml(answer) ? new Heard.Body(answer) : new Heard.Missing(Reason.NOT_HTML, null);
      }
      case Answered answer -> new Heard.Missing(reason(answer.status()), told(answer, now));
    };
  }

  private static @Nullable Duration told(Answered answer, Instant now) {
    return RetryAfter.of(answer.headers(), now).orElse(null);
  }

  private static boolean isBlank(byte[] body) {
    for (var b : body) {
      if (b != ' ' && (b < '\t' || b > '\r')) {
        return false;
      }
    }
    return true;
  }

  private static boolean isHtml(Answered answer) {
    var type = answer.headers().contentType();
    if (type == null || type.isBlank()) {
      return BotWall.isPage(answer);
    }
    var plain = type.toLowerCase(Locale.ROOT).replaceFirst(";.*", "").strip();
    return plain.equals("text/html") || plain.equals("application/xhtml+xml");
  }

  static Reason reason(int status) {
    return switch (status) {
      case 204, 205 -> Reason.EMPTY;
      case 304 -> Reason.NOT_MODIFIED;
      default -> {
        var reason = reason(CauseTable.of(status).type());
        var refused = reason == Reason.UNEXPECTED && status >= 400 && status <= 499;
        yield refused ? Reason.REFUSED : reason;
      }
    };
  }

  static Reason reason(Cause cause) {
    return switch (cause) {
      case BAD_ENCODING -> Reason.UNDECODABLE;
      case TOO_LARGE -> Reason.TOO_LARGE;
      case EMPTY -> Reason.EMPTY;
      case REDIRECT_LIMIT -> Reason.REDIRECT_LIMIT;
      case BLOCKED_ADDRESS -> Reason.BLOCKED_ADDRESS;
      case BAD_URL -> Reason.BAD_URL;
      case NOT_ASKED_304 -> Reason.NOT_MODIFIED;
      default -> reason(CauseTable.of(cause).type()); // what is a feed's reason too
    };
  }

  private static Reason reason(ErrorType type) {
    return switch (type) {
      case NETWORK -> Reason.NETWORK;
      case UPSTREAM_FAILURE -> Reason.UPSTREAM_FAILURE;
      case RATE_LIMITED -> Reason.RATE_LIMITED;
      case FORBIDDEN -> Reason.FORBIDDEN;
      case NOT_FOUND -> Reason.NOT_FOUND;
      case GONE -> Reason.GONE;
      case PARSE_ERROR -> Reason.UNDECODABLE;
      case UNEXPECTED -> Reason.UNEXPECTED;
    };
  }

  /**
   * What is done with a page that is not there.
   *
   * @param tries visits that were counted before this one
   */
  public static End next(Reason reason, @Nullable Duration retryAfter, int tries, Instant now) {
    return switch (then(reason)) {
      case SKIP -> new End.Skipped(reason);
      case DEAD -> new End.Dead(reason);
      case REVISIT -> {
        if (tries + 1 >= MOST_TRIES) {
          yield new End.Dead(reason);
        }
        var pause = Backoff.doubled(Duration.ofMinutes(1), tries, LONGEST);
        var told = retryAfter == null ? Duration.ZERO : Backoff.shorter(retryAfter, LONGEST);
        var at = now.plus(Backoff.longer(pause, told));
        yield new End.Later(reason, at, told.isPositive() && isOfHost(reason));
      }
    };
  }

  // Who names a time for one page would name it for the next.
  private static boolean isOfHost(Reason reason) {
    return reason == Reason.RATE_LIMITED || reason == Reason.UPSTREAM_FAILURE;
  }

  /**
   * What is done where a redirect leads.
   *
   * @param forbidden whether the rules that were looked at hold there too, and forbid it
   * @param hops redirects that the page was behind before
   * @param more those that it is behind now
   */
  public static End onward(WebUrl to, boolean forbidden, int hops, int more) {
    if (forbidden) {
      return new End.Skipped(Reason.ROBOTS);
    }
    return hops + more > MOST_HOPS
        ? new End.Dead(Reason.REDIRECT_LIMIT)
        : new End.Elsewhere(to, hops + more);
  }
}
