import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Plots as text: bars on a logarithmic scale, and lines over a logarithmic axis. */
final class Svg {
  private static final List<String> COLOURS = List.of("#1f6f8b", "#e08e45", "#5a9367", "#8a5a94", "#b5495b", "#666666");

  private Svg() {}

  /** A bar of a group; a value of zero is not drawn but told to be missing. */
  record Bar(String label, double value) {}

  record Group(String title, List<Bar> bars) {}

  static String bars(String title, String unit, List<Group> groups) {
    var most = groups.stream().flatMap(g -> g.bars().stream()).mapToDouble(Bar::value).max().orElse(1);
    var decades = Math.ceil(Math.log10(most));
    var text = new StringBuilder();
    double y = 50;
    for (var group : groups) {
      text.append("<text x=\"10\" y=\"%.0f\" font-weight=\"bold\">%s</text>\n".formatted(y + 12, escaped(group.title())));
      y += 22;
      for (int i = 0; i < group.bars().size(); i++) {
        var bar = group.bars().get(i);
        var width = bar.value() <= 1 ? 1 : 430 * Math.log10(bar.value()) / decades;
        text.append(
            "<text x=\"190\" y=\"%.0f\" text-anchor=\"end\">%s</text><rect x=\"200\" y=\"%.0f\" width=\"%.1f\" height=\"13\" fill=\"%s\"/><text x=\"%.1f\" y=\"%.0f\">%s</text>\n"
                .formatted(y + 11, escaped(bar.label()), y, width, bar.label().startsWith("Feedwarden") ? COLOURS.get(0) : "#b8b8b8", 206 + width, y + 11, number(bar.value())));
        y += 17;
      }
      y += 8;
    }
    return document(title + " (" + unit + ", logarithmic)", 720, (int) y + 10, text.toString());
  }

  record Line(String label, List<Double> values) {}

  /** Values at each of the points, which are steps of the axis. */
  static String lines(String title, List<String> points, List<Line> lines) {
    var most = lines.stream().flatMap(l -> l.values().stream()).mapToDouble(v -> v).max().orElse(1) * 1.1;
    var text = new StringBuilder();
    int width = 720, height = 320, left = 70, right = 190, top = 50, bottom = 40;
    var step = points.size() < 2 ? 0 : (width - left - right) / (double) (points.size() - 1);
    for (int tick = 0; tick <= 4; tick++) {
      var y = top + (height - top - bottom) * (1 - tick / 4.0);
      text.append(
          "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#dddddd\"/><text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>\n"
              .formatted(left, width - right, y, y, left - 8, y + 4, number(most * tick / 4)));
    }
    for (int i = 0; i < points.size(); i++) {
      text.append("<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>\n".formatted(left + step * i, height - 15, escaped(points.get(i))));
    }
    for (int i = 0; i < lines.size(); i++) {
      var line = lines.get(i);
      var colour = COLOURS.get(i % COLOURS.size());
      var path =
          IntStream.range(0, line.values().size())
              .mapToObj(p -> "%.1f,%.1f".formatted(left + step * p, top + (height - top - bottom) * (1 - line.values().get(p) / most)))
              .collect(Collectors.joining(" "));
      text.append("<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>\n".formatted(path, colour));
      text.append("<rect x=\"%d\" y=\"%d\" width=\"12\" height=\"3\" fill=\"%s\"/><text x=\"%d\" y=\"%d\">%s</text>\n".formatted(width - right + 15, top + 20 * i, colour, width - right + 33, top + 5 + 20 * i, escaped(line.label())));
    }
    return document(title, width, height, text.toString());
  }

  private static String document(String title, int width, int height, String content) {
    return """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12" role="img" aria-label="%s">
        <rect width="100%%" height="100%%" fill="#ffffff"/>
        <text x="10" y="24" font-size="15">%s</text>
        %s</svg>
        """
        .formatted(width, height, escaped(title), escaped(title), content);
  }

  static String number(double value) {
    return value >= 100 ? String.format(Locale.ROOT, "%,.0f", value) : value >= 10 ? String.format(Locale.ROOT, "%.1f", value) : String.format(Locale.ROOT, "%.2f", value);
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
  }
}
