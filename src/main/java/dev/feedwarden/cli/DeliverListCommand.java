package dev.feedwarden.cli;

import dev.feedwarden.store.Backlogs;
import dev.feedwarden.store.Backlogs.Backlog;
import dev.feedwarden.store.Database;
import dev.feedwarden.store.DeadLetters;
import dev.feedwarden.store.DeadLetters.DeadLetter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "list",
    description = {
      "All destinations, and what waits for each.",
      "With --dead what they refused for good, the newest first."
    })
final class DeliverListCommand implements Callable<Integer> {
  @Option(names = "--dead", description = "Dead letters instead.")
  private boolean dead;

  @Mixin private final LimitOption limit = new LimitOption();

  @Option(names = "--json", description = "Print JSON lines.")
  private boolean json;

  private final Session session;

  DeliverListCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    var rows = limit.rows();
    try (var database = session.database()) {
      if (dead) {
        letters(database, rows);
      } else {
        destinations(database);
      }
      return CommandTree.OK;
    }
  }

  private void destinations(Database database) {
    var all = new Backlogs(database).all();
    if (json) {
      all.forEach(one -> fields(one).print(session.terminal(), true));
    } else if (all.isEmpty()) {
      session.terminal().say("Nobody is told anything. Set SLACK_WEBHOOK_URL or DESTINATIONS.");
    } else {
      var now = database.now();
      var table =
          new Table("NAME", "WAITING", "OLDEST", "TAKEN", "LAST", "DEAD", "DROPPED", "TROUBLE");
      all.forEach(
          one ->
              table.row(
                  one.destination(),
                  String.valueOf(one.waiting()),
                  one.oldest() == null ? "-" : Shown.when(one.oldest(), now),
                  String.valueOf(one.totals().taken()),
                  Shown.when(one.takenAt(), now),
                  String.valueOf(one.totals().dead()),
                  String.valueOf(one.totals().dropped()),
                  Shown.remote(one.trouble())));
      table.print(session.terminal());
    }
  }

  private static Fields fields(Backlog one) {
    return new Fields()
        .with("destination", one.destination())
        .with("waiting", one.waiting())
        .with("oldest", one.oldest())
        .with("taken", one.totals().taken())
        .with("taken_at", one.takenAt())
        .with("dead", one.totals().dead())
        .with("dropped", one.totals().dropped())
        .with("trouble", one.trouble());
  }

  private void letters(Database database, int rows) {
    var found = new DeadLetters(database).list(null, Long.MAX_VALUE, rows);
    if (json) {
      found.forEach(one -> fields(one).print(session.terminal(), true));
    } else if (found.isEmpty()) {
      session.terminal().say("No dead letters.");
    } else {
      var now = database.now();
      var table = new Table("ID", "DESTINATION", "REFUSED", "EVENT", "REASON", "TITLE");
      found.forEach(
          one ->
              table.row(
                  String.valueOf(one.id()),
                  one.destination(),
                  Shown.when(one.buriedAt(), now),
                  one.letter().letterId(),
                  Shown.remote(one.letter().reason()),
                  Shown.cut(Shown.remote(one.letter().title()), 60)));
      table.print(session.terminal());
    }
  }

  private static Fields fields(DeadLetter one) {
    return new Fields()
        .with("id", one.id())
        .with("destination", one.destination())
        .with("event_id", one.letter().letterId())
        .with("kind", one.letter().kind())
        .with("title", one.letter().title())
        .with("reason", one.letter().reason())
        .with("refused_at", one.buriedAt());
  }
}
