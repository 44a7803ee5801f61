package dev.feedwarden.cli;

import dev.feedwarden.app.Wiring;
import dev.feedwarden.model.Intake;
import dev.feedwarden.model.Label;
import dev.feedwarden.model.OperatorMistake;
import dev.feedwarden.model.Source.Settings;
import dev.feedwarden.store.Registry;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "add", description = "Register a feed.")
@SuppressWarnings("NullAway.Init") // picocli fills the fields
final class AddCommand implements Callable<Integer> {
  @Parameters(paramLabel = "URL", description = "The feed's address.")
  private String url;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "What to call it; the host by default.")
  private @Nullable String name;

  @Option(
      names = "--interval",
      paramLabel = "MINUTES",
      description = "Minutes between two polls; DEFAULT_INTERVAL by default.")
  private @Nullable Integer interval;

  @Option(
      names = "--mode",
      paramLabel = "MODE",
      description = "feed, or feed+pages to fetch the page behind every new entry too.")
  private String mode = Intake.Mode.FEED.wire();

  @Mixin private final AuthOption auth = new AuthOption();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  private final Session session;

  AddCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    var config = session.config();
    var feed = Session.feed(config, url);
    var pause = interval == null ? null : SourceOptions.interval(interval);
    var label = name == null ? null : SourceOptions.name(name);
    var credentials = auth.credentials();
    try (var database = Wiring.database(config)) {
      var settings =
          new Settings(
              new Label(label == null ? feed.host() : label),
              feed,
              true,
              new Intake(pause, SourceOptions.mode(mode)),
              credentials == null ? null : Wiring.vault(config).lock(credentials),
              null);
      return switch (new Registry(database).add(settings, database.now())) {
        case Registry.Added.New(var id) -> {
          if (json) {
            session.terminal().json(Map.of("id", id.value(), "feed_url", feed.masked()));
          } else {
            session.terminal().say("Added " + id + " " + feed.masked());
          }
          yield CommandTree.OK;
        }
        case Registry.Added.Known(var id) ->
            throw new OperatorMistake("The feed is registered already, as " + id + ".");
      };
    }
  }
}
