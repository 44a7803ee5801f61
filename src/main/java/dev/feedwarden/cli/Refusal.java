package dev.feedwarden.cli;

import dev.feedwarden.model.WebUrl;

/** What a person reads when the guard says no: the same words whatever lies behind the address. */
final class Refusal {
  private Refusal() {}

  static String of(WebUrl url) {
    return "The URL "
        + url.masked()
        + " is not one that Feedwarden may ask; private networks need"
        + " FEEDWARDEN_ALLOWED_ADDRESSES.";
  }
}
