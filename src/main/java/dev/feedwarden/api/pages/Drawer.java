package dev.feedwarden.api.pages;

import static java.util.stream.Collectors.joining;

import dev.feedwarden.api.RemarkWords;
import dev.feedwarden.model.NextPoll;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.store.PollHistory.Past;
import dev.feedwarden.store.PollHistory.Timings;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that is kept of one poll.
 *
 * @param answer what it failed on, if that is the last one that its source failed on
 */
public record Drawer(
    String source, String name, PollLine poll, List<Fact> facts, @Nullable LastAnswer answer) {
  /** One thing that is known, in words. */
  public record Fact(String name, String words) {}

  static Drawer of(
      SourceId source, String name, Past poll, @Nullable LastAnswer answer, Instant now) {
    var facts = new ArrayList<Fact>();
    var course = poll.course();
    var fault = poll.fault();
    facts.add(new Fact("Ended", poll.place().endedAt().toString()));
    facts.add(new Fact("Took", When.length(course.took())));
    var timings = poll.timings();
    if (timings != null) {
      facts.add(new Fact("Of the last attempt", spent(timings)));
      if (timings.lag() != null) {
        facts.add(new Fact("Began late by", When.length(timings.lag())));
      }
    }
    facts.add(
        new Fact(
            "Attempts",
            course.retryCount() == 0
                ? "one"
                : (course.retryCount() + 1)
                    + ": the first and "
                    + Words.count(course.retryCount(), "more")));
    facts.add(
        new Fact("Answer", course.statusCode() == 0 ? "none" : "HTTP " + course.statusCode()));
    facts.add(new Fact("Body", course.bytes() == 0 ? "none" : PollLine.size(course.bytes())));
    if (fault != null) {
      facts.add(new Fact("Error", fault.type().wire()));
      facts.add(new Fact("Cause", Remote.line(fault.cause())));
    }
    if (!course.remarks().isEmpty()) {
      facts.add(
          new Fact("Odd", course.remarks().stream().map(RemarkWords::of).collect(joining("; "))));
    }
    var stored = poll.stored();
    facts.add(
        new Fact(
            "Items",
            stored.inserted()
                + " new, "
                + stored.updated()
                + " changed, "
                + stored.skipped()
                + " known, "
                + poll.absent()
                + " no longer there"));
    var next = poll.next().at();
    facts.add(
        new Fact(
            "Next poll, as decided then",
            (next == null ? "never" : next.toString()) + ", " + why(poll.next().reason())));
    return new Drawer(source.value(), name, PollLine.of(poll, now), facts, answer);
  }

  private static String spent(Timings timings) {
    return "DNS "
        + When.length(timings.dns())
        + ", connection "
        + When.length(timings.connect())
        + ", TLS "
        + When.length(timings.tls())
        + ", first byte "
        + When.length(timings.firstByte());
  }

  static String why(NextPoll.Reason reason) {
    return switch (reason) {
      case FIRST -> "as a first poll";
      case ASKED -> "because a person asked";
      case INTERVAL -> "by its interval";
      case LEARNED -> "by the dates of its items";
      case HINT -> "as the feed or its server asked";
      case RETRY_AFTER -> "as its server said by Retry-After";
      case BACKOFF -> "left alone for a while after a failure";
      case COOLDOWN -> "after its cooldown";
      case HELD -> "held: too many others were disabled in that hour";
      case STOPPED -> "stopped by a person";
    };
  }
}
