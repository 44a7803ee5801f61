package dev.feedwarden.cli;

import dev.feedwarden.model.Label;
import dev.feedwarden.model.OperatorMistake;
import dev.feedwarden.model.Tag;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What a person notes about a source. */
final class TagOptions {
  @Option(names = "--tag", paramLabel = "TAG", description = "Give it a tag; may be repeated.")
  private List<String> tags = List.of();

  @Option(names = "--untag", paramLabel = "TAG", description = "Take a tag away.")
  private List<String> untags = List.of();

  @Option(names = "--note", paramLabel = "TEXT", description = "A note; an empty one for none.")
  private @Nullable String note;

  boolean areGiven() {
    return !tags.isEmpty() || !untags.isEmpty() || note != null;
  }

  /** The label with what was typed. */
  Label over(Label before) {
    var all = new TreeSet<>(before.tags());
    tags.stream().map(TagOptions::tag).forEach(all::add);
    untags.stream().map(TagOptions::tag).forEach(all::remove);
    if (all.size() > Label.MOST_TAGS) {
      throw new OperatorMistake("A source has at most " + Label.MOST_TAGS + " tags.");
    }
    return new Label(before.name(), all, notes(before.notes()));
  }

  private @Nullable String notes(@Nullable String before) {
    if (note == null) {
      return before;
    }
    if (note.length() > Label.LONGEST_NOTES) {
      throw new OperatorMistake("--note takes at most " + Label.LONGEST_NOTES + " characters.");
    }
    return note.isBlank() ? null : note;
  }

  static Tag tag(String text) {
    return Tag.parse(text)
        .orElseThrow(
            () ->
                new OperatorMistake(
                    "A tag has 1 to 64 characters without commas, not '"
                        + Shown.remote(Shown.cut(text, 80))
                        + "'."));
  }
}
