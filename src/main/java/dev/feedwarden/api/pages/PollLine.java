package dev.feedwarden.api.pages;

import dev.feedwarden.api.RemarkWords;
import dev.feedwarden.store.PollHistory.Past;
import java.time.Instant;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A poll in words. */
public record PollLine(
    long id,
    String kind,
    When at,
    String what,
    String took,
    String size,
    String items,
    String blame) {

  static PollLine of(Past poll, Instant now) {
    var fault = poll.fault();
    return new PollLine(
        poll.place().id(),
        kind(poll),
        When.of(poll.place().endedAt(), now),
        what(poll),
        When.length(poll.course().took()),
        poll.course().bytes() == 0 ? "" : size(poll.course().bytes()),
        items(poll),
        fault == null || fault.blame() == null ? "" : blame(fault.blame().wire()));
  }

  /** Which mark a poll gets. */
  static String kind(Past poll) {
    return switch (poll.course().outcome()) {
      case "fresh" -> poll.stored().inserted() > 0 ? "fresh" : "same";
      case "not_modified" -> "same";
      case "failed" -> "failed";
      default -> "other";
    };
  }

  static String what(Past poll) {
    return Stream.concat(
            Stream.of(cameTo(poll)), poll.course().remarks().stream().map(RemarkWords::of))
        .collect(Collectors.joining("; "));
  }

  private static String cameTo(Past poll) {
    var fault = poll.fault();
    if (fault != null) {
      var status = poll.course().statusCode();
      // A 200 is not what was wrong.
      return fault.type().wire() + " (" + (status < 300 ? fault.cause() : "HTTP " + status) + ")";
    }
    return switch (poll.course().outcome()) {
      case "fresh" ->
          poll.stored().inserted() > 0 ? poll.stored().inserted() + " new" : "nothing new";
      case "not_modified" -> "not modified";
      case "superseded" -> "superseded: somebody was faster";
      default -> poll.course().outcome();
    };
  }

  private static String items(Past poll) {
    var stored = poll.stored();
    return Stream.of(
            stored.inserted() == 0 ? "" : stored.inserted() + " new",
            stored.updated() == 0 ? "" : stored.updated() + " changed",
            stored.skipped() == 0 ? "" : stored.skipped() + " known")
        .filter(part -> !part.isEmpty())
        .collect(Collectors.joining(", "));
  }

  private static String blame(String wire) {
    return switch (wire) {
      case "host" -> "its host's";
      case "us" -> "our own";
      case "pending" -> "not known yet";
      default -> "the feed's";
    };
  }

  static String size(long bytes) {
    return bytes < 1_024
        ? bytes + " B"
        : bytes < 1 << 20
            ? bytes / 1_024 + " kB"
            : String.format(Locale.ROOT, "%.1f MB", bytes / 1_048_576.0);
  }
}
