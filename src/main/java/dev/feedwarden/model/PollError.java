package dev.feedwarden.model;

/** A classified failure of one poll; {@code statusCode} is 0 when the status was not the reason. */
public record PollError(ErrorType type, Cause cause, int statusCode, String maskedUrl) {
  private static final int LONGEST_MESSAGE = 2_000;

  /** The text of {@code last_error} and of the log line. */
  public String message() {
    var text = "feed poll " + type.wire() + ": " + detail() + " for " + maskedUrl;
    return text.length() <= LONGEST_MESSAGE ? text : text.substring(0, cut(text));
  }

  /** Type and reason in a few words, for a table. */
  public String reason() {
    return type.wire() + " (" + detail() + ")";
  }

  /** Where it is written what to do about it. */
  public String help() {
    return Runbook.of(type, cause.wire());
  }

  // Half a surrogate pair is no text, and a database may refuse it.
  private static int cut(String text) {
    return Character.isHighSurrogate(text.charAt(LONGEST_MESSAGE - 1))
        ? LONGEST_MESSAGE - 1
        : LONGEST_MESSAGE;
  }

  private String detail() {
    return statusCode > 0 ? "HTTP " + statusCode : cause.wire();
  }
}
