package dev.feedwarden.cli;

import dev.feedwarden.app.Config;
import dev.feedwarden.app.Wiring;
import dev.feedwarden.lab.Replay;
import dev.feedwarden.model.NextPoll;
import dev.feedwarden.policy.Policy;
import dev.feedwarden.store.Access;
import dev.feedwarden.store.RecordedPolls;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Says what another policy would have made of a recorded history. */
final class ReplayReport {
  private final Session session;
  private final boolean json;

  ReplayReport(Session session, boolean json) {
    this.session = session;
    this.json = json;
  }

  int print(String database, @Nullable Path policy) {
    var config = session.configuration().config();
    try (var history = RecordedPolls.open(access(database, config))) {
      var report = Replay.run(history, policy(policy, config));
      if (json) {
        report.differences().forEach(one -> session.terminal().json(fields(one)));
        session.terminal().json(totals(report));
      } else {
        table(report);
      }
    }
    return CommandTree.OK;
  }

  private static Access access(String database, Config config) {
    var url = database.startsWith("jdbc:") ? database : "jdbc:sqlite:" + database;
    var password = config.database().password();
    return new Access(
        url,
        config.database().user(),
        password == null ? null : password.value(),
        Access.Pool.STANDARD);
  }

  private static Policy policy(@Nullable Path file, Config config) {
    var present = Wiring.policy(config);
    return file == null
        ? present
        : new Policy(
            PolicyCheckCommand.table(file, config),
            present.common(),
            present.schedule(),
            present.longestRetryAfter(),
            present.hosts());
  }

  private void table(Replay.Report report) {
    if (!report.differences().isEmpty()) {
      var table = new Table("AT", "OUTCOME", "RECORDED", "REPLAYED", "SOURCE");
      report
          .differences()
          .forEach(
              one ->
                  table.row(
                      one.at().toString(),
                      one.outcome(),
                      text(one.recorded()),
                      text(one.replayed()),
                      Shown.remote(report.names().getOrDefault(one.source(), ""))));
      table.print(session.terminal());
      session.terminal().say("");
    }
    var tally = report.tally();
    session
        .terminal()
        .say(
            "%s decided again, %d otherwise, %d would not have been made, %d not decidable."
                .formatted(
                    Shown.count(tally.decided(), "poll"),
                    report.differences().size(),
                    tally.spared(),
                    tally.undecided()));
    session
        .terminal()
        .say(
            "Disables: %d recorded, %d replayed."
                .formatted(tally.disables().recorded(), tally.disables().replayed()));
  }

  private static String text(NextPoll next) {
    return next.reason().wire() + (next.at() == null ? "" : " " + next.at());
  }

  private static Map<String, Object> fields(Replay.Difference one) {
    return new Fields()
        .with("source_id", one.source().value())
        .with("at", one.at())
        .with("outcome", one.outcome())
        .with("recorded_next_poll_at", one.recorded().at())
        .with("recorded_reason", one.recorded().reason().wire())
        .with("replayed_next_poll_at", one.replayed().at())
        .with("replayed_reason", one.replayed().reason().wire())
        .map();
  }

  private static Map<String, Object> totals(Replay.Report report) {
    var tally = report.tally();
    return new Fields()
        .with("polls_decided", tally.decided())
        .with("polls_decided_otherwise", report.differences().size())
        .with("polls_spared", tally.spared())
        .with("polls_undecided", tally.undecided())
        .with("disables_recorded", tally.disables().recorded())
        .with("disables_replayed", tally.disables().replayed())
        .map();
  }
}
