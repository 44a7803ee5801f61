package dev.feedwarden.lab.sim;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/** Scores as a picture: a small chart for each scenario, of the figure that tells most. */
public final class Chart {
  private static final int COLUMNS = 3;
  private static final int WIDTH = 330;
  private static final int BAR = 18;
  private static final int HEAD = 52;
  private static final int LABEL = 84;
  private static final int LONGEST = 180;
  private static final List<String> COLOURS =
      List.of("#2f6f9f", "#8a8f98", "#b5803a", "#3f8f5f", "#8a5fa8");

  private Chart() {}

  /** An SVG document. */
  public static String svg(List<Score> scores) {
    var byScenario = new LinkedHashMap<String, List<Score>>();
    scores.forEach(
        score -> byScenario.computeIfAbsent(score.scenario(), _ -> new ArrayList<>()).add(score));
    var most = byScenario.values().stream().mapToInt(List::size).max().orElse(0);
    var height = HEAD + most * BAR + 22;
    var rows = (byScenario.size() + COLUMNS - 1) / COLUMNS;
    var out =
        new StringBuilder(
            """
            <svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" font-family="sans-serif" font-size="12" fill="#1b1f24">
            <title>Policies in the lab</title>
            <rect width="100%%" height="100%%" fill="#ffffff"/>
            """
                .formatted(COLUMNS * WIDTH, rows * height));
    var number = 0;
    for (var panel : byScenario.entrySet()) {
      var x = number % COLUMNS * WIDTH;
      var y = number / COLUMNS * height;
      out.append("<g transform=\"translate(%d,%d)\">\n".formatted(x, y));
      panel(out, panel.getKey(), panel.getValue());
      out.append("</g>\n");
      number++;
    }
    return out.append("</svg>\n").toString();
  }

  private static void panel(StringBuilder out, String name, List<Score> scores) {
    var measure = Scenarios.named(name).map(Scenario::headline).orElse(Measure.REQUESTS);
    var largest = scores.stream().mapToDouble(score -> value(measure, score)).max().orElse(0);
    out.append(
        """
        <text x="14" y="24" font-weight="bold">%s</text>
        <text x="14" y="41" font-size="11" fill="#59616b">%s</text>
        """
            .formatted(name, measure.meaning()));
    for (int i = 0; i < scores.size(); i++) {
      var score = scores.get(i);
      var top = HEAD + i * BAR;
      var width = largest == 0 ? 0 : Math.round(LONGEST * value(measure, score) / largest);
      out.append(
          """
          <text x="14" y="%d">%s</text>
          <rect x="%d" y="%d" width="%d" height="12" fill="%s"/>
          <text x="%d" y="%d">%s</text>
          """
              .formatted(
                  top + 12,
                  escaped(score.policy()),
                  LABEL,
                  top + 2,
                  Math.max(1, width),
                  COLOURS.get(i % COLOURS.size()),
                  LABEL + width + 6,
                  top + 12,
                  measure.text(score)));
    }
  }

  private static double value(Measure measure, Score score) {
    return measure.of(score).map(Number::doubleValue).orElse(0.0);
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
