package dev.feedwarden.cli;

import dev.feedwarden.app.Wiring;
import dev.feedwarden.model.OperatorMistake;
import dev.feedwarden.model.Standing;
import dev.feedwarden.policy.ByHand;
import dev.feedwarden.policy.Policy.Moment;
import dev.feedwarden.store.Interventions;
import dev.feedwarden.store.Interventions.Done;
import dev.feedwarden.store.Registry;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "disable",
    description = {
      "Take a feed out of the schedule.",
      "With the name of an error type as the reason, for that type's cooldown;",
      "with any other text, which is kept as a note, until you enable it again."
    })
final class DisableCommand implements Callable<Integer> {
  @Mixin private final SourceArgument source = new SourceArgument();

  @Option(
      names = "--reason",
      paramLabel = "REASON",
      description = "forbidden, not_found, …, or a note; manual by default.")
  private String reason = ByHand.MANUAL;

  private final Session session;

  DisableCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    var id = source.id();
    var config = session.config();
    try (var database = Wiring.database(config)) {
      var found = new Registry(database).find(id).orElseThrow(() -> Session.unknown(id));
      var now = database.now();
      var standing =
          ByHand.disabled(
                  reason,
                  Wiring.policy(config).table(found.source()),
                  SourceArgument.who(),
                  new Moment(now, ThreadLocalRandom.current().nextDouble()))
              .orElseThrow(
                  () -> new OperatorMistake("--reason takes at most 200 characters of text."));
      var done = new Interventions(database).disable(id, standing, SourceArgument.who(), now);
      if (done instanceof Done.Changed) {
        LoggerFactory.getLogger(DisableCommand.class)
            .atWarn()
            .addKeyValue("source_id", id.value())
            .addKeyValue("reason", wire(standing))
            .addKeyValue("consecutive_errors", found.state().health().consecutiveErrors())
            .log("feed disabled");
      }
      return source.tell(done, "Disabled (" + wire(standing) + ")", "", session.terminal());
    }
  }

  private static String wire(Standing standing) {
    return standing instanceof Standing.Cooling(var type, _, _, _) ? type.wire() : ByHand.MANUAL;
  }
}
