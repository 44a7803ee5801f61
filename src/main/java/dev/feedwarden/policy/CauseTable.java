package dev.feedwarden.policy;

import static dev.feedwarden.model.ErrorType.FORBIDDEN;
import static dev.feedwarden.model.ErrorType.GONE;
import static dev.feedwarden.model.ErrorType.NETWORK;
import static dev.feedwarden.model.ErrorType.NOT_FOUND;
import static dev.feedwarden.model.ErrorType.PARSE_ERROR;
import static dev.feedwarden.model.ErrorType.RATE_LIMITED;
import static dev.feedwarden.model.ErrorType.UNEXPECTED;
import static dev.feedwarden.model.ErrorType.UPSTREAM_FAILURE;

import dev.feedwarden.model.Cause;
import dev.feedwarden.model.ErrorType;

/**
 * Which type a cause or a status belongs to, whether another request at once may cure it, and
 * whether it may be a failure of our own.
 */
public final class CauseTable {
  private CauseTable() {}

  /** When the fetcher asks again within the poll. */
  public enum Retry {
    NEVER,
    ALWAYS,
    /** Unless the server named a time that is too far off. */
    UNLESS_TOLD_LATER,
    /** Only when the server named a time that is near. */
    IF_TOLD_SOON
  }

  /** Whether our own network, resolver or clock may be behind it. */
  public enum Suspect {
    NO,
    YES,
    /** Only if it is the same page that others are answered with. */
    SAME_PAGE
  }

  /** One row of the table. */
  public record Row(ErrorType type, Retry retry, Suspect suspect) {
    private Row(ErrorType type, Retry retry) {
      this(type, retry, Suspect.NO);
    }
  }

  /** The row of a failure that was not the status itself. */
  public static Row of(Cause cause) {
    return switch (cause) {
      case DNS, CONNECT, RESET, TIMEOUT_CONNECT, TIMEOUT_READ, TIMEOUT_TOTAL, TLS_HANDSHAKE ->
          new Row(NETWORK, Retry.ALWAYS, Suspect.YES);
      case TRUNCATED -> new Row(NETWORK, Retry.ALWAYS);
      case PROTOCOL, BAD_ENCODING, TLS_CERTIFICATE, TLS_PROTOCOL -> new Row(NETWORK, Retry.NEVER);
      // A resolver without a way out may say of every name that it does not exist.
      case NXDOMAIN, TLS_CERTIFICATE_DATE -> new Row(NETWORK, Retry.NEVER, Suspect.YES);
      case BOT_WALL -> new Row(FORBIDDEN, Retry.NEVER);
      case NOT_A_FEED -> new Row(PARSE_ERROR, Retry.NEVER, Suspect.SAME_PAGE);
      case TOO_LARGE, EMPTY, MALFORMED, PARSE_BUDGET -> new Row(PARSE_ERROR, Retry.NEVER);
      case REDIRECT_LIMIT, BLOCKED_ADDRESS, BAD_URL, NOT_ASKED_304, STATUS ->
          new Row(UNEXPECTED, Retry.NEVER);
    };
  }

  /** The row of a status that is not a success. */
  public static Row of(int status) {
    return switch (status) {
      case 429 -> new Row(RATE_LIMITED, Retry.IF_TOLD_SOON);
      case 403 -> new Row(FORBIDDEN, Retry.NEVER);
      case 404 -> new Row(NOT_FOUND, Retry.NEVER);
      case 410 -> new Row(GONE, Retry.NEVER);
      default ->
          status >= 500 && status <= 599
              ? new Row(UPSTREAM_FAILURE, Retry.UNLESS_TOLD_LATER)
              : new Row(UNEXPECTED, Retry.NEVER);
    };
  }
}
