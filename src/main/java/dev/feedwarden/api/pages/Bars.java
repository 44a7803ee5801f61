package dev.feedwarden.api.pages;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Columns of stacked parts, ready to be drawn.
 *
 * @param most what the highest column stands for
 * @param total of everything
 */
public record Bars(List<Column> columns, long most, long total) {
  /** How wide a column is with the gap beside it. */
  public static final int STEP = 10;

  /** How high the highest column is. */
  public static final int HEIGHT = 60;

  private static final int WIDTH = 8;

  /** One column with the words that belong to it. */
  public record Column(String words, List<Part> parts) {}

  /** A part of a column: which kind, and where it is drawn. */
  public record Part(String kind, String path) {}

  /** What a column is made of. */
  record Stack(String words, List<Piece> pieces) {
    long sum() {
      return pieces.stream().mapToLong(Piece::count).sum();
    }
  }

  /** So many of one kind. */
  record Piece(String kind, long count) {}

  static Bars of(List<Stack> stacks) {
    var most = stacks.stream().mapToLong(Stack::sum).max().orElse(0);
    var columns = new ArrayList<Column>();
    for (int i = 0; i < stacks.size(); i++) {
      columns.add(column(stacks.get(i), i * STEP, most));
    }
    return new Bars(columns, most, stacks.stream().mapToLong(Stack::sum).sum());
  }

  private static Column column(Stack stack, int x, long most) {
    var parts = new ArrayList<Part>();
    double floor = HEIGHT;
    for (var piece : stack.pieces()) {
      if (piece.count() > 0) {
        // What is there at all can be seen.
        var height = Math.max(1.5, (double) HEIGHT * piece.count() / most);
        floor -= height;
        parts.add(
            new Part(
                piece.kind(),
                String.format(
                    Locale.ROOT, "M%d %.1fh%dv%.1fh-%dz", x, floor, WIDTH, height, WIDTH)));
      }
    }
    return new Column(stack.words(), parts);
  }

  /** How wide all of it is. */
  public int width() {
    return columns.size() * STEP;
  }

  /** Numbers as people read them. */
  public static String number(long n) {
    return String.format(Locale.ROOT, "%,d", n).replace(',', '\u202f');
  }

  public String mostText() {
    return number(most);
  }

  public String totalText() {
    return number(total);
  }
}
