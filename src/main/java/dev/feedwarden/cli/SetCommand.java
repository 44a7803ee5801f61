package dev.feedwarden.cli;

import dev.feedwarden.app.Config;
import dev.feedwarden.app.PolicyText;
import dev.feedwarden.app.Wiring;
import dev.feedwarden.model.Intake;
import dev.feedwarden.model.Label;
import dev.feedwarden.model.OperatorMistake;
import dev.feedwarden.model.Overrides;
import dev.feedwarden.model.Source.Settings;
import dev.feedwarden.store.Interventions;
import dev.feedwarden.store.Registry;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(name = "set", description = "Change a source; a new address makes its feed begin anew.")
final class SetCommand implements Callable<Integer> {
  @Mixin private final SourceArgument source = new SourceArgument();

  @Mixin private final TagOptions tags = new TagOptions();

  @Option(names = "--name", paramLabel = "NAME", description = "What to call it.")
  private @Nullable String name;

  @Option(names = "--url", paramLabel = "URL", description = "The feed's address.")
  private @Nullable String url;

  @Option(
      names = "--interval",
      paramLabel = "MINUTES",
      description = "Minutes between two polls; 0 for what is learned.")
  private @Nullable Integer interval;

  @Option(
      names = "--mode",
      paramLabel = "MODE",
      description = "feed, or feed+pages to fetch the page behind every new entry too.")
  private @Nullable String mode;

  @Option(
      names = "--policy",
      paramLabel = "YAML",
      description = {
        "What it is judged by, such as '{profile: adaptive, gone: {cooldown: 1d}}';",
        "an empty text for what all are judged by."
      })
  private @Nullable String policy;

  private final Session session;

  SetCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    var id = source.id();
    if (isNothingGiven()) {
      throw new OperatorMistake(
          "Say what to set: --name, --url, --interval, --mode, --policy, --tag, --untag or"
              + " --note.");
    }
    var config = session.config();
    try (var database = Wiring.database(config)) {
      var found = new Registry(database).find(id).orElseThrow(() -> Session.unknown(id));
      var before = found.source().settings();
      var label = tags.over(before.label());
      var settings =
          new Settings(
              name == null
                  ? label
                  : new Label(SourceOptions.name(name), label.tags(), label.notes()),
              url == null ? before.feedUrl() : Session.feed(config, url),
              before.enabled(),
              intake(before.intake()),
              before.credentials(),
              policy == null ? before.policy() : overrides(config, policy));
      var done =
          new Interventions(database).change(id, settings, SourceArgument.who(), database.now());
      return source.tell(done, "Changed", "Nothing to change:", session.terminal());
    }
  }

  private boolean isNothingGiven() {
    return name == null
        && url == null
        && interval == null
        && mode == null
        && policy == null
        && !tags.areGiven();
  }

  private Intake intake(Intake before) {
    return new Intake(
        interval == null ? before.interval() : pause(interval),
        mode == null ? before.mode() : SourceOptions.mode(mode));
  }

  private static @Nullable Duration pause(int minutes) {
    return minutes == 0 ? null : SourceOptions.interval(minutes);
  }

  private static @Nullable Overrides overrides(Config config, String text) {
    return text.isBlank() ? null : PolicyText.checked("--policy", text, config);
  }
}
