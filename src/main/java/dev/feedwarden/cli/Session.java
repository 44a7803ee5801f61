package dev.feedwarden.cli;

import dev.feedwarden.app.Config;
import dev.feedwarden.app.Configuration;
import dev.feedwarden.app.Logging;
import dev.feedwarden.app.Wiring;
import dev.feedwarden.model.OperatorMistake;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.store.Database;

/** What every command has at hand. */
record Session(Terminal terminal, Configuration configuration) {
  /** The checked configuration; from here on the log speaks. */
  Config config() {
    var config = configuration.config();
    Logging.follow(config.log(), terminal.errIsSeen());
    return config;
  }

  Database database() {
    return Wiring.database(config());
  }

  /** A URL that a person typed. */
  static WebUrl url(String text) {
    return switch (WebUrl.parse(text)) {
      case WebUrl.Parsed.Good(var url) -> url;
      case WebUrl.Parsed.Bad(var reason) ->
          throw new OperatorMistake(
              "The URL "
                  + Shown.remote(WebUrl.maskedText(Shown.cut(text, 200)))
                  + " "
                  + reason
                  + ".");
    };
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
