package dev.feedwarden.cli;

import dev.feedwarden.api.GapFields;
import dev.feedwarden.api.PollFields;
import dev.feedwarden.model.HostKey;
import dev.feedwarden.model.HostState;
import dev.feedwarden.policy.Tempo;
import dev.feedwarden.store.Gaps;
import dev.feedwarden.store.Heartbeats;
import dev.feedwarden.store.HostQueue;
import dev.feedwarden.store.PollHistory;
import dev.feedwarden.store.PollHistory.Past;
import dev.feedwarden.store.PollHistory.Place;
import dev.feedwarden.store.Registry;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "show",
    description = {
      "One source in full, and its latest polls, the newest first.",
      "A poll is + new, . nothing new, x failed, ! disabled, ~ superseded."
    })
@SuppressWarnings("NullAway.Init") // picocli fills the fields
final class ShowCommand implements Callable<Integer> {
  private static final int MOST = 1_000;
  private static final int GAPS = 10;

  @Parameters(paramLabel = "ID", description = "The source's id.")
  private String id;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Option(names = "--polls", paramLabel = "N", description = "How many polls; 20 by default.")
  private int polls = 20;

  private final Session session;

  // Three digits are more than anybody knows.
  private static double rounded(double probability) {
    return new BigDecimal(probability).round(new MathContext(3)).doubleValue();
  }

  ShowCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    var source = Session.sourceId(id);
    try (var database = session.database()) {
      var found = new Registry(database).find(source).orElseThrow(() -> Session.unknown(source));
      var host = new HostQueue(database).look(source).map(HostState::host);
      var fields = Registrations.fields(found).with("host", host.map(HostKey::value).orElse(null));
      Tempo.of(new Heartbeats(database).of(source))
          .ifPresent(
              tempo ->
                  fields.with("silence_probability", rounded(tempo.probability(database.now()))));
      var latest =
          polls > 0
              ? new PollHistory(database).before(source, Place.END, Math.min(polls, MOST))
              : List.<Past>of();
      var gaps = new Gaps(database).before(source, Long.MAX_VALUE, GAPS);
      if (json) {
        fields.with("gaps", gaps.isEmpty() ? null : gaps.stream().map(GapFields::of).toList());
        fields.with("polls", latest.stream().map(PollFields::of).toList());
      }
      fields.print(session.terminal(), json);
      if (!json) {
        gaps.forEach(gap -> session.terminal().say(Shown.gap(gap)));
      }
      if (!json && !latest.isEmpty()) {
        new Timeline(session.terminal(), database.now()).print(latest);
      }
      return CommandTree.OK;
    }
  }
}
