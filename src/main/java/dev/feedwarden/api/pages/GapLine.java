package dev.feedwarden.api.pages;

import dev.feedwarden.store.Gaps;
import java.time.Instant;

/** A gap in a sentence or two. */
final class GapLine {
  private GapLine() {}

  static String of(Gaps.Found found, Instant now) {
    var gap = found.gap();
    var filling = gap.filling();
    var when =
        "Found "
            + When.of(found.at(), now).text()
            + ": "
            + (gap.from() == null ? "" : "after " + gap.from() + " and ")
            + "before "
            + gap.to()
            + ". ";
    if (filling.pages() == 0) {
      return when + "The feed offers nothing older.";
    }
    return when
        + (filling.closed()
            ? "Its archive had what was missing: "
            : "Its archive did not lead back to what we know: ")
        + Words.count(filling.entries(), "item")
        + " of "
        + Words.count(filling.pages(), "page")
        + ".";
  }
}
