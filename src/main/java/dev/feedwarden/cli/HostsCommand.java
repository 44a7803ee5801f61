package dev.feedwarden.cli;

import dev.feedwarden.model.Durations;
import dev.feedwarden.store.HostQueue;
import dev.feedwarden.store.HostQueue.Listed;
import java.time.Instant;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "hosts",
    description = {
      "All hosts: their pace, when they may be asked, their feeds, and what is wrong with them.",
      "Those that fail as a whole are in trouble; one of their feeds probes."
    })
final class HostsCommand implements Callable<Integer> {
  private static final int PAGE = 500;

  @Option(names = "--json", description = "Print JSON lines.")
  private boolean json;

  private final Session session;

  HostsCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    var config = session.config();
    var least = config.schedule().hostMinGap();
    try (var database = session.database()) {
      var queue = new HostQueue(database);
      if (json) {
        forEach(queue, host -> fields(host).print(session.terminal(), true));
        return CommandTree.OK;
      }
      var now = database.now();
      var table = new Table("HOST", "FEEDS", "GAP", "READY", "TROUBLE");
      forEach(
          queue,
          host -> {
            var gap = host.state().memory().pace().gap();
            var trouble = host.state().memory().trouble();
            table.row(
                host.state().host().value(),
                String.valueOf(host.feeds()),
                Durations.text(gap.compareTo(least) > 0 ? gap : least),
                ready(host, now),
                trouble == null
                    ? "-"
                    : trouble.evidence() + ", since " + Shown.when(trouble.since(), now));
          });
      table.print(session.terminal());
      return CommandTree.OK;
    }
  }

  private static String ready(Listed host, Instant now) {
    return host.state().leasedUntil().isAfter(now)
        ? "being asked"
        : Shown.due(host.state().readyAt(), now);
  }

  private static void forEach(HostQueue queue, Consumer<Listed> action) {
    var after = "";
    for (var page = queue.page(after, PAGE); !page.isEmpty(); page = queue.page(after, PAGE)) {
      page.forEach(action);
      after = page.getLast().state().host().value();
    }
  }

  private static Fields fields(Listed host) {
    var state = host.state();
    var pace = state.memory().pace();
    var trouble = state.memory().trouble();
    var fields =
        new Fields()
            .with("host", state.host().value())
            .with("feeds", host.feeds())
            .with("due_at", host.dueAt())
            .with("ready_at", state.readyAt())
            .with("leased_until", state.leasedUntil())
            .with("gap_ms", pace.gap().toMillis())
            .with("clean", pace.clean())
            .with("refused_at", pace.refusal() == null ? null : pace.refusal().at())
            .with("floor_ms", pace.floor() == null ? null : pace.floor().gap().toMillis())
            .with("floor_until", pace.floor() == null ? null : pace.floor().until());
    return trouble == null
        ? fields
        : fields
            .with("trouble_since", trouble.since())
            .with("trouble_probes", trouble.probes())
            .with("trouble_evidence", trouble.evidence());
  }
}
