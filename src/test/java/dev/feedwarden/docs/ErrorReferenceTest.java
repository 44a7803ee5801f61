package dev.feedwarden.docs;

import dev.feedwarden.model.Cause;
import dev.feedwarden.model.ErrorType;
import dev.feedwarden.policy.CauseTable;
import dev.feedwarden.policy.Cells;
import dev.feedwarden.policy.Profile;
import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** docs/reference/errors.md: the eight types and all causes. */
final class ErrorReferenceTest {
  @Test
  void the_page_has_every_type_and_every_cause() throws IOException {
    var page = new StringBuilder();
    page.append(
        """
        # Errors

        A failed poll has one of eight **types**, which decides what follows, and a **cause**, which says why. Both are spelt the same
        in database, API, logs, metrics and events. Each has a page that says what to do.

        ## Types

        In the profile `standard`; [policy](../policy.md) has the others.

        | type | disabled after | for about | wait before that |
        |---|---|---|---|
        """);
    for (var type : ErrorType.values()) {
      page.append(
          "| %s | %s | %s | %s |\n"
              .formatted(
                  link(type.wire()),
                  RunbookTest.after(type),
                  RunbookTest.cooldown(type),
                  cell(type, "wait")));
    }
    page.append(
        """

        ## Causes

        *Our own*: it may be our network, resolver or clock, and counts against a feed only once another domain has answered
        ([blame](../policy.md#blame)).

        | cause | type | asked again within the poll | may be our own |
        |---|---|---|---|
        """);
    Arrays.stream(Cause.values())
        .filter(cause -> cause != Cause.STATUS && cause != Cause.TLS_CERTIFICATE_DATE)
        .forEach(cause -> page.append(row(cause)));
    page.append(
        """

        ## Statuses

        | status | type | asked again within the poll |
        |---|---|---|
        """);
    for (var status : new int[] {403, 404, 410, 429, 500, 418}) {
      var row = CauseTable.of(status);
      page.append(
          "| %s | %s | %s |\n"
              .formatted(
                  status == 500 ? "500 to 599" : status == 418 ? "any other" : status,
                  link(row.type().wire()),
                  RunbookTest.again(row.retry())));
    }

    Committed.is("errors.md", page.toString());
  }

  private static String row(Cause cause) {
    var row = CauseTable.of(cause);
    return "| %s | %s | %s | %s |\n"
        .formatted(
            link(cause.wire()),
            link(row.type().wire()),
            RunbookTest.again(row.retry()),
            RunbookTest.ours(cause));
  }

  static String cell(ErrorType type, String column) {
    return Cells.ALL.stream()
        .filter(cell -> cell.name().equals(type.wire() + "." + column))
        .findFirst()
        .map(cell -> cell.of(Profile.STANDARD.table()))
        .orElse("");
  }

  private static String link(String wire) {
    return "[`" + wire + "`](../runbook/" + wire + ".md)";
  }
}
