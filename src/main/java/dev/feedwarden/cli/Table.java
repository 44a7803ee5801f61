package dev.feedwarden.cli;

import dev.feedwarden.cli.Terminal.Tint;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Rows under headings, each column as wide as it needs to be. */
final class Table {
  private final List<String> headings;
  private final List<List<String>> rows = new ArrayList<>();

  Table(String... headings) {
    this.headings = List.of(headings);
  }

  void row(String... cells) {
    rows.add(List.of(cells));
  }

  void print(Terminal terminal) {
    var widths =
        IntStream.range(0, headings.size())
            .map(i -> Math.max(width(headings.get(i)), widest(i)))
            .toArray();
    terminal.say(terminal.tint(Tint.STRONG, line(headings, widths)));
    rows.forEach(row -> terminal.say(line(row, widths)));
  }

  private int widest(int column) {
    return rows.stream().mapToInt(row -> width(row.get(column))).max().orElse(0);
  }

  private static String line(List<String> cells, int[] widths) {
    var out = new StringBuilder();
    for (int i = 0; i < cells.size(); i++) {
      out.append(cells.get(i));
      if (i < cells.size() - 1) {
        out.repeat(' ', widths[i] - width(cells.get(i)) + 2);
      }
    }
    return out.toString();
  }

  private static int width(String cell) {
    var plain = cell.replaceAll("\u001b\\[[0-9]*m", "");
    return plain.codePointCount(0, plain.length());
  }
}
