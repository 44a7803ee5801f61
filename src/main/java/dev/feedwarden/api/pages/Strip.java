package dev.feedwarden.api.pages;

import dev.feedwarden.store.PollHistory.Past;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The last polls of a source as a row of marks, the oldest first: tall, short or crossed. */
public record Strip(List<Mark> marks) {
  /** How many polls a strip shows. */
  public static final int LENGTH = 30;

  /** How wide a strip is. */
  public static final int WIDTH = LENGTH * 5;

  /** One poll: its kind, where it is drawn, and its words. */
  public record Mark(String kind, String path, String words) {}

  static Strip of(List<Past> latestFirst, Instant now) {
    var marks = new ArrayList<Mark>();
    var x = 0;
    for (var poll : latestFirst.reversed()) {
      marks.add(mark(poll, x, now));
      x += 5;
    }
    return new Strip(marks);
  }

  private static Mark mark(Past poll, int x, Instant now) {
    var kind = PollLine.kind(poll);
    var path =
        switch (kind) {
          case "fresh" -> "M" + x + " 0h4v16h-4z";
          case "same" -> "M" + x + " 10h4v6h-4z";
          // A cross, for eyes and printers that do not see the colour.
          case "failed" -> "M" + x + ".5 4l3 8m0-8l-3 8";
          default -> "M" + x + " 7h4v2h-4z";
        };
    return new Mark(
        kind, path, When.of(poll.place().endedAt(), now).text() + ": " + PollLine.what(poll));
  }
}
