package dev.feedwarden.deliver;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something that people are told, in no particular markup; every text in it may come from anywhere.
 *
 * @param answers the destination's own name for the message that this one answers
 */
record Notice(
    String id, String kind, Tone tone, String title, List<Line> lines, @Nullable String answers) {
  Notice {
    lines = List.copyOf(lines);
  }

  Notice(String id, String kind, Tone tone, String title, List<Line> lines) {
    this(id, kind, tone, title, lines, null);
  }

  /** How it is meant. */
  enum Tone {
    BAD,
    GOOD,
    PLAIN
  }

  /** A line, which may lead somewhere. */
  record Line(String text, @Nullable String url) {
    Line(String text) {
      this(text, null);
    }
  }
}
