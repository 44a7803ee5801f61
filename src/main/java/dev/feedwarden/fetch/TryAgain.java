package dev.feedwarden.fetch;

import javax.net.ssl.SSLException;

/** A handshake that failed for what we remembered or left out, and would not fail for it twice. */
final class TryAgain extends SSLException {
  private static final long serialVersionUID = 1L;

  TryAgain(String why, Exception cause) {
    super(why, cause);
  }
}
