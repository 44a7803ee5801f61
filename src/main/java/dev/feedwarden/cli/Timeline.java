package dev.feedwarden.cli;

import static java.util.stream.Collectors.joining;

import dev.feedwarden.cli.Terminal.Tint;
import dev.feedwarden.model.NextPoll;
import dev.feedwarden.model.Remark;
import dev.feedwarden.store.PollHistory.Past;
import java.time.Instant;
import java.util.List;

/** A feed's latest polls, a line each behind a mark that says at a glance how it went. */
record Timeline(Terminal terminal, Instant now) {
  void print(List<Past> polls) {
    var table = new Table("", "POLL", "CAME TO", "TOOK", "TRIES", "NEW", "CHANGED", "THEN");
    for (var poll : polls) {
      table.row(
          mark(poll),
          Shown.when(poll.place().endedAt(), now),
          cameTo(poll),
          Shown.length(poll.course().took()),
          String.valueOf(1 + poll.course().retryCount()),
          count(poll.stored().inserted()),
          count(poll.stored().updated()),
          then(poll));
    }
    terminal.say("");
    table.print(terminal);
  }

  private String mark(Past poll) {
    var disabled = poll.next().reason() == NextPoll.Reason.COOLDOWN;
    return switch (poll.course().outcome()) {
      case "fresh" ->
          poll.stored().inserted() + poll.stored().updated() > 0
              ? terminal.tint(Tint.GOOD, "+")
              : terminal.tint(Tint.GOOD, ".");
      case "not_modified" -> terminal.tint(Tint.GOOD, ".");
      case "failed" -> terminal.tint(Tint.BAD, disabled ? "!" : "x");
      default -> terminal.tint(Tint.FAINT, "~");
    };
  }

  private static String cameTo(Past poll) {
    var fault = poll.fault();
    var odd = odd(poll);
    if (fault == null) {
      return poll.course().outcome() + odd;
    }
    var reason =
        poll.course().statusCode() > 0 && fault.cause().equals("status")
            ? "HTTP " + poll.course().statusCode()
            : fault.cause();
    var blame = fault.blame();
    return fault.type().wire()
        + " ("
        + reason
        + (blame == null ? "" : ", " + blame.wire())
        + ")"
        + odd;
  }

  private static String odd(Past poll) {
    var remarks = poll.course().remarks();
    return remarks.isEmpty()
        ? ""
        : remarks.stream().map(Remark::wire).collect(joining(", ", " [", "]"));
  }

  private static String count(int number) {
    return number == 0 ? "-" : String.valueOf(number);
  }

  private String then(Past poll) {
    var at = poll.next().at();
    return poll.next().reason().wire()
        + (at == null ? "" : " " + Shown.when(at, poll.place().endedAt()));
  }
}
