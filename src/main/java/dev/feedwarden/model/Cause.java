package dev.feedwarden.model;

import java.util.Locale;

/**
 * The finer reason of a failure; which {@link ErrorType} it belongs to is decided in {@code
 * policy}.
 */
public enum Cause {
  DNS,
  NXDOMAIN,
  CONNECT,
  RESET,
  TIMEOUT_CONNECT,
  TIMEOUT_READ,
  TIMEOUT_TOTAL,
  TLS_HANDSHAKE,
  TLS_CERTIFICATE,
  /** The same to people, but for its dates: it may be our clock. */
  TLS_CERTIFICATE_DATE,
  TLS_PROTOCOL,
  PROTOCOL,
  BAD_ENCODING,
  TRUNCATED,
  STATUS,
  BOT_WALL,
  TOO_LARGE,
  EMPTY,
  NOT_A_FEED,
  MALFORMED,
  PARSE_BUDGET,
  REDIRECT_LIMIT,
  BLOCKED_ADDRESS,
  BAD_URL,
  NOT_ASKED_304;

  /** The name in history, logs and messages. */
  public String wire() {
    var shown = this == TLS_CERTIFICATE_DATE ? TLS_CERTIFICATE : this;
    return shown.name().toLowerCase(Locale.ROOT);
  }
}
