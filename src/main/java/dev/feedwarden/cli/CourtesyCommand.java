package dev.feedwarden.cli;

import dev.feedwarden.api.CourtesyFields;
import dev.feedwarden.cli.Terminal.Tint;
import dev.feedwarden.model.HostKey;
import dev.feedwarden.model.OperatorMistake;
import dev.feedwarden.policy.CourtesyCheck.Verdict;
import dev.feedwarden.poll.CourtesyReport;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "courtesy",
    description = "What we asked of a host by the day, and how we keep our own rules.")
@SuppressWarnings("NullAway.Init") // picocli fills the fields
final class CourtesyCommand implements Callable<Integer> {
  private static final int MOST = 400;

  @Parameters(paramLabel = "HOST", description = "A host as 'hosts' names it.")
  private String host;

  @Option(names = "--days", paramLabel = "N", description = "How many days; 30 by default.")
  private int days = 30;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  private final Session session;

  CourtesyCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    if (days < 1 || days > MOST) {
      throw new OperatorMistake("--days takes 1 to " + MOST + ", not " + days + ".");
    }
    try (var database = session.database()) {
      var key = new HostKey(host.toLowerCase(Locale.ROOT));
      var report = CourtesyReport.of(database, key, days);
      if (report.days().isEmpty()) {
        throw new OperatorMistake(
            "The host " + Shown.remote(Shown.cut(host, 200)) + " was not asked in these days.");
      }
      if (json) {
        session.terminal().json(CourtesyFields.of(report));
      } else {
        print(report);
      }
      return CommandTree.OK;
    }
  }

  private void print(CourtesyReport report) {
    var terminal = session.terminal();
    for (var grade : report.grades()) {
      var tint =
          switch (grade.verdict()) {
            case KEPT -> Tint.GOOD;
            case BROKEN -> Tint.BAD;
            case OPEN -> Tint.FAINT;
          };
      var word = grade.verdict() == Verdict.OPEN ? "-" : grade.verdict().wire();
      terminal.say(terminal.tint(tint, word) + " " + grade.rule() + ": " + grade.figure());
    }
    terminal.say("");
    var table =
        new Table("DAY", "REQUESTS", "304", "BYTES", "REFUSED", "ERRORS", "NO ANSWER", "WAITED");
    for (var day : report.days()) {
      var seen = day.courtesy();
      table.row(
          day.key().day().toString().substring(0, 10),
          String.valueOf(seen.requests().count()),
          String.valueOf(seen.answers().notModified()),
          String.valueOf(seen.answers().bytes()),
          String.valueOf(seen.answers().refused()),
          String.valueOf(seen.answers().errors()),
          String.valueOf(seen.answers().none()),
          seen.waits().kept() + "/" + (seen.waits().kept() + seen.waits().broken()));
    }
    table.print(terminal);
  }
}
