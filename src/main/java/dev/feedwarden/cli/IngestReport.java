package dev.feedwarden.cli;

import dev.feedwarden.cli.Terminal.Tint;
import dev.feedwarden.model.ErrorType;
import dev.feedwarden.poll.Batch;
import dev.feedwarden.poll.RunSummary;
import dev.feedwarden.poll.SourceReport;
import dev.feedwarden.poll.SourceReport.Verdict;
import java.util.Map;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/** Tells how a run goes: log lines, a bar for who watches, a table or JSON at the end. */
final class IngestReport implements Batch.Watcher, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Batch.class);

  private final Terminal terminal;
  private final boolean json;
  private final boolean one;
  private int leftOut;
  private int putOff;
  private int spared;
  private @Nullable ProgressBar bar;

  /**
   * A report for somebody.
   *
   * @param one whether the run is for one source only
   */
  IngestReport(Terminal terminal, boolean json, boolean one) {
    this.terminal = terminal;
    this.json = json;
    this.one = one;
  }

  @Override
  public synchronized void planned(int sources) {
    if (terminal.errIsSeen() && terminal.colour() && !json && sources > 0) {
      bar =
          new ProgressBarBuilder()
              .setTaskName("ingest")
              .setInitialMax(sources)
              .setStyle(ProgressBarStyle.COLORFUL_UNICODE_BAR)
              .setUpdateIntervalMillis(200)
              .build();
    }
  }

  @Override
  public synchronized void ended(SourceReport report) {
    log(report.fields(), "source ingested");
    if (json) {
      terminal.json(report.fields());
    }
    if (bar != null) {
      bar.step();
    }
  }

  @Override
  public synchronized void leftOut() {
    leftOut++;
    if (bar != null) {
      bar.step();
    }
  }

  @Override
  public synchronized void putOff() {
    putOff++;
    if (bar != null) {
      bar.step();
    }
  }

  @Override
  public synchronized void spared() {
    spared++;
    if (bar != null) {
      bar.step();
    }
  }

  synchronized void finished(RunSummary summary, long registered) {
    close();
    log(summary.fields(), "ingestion finished");
    if (json) {
      terminal.json(summary.fields());
      return;
    }
    if (summary.reports().isEmpty()) {
      terminal.say(nothing(registered));
      return;
    }
    if (summary.outage() != null && summary.succeeded() == 0) {
      terminal.say(offline(summary.outage()));
      return;
    }
    table(summary);
    terminal.say("");
    terminal.say(
        "%s: %s, %s. %s, %d known. %s."
            .formatted(
                Shown.count(summary.succeeded() + summary.failed(), "source"),
                terminal.tint(Tint.GOOD, summary.succeeded() + " fine"),
                summary.failed() == 0
                    ? "none failed"
                    : terminal.tint(Tint.BAD, summary.failed() + " failed"),
                Shown.count(summary.inserted(), "new article"),
                summary.skipped(),
                Shown.length(summary.took())));
    if (nobodyAnswered(summary)) {
      terminal.say(
          "Nobody answered; 'feedwarden doctor' finds out whether our own network is why.");
    }
    if (leftOut > 0) {
      terminal.say(leftOut + " more were visited by another run meanwhile.");
    }
    if (putOff > 0) {
      terminal.say(putOff + " more wait until their host may be asked; see 'feedwarden hosts'.");
    }
  }

  // Too few to be sure of an outage, and still the first thing to look at.
  private static boolean nobodyAnswered(RunSummary summary) {
    return summary.reports().stream()
        .allMatch(
            report ->
                report.verdict() == Verdict.FAILED
                    && report.remark().startsWith(ErrorType.NETWORK.wire()));
  }

  // A table of failures would only hide what they have in common.
  private String offline(String evidence) {
    return terminal.tint(Tint.BAD, "Nobody answers, so our own network is the problem")
        + " ("
        + evidence
        + "): no feed is blamed, none is disabled"
        + (spared == 0 ? "" : ", " + spared + " more were not asked")
        + ", and 'feedwarden doctor' looks for the reason.";
  }

  private String nothing(long registered) {
    if (registered == 0) {
      return IngestCommand.NO_SOURCES;
    }
    if (putOff > 0) {
      return "Nothing can be done now: "
          + Shown.count(putOff, "source")
          + (putOff == 1 ? " waits until its" : " wait until their")
          + " host may be asked. See 'feedwarden hosts'.";
    }
    return leftOut > 0
        ? "Nothing left to do: another run visited the sources."
        : one
            ? "Nothing is due: the source waits. See why with 'feedwarden sources list', or use"
                + " --force."
            : "Nothing is due: "
                + Shown.count(registered, "source")
                + (registered == 1 ? " waits." : " wait.")
                + " See when with 'feedwarden sources list', or use --force.";
  }

  private void table(RunSummary summary) {
    var table = new Table("RESULT", "NEW", "KNOWN", "TIME", "FEED");
    summary
        .reports()
        .forEach(
            r ->
                table.row(
                    terminal.tint(
                        r.verdict() == Verdict.SUCCEEDED ? Tint.GOOD : Tint.BAD, r.remark()),
                    String.valueOf(r.tally().inserted()),
                    String.valueOf(r.tally().skipped()),
                    Shown.length(r.took()),
                    r.source().feed().masked()));
    table.print(terminal);
  }

  private static void log(Map<String, Object> fields, String message) {
    LoggingEventBuilder line = LOG.atInfo();
    for (var field : fields.entrySet()) {
      line = line.addKeyValue(field.getKey(), field.getValue());
    }
    line.log(message);
  }

  @Override
  public synchronized void close() {
    if (bar != null) {
      bar.close();
      bar = null;
    }
  }
}
