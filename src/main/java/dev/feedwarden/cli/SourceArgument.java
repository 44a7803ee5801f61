package dev.feedwarden.cli;

import dev.feedwarden.model.OperatorMistake;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.store.Interventions.Done;
import java.util.LinkedHashMap;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The source that a command changes, and how the change is told. */
@SuppressWarnings("NullAway.Init") // picocli fills the fields
final class SourceArgument {
  @Parameters(paramLabel = "ID", description = "The source's id.")
  private String id;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  SourceId id() {
    return Session.sourceId(id);
  }

  /** Who is at the keyboard. */
  static String who() {
    return System.getProperty("user.name", "unknown");
  }

  /** Prints what was done, or says why it was not. */
  int tell(Done done, String changed, String unchanged, Terminal terminal) {
    return tell(id(), done, changed, unchanged, terminal, json);
  }

  static int tell(
      SourceId source,
      Done done,
      String changed,
      String unchanged,
      Terminal terminal,
      boolean json) {
    var sentence =
        switch (done) {
          case Done.Changed() -> changed;
          case Done.CredentialsDropped() ->
              changed + ", without its credentials, as they were for another site:";
          case Done.Unchanged() -> unchanged;
          case Done.Unknown() -> throw Session.unknown(source);
          case Done.Stale() ->
              throw new OperatorMistake("The source " + source + " was changed meanwhile.");
          case Done.Stopped() ->
              throw new OperatorMistake(
                  "The source " + source + " is stopped; 'feedwarden sources enable' it first.");
          case Done.Taken(var by) ->
              throw new OperatorMistake("The feed is registered already, as " + by + ".");
        };
    if (json) {
      var fields = new LinkedHashMap<String, Object>();
      fields.put("message", sentence);
      fields.put("source_id", source.value());
      fields.put("changed", !(done instanceof Done.Unchanged));
      terminal.json(fields);
    } else {
      terminal.say(sentence + " " + source);
    }
    return CommandTree.OK;
  }
}
