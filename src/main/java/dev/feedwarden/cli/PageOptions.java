package dev.feedwarden.cli;

import dev.feedwarden.model.OperatorMistake;
import dev.feedwarden.model.Page;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.store.Database;
import dev.feedwarden.store.Pages.Filter;
import dev.feedwarden.store.Registry;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which pages a command is about. */
final class PageOptions {
  @Option(names = "--source", paramLabel = "ID", description = "Only those of one source.")
  private @Nullable String source;

  @Option(
      names = "--state",
      paramLabel = "STATE",
      description = "pending, fetching, retry, fetched, dead, skipped or merged.")
  private @Nullable String state;

  @Option(names = "--reason", paramLabel = "REASON", description = "Such as not_found or robots.")
  private @Nullable String reason;

  boolean areGiven() {
    return source != null || state != null || reason != null;
  }

  Filter filter(Database database) {
    return new Filter(
        source(database, source),
        state == null ? null : state(state),
        reason == null ? null : reason(reason));
  }

  /** The source that was named, if one was. */
  static @Nullable SourceId source(Database database, @Nullable String text) {
    var id = text == null ? null : Session.sourceId(text);
    if (id != null && new Registry(database).find(id).isEmpty()) {
      throw Session.unknown(id);
    }
    return id;
  }

  private static Page.State state(String text) {
    return Page.State.parse(text)
        .orElseThrow(
            () ->
                new OperatorMistake(
                    "--state is one of "
                        + Arrays.stream(Page.State.values())
                            .map(Page.State::wire)
                            .collect(Collectors.joining(", "))
                        + "."));
  }

  private static Page.Reason reason(String text) {
    return Arrays.stream(Page.Reason.values())
        .filter(reason -> reason.wire().equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                new OperatorMistake(
                    "--reason is one of "
                        + Arrays.stream(Page.Reason.values())
                            .map(Page.Reason::wire)
                            .collect(Collectors.joining(", "))
                        + "."));
  }

  static OperatorMistake unknown(long id) {
    return new OperatorMistake("There is no page " + id + "; see 'feedwarden pages list'.");
  }
}
