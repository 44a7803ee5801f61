package dev.feedwarden.cli;

import dev.feedwarden.model.OperatorMistake;
import dev.feedwarden.model.SourceFilter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which sources a person wants to see. */
final class FilterOptions {
  @Option(names = "--tag", paramLabel = "TAG", description = "Only those with a tag.")
  private @Nullable String tag;

  @Option(
      names = "--status",
      paramLabel = "STATUS",
      description = "Only those that are active, cooling, stopped, held or disabled.")
  private @Nullable String status;

  @Option(
      names = "--search",
      paramLabel = "TEXT",
      description = "Only those with this in their name or URL.")
  private @Nullable String search;

  boolean areGiven() {
    return tag != null || status != null || search != null;
  }

  SourceFilter filter() {
    if (status != null && !SourceFilter.STATUSES.contains(status)) {
      throw new OperatorMistake(
          "--status takes "
              + String.join(", ", SourceFilter.STATUSES.stream().sorted().toList())
              + ", not '"
              + Shown.remote(Shown.cut(status, 80))
              + "'.");
    }
    return new SourceFilter(
        null,
        false,
        status,
        null,
        null,
        tag == null ? null : TagOptions.tag(tag).value(),
        search == null || search.isBlank() ? null : search);
  }
}
