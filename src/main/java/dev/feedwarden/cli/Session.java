package dev.feedwarden.cli;

import dev.feedwarden.app.Config;
import dev.feedwarden.app.Configuration;
import dev.feedwarden.app.Logging;
import dev.feedwarden.app.WayOut;
import dev.feedwarden.app.Wiring;
import dev.feedwarden.model.OperatorMistake;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.policy.Admission.Judged;
import dev.feedwarden.store.Database;

/** What every command has at hand. */
record Session(Terminal terminal, Configuration configuration) {
  /** The checked configuration; from here on the log speaks. */
  Config config() {
    var config = configuration.config();
    Logging.follow(config.log(), terminal.errIsSeen());
    Logging.manualAt(config.api().home());
    return config;
  }

  Database database() {
    return Wiring.database(config());
  }

  /** A URL that a person typed. */
  static WebUrl url(String text) {
    return switch (WebUrl.parse(text)) {
      case WebUrl.Parsed.Good(var url) -> url;
      case WebUrl.Parsed.Bad(var reason) -> throw noUrl(text, reason);
    };
  }

  /** A feed's address that a person typed, if it may be registered. */
  static WebUrl feed(Config config, String text) {
    return switch (WayOut.admission(config).feed(text)) {
      case Judged.Good(var url) -> url;
      case Judged.Bad(var reason) -> throw noUrl(text, reason);
      case Judged.Private(var url) -> throw new OperatorMistake(Refusal.of(url));
    };
  }

  private static OperatorMistake noUrl(String text, String reason) {
    return new OperatorMistake(
        "The URL " + Shown.remote(WebUrl.maskedText(Shown.cut(text, 200))) + " " + reason + ".");
  }

  static SourceId sourceId(String text) {
    return SourceId.parse(text)
        .orElseThrow(
            () ->
                new OperatorMistake(
                    "The id "
                        + Shown.remote(Shown.cut(text, 80))
                        + " is not a source id; see 'feedwarden sources list'."));
  }

  static OperatorMistake unknown(SourceId id) {
    return new OperatorMistake("There is no source " + id + "; see 'feedwarden sources list'.");
  }
}
