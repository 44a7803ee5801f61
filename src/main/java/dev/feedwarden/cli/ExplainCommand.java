package dev.feedwarden.cli;

import dev.feedwarden.app.Wiring;
import dev.feedwarden.cli.Terminal.Tint;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.policy.Explanation;
import dev.feedwarden.policy.Explanation.Finding;
import dev.feedwarden.store.HostQueue;
import dev.feedwarden.store.Registry;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "explain",
    description = "Why a source is or is not polled now, rule by rule, and what would change it.")
@SuppressWarnings("NullAway.Init") // picocli fills the fields
final class ExplainCommand implements Callable<Integer> {
  @Parameters(paramLabel = "ID", description = "The source's id.")
  private String id;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  private final Session session;

  ExplainCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    var source = Session.sourceId(id);
    var config = session.config();
    try (var database = Wiring.database(config)) {
      var found = new Registry(database).find(source).orElseThrow(() -> Session.unknown(source));
      var now = database.now();
      var explanation =
          Explanation.of(
              found.source(),
              found.state(),
              new HostQueue(database).look(source).orElse(null),
              Wiring.policy(config).table(found.source()),
              now);
      if (json) {
        session.terminal().json(fields(source, explanation));
      } else {
        print(explanation, source, now);
      }
      return CommandTree.OK;
    }
  }

  private void print(Explanation explanation, SourceId source, Instant now) {
    var terminal = session.terminal();
    terminal.say(
        source + (explanation.isPolledNow() ? " is polled now" : " is not polled now") + ":");
    for (var finding : explanation.findings()) {
      terminal.say(line(terminal, finding, now).replace(" ID", " " + source));
    }
  }

  private static String line(Terminal terminal, Finding finding, Instant now) {
    var mark = finding.holds() ? terminal.tint(Tint.GOOD, "yes") : terminal.tint(Tint.BAD, "no ");
    var until = finding.until();
    return mark
        + "  "
        + terminal.tint(Tint.FAINT, finding.rule())
        + " ".repeat(12 - finding.rule().length())
        + Shown.remote(finding.why())
        + (until == null ? "" : "; " + Shown.when(until, now) + " (" + until + ")")
        + (finding.change() == null ? "" : "; or: feedwarden " + finding.change());
  }

  private static Map<String, Object> fields(SourceId source, Explanation explanation) {
    var fields = new LinkedHashMap<String, Object>();
    fields.put("source_id", source.value());
    fields.put("polled_now", explanation.isPolledNow());
    fields.put("rules", explanation.findings().stream().map(ExplainCommand::fields).toList());
    return fields;
  }

  private static Map<String, Object> fields(Finding finding) {
    var fields = new LinkedHashMap<String, Object>();
    fields.put("rule", finding.rule());
    fields.put("holds", finding.holds());
    fields.put("why", finding.why());
    if (finding.until() != null) {
      fields.put("until", finding.until().toString());
    }
    if (finding.change() != null) {
      fields.put("change", "feedwarden " + finding.change());
    }
    return fields;
  }
}
