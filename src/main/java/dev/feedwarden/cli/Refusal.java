package dev.feedwarden.cli;

import dev.feedwarden.model.WebUrl;

/** What a person reads when the guard says no: the same words whatever lies behind the address. */
final class Refusal {
  private Refusal() {}

  static String of(WebUrl url) {
    return "The URL "
        + url.masked()
        + " is private, local or reserved and not allowed by FEEDWARDEN_ALLOWED_ADDRESSES.";
  }
}
