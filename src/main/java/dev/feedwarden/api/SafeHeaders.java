package dev.feedwarden.api;

import java.util.Map;

/** What every answer says to a browser, whatever it is an answer to. */
final class SafeHeaders {
  static final Map<String, String> ALL =
      Map.of(
          "X-Content-Type-Options", "nosniff",
          "X-Frame-Options", "DENY",
          "Referrer-Policy", "no-referrer",
          "Cross-Origin-Resource-Policy", "same-origin",
          "Cross-Origin-Opener-Policy", "same-origin",
          "Cache-Control", "no-store",
          "Content-Security-Policy",
              "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
                  + " connect-src 'self'; form-action 'self'; base-uri 'none';"
                  + " frame-ancestors 'none'");

  private SafeHeaders() {}
}
