package dev.feedwarden.api.pages;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Values one after another as a line with a dot for each.
 *
 * @param most the largest, in words
 */
public record Plot(String line, List<Dot> dots, String most) {
  /** How wide a plot is. */
  public static final int WIDTH = 400;

  /** How high a plot is. */
  public static final int HEIGHT = 60;

  /** One value: where it is drawn, whether it was a failure, and its words. */
  public record Dot(String x, String y, boolean failed, String words) {}

  /** One value. */
  record Value(long value, boolean failed, String words) {}

  static Plot of(List<Value> values, String most) {
    var largest = Math.max(1, values.stream().mapToLong(Value::value).max().orElse(1));
    var dots = new ArrayList<Dot>();
    var line = new StringBuilder();
    for (int i = 0; i < values.size(); i++) {
      var value = values.get(i);
      var x =
          number(values.size() == 1 ? WIDTH / 2.0 : 4 + (WIDTH - 8.0) * i / (values.size() - 1));
      var y = number(HEIGHT - 4 - (HEIGHT - 8.0) * value.value() / largest);
      line.append(i == 0 ? "M" : "L").append(x).append(' ').append(y);
      dots.add(new Dot(x, y, value.failed(), value.words()));
    }
    return new Plot(line.toString(), dots, most);
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }
}
