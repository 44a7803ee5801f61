import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;

/**
 * The pictures of the README, as SVG: a film of a recorded run in a terminal, and a page of the dashboard as a browser had it. Run by
 * tools/pictures.
 */
public final class Pictures {
  private static final int COLUMNS = 112;
  private static final int ROWS = 26;
  private static final double SPEED = 3; // the film is faster than life
  private static final double LAST = 6; // seconds that the end is shown
  private static final Pattern TIME = Pattern.compile("^ *([0-9.]+) s  ");
  private static final Pattern TINT = Pattern.compile("\u001b\\[([0-9]+)m");

  public static void main(String... args) throws IOException {
    switch (args[0]) {
      case "film" -> film(Files.readAllLines(Path.of(args[1])), Path.of(args[2]));
      case "page" -> page(Path.of(args[1]), Path.of(args[2]), Path.of(args[3]));
      default -> throw new IllegalArgumentException(args[0]);
    }
  }

  /** Each line of a recording comes at the time that it says itself, or right after the one before. */
  private static void film(List<String> recorded, Path to) throws IOException {
    var lines = new ArrayList<String>();
    lines.add("$ ./feedwarden demo");
    recorded.forEach(lines::add);
    var times = new ArrayList<Double>();
    double now = 0.5;
    for (var line : lines) {
      var said = TIME.matcher(line.replaceAll("\u001b\\[[0-9]+m", ""));
      now = said.find() ? Math.max(now, 1 + Double.parseDouble(said.group(1)) / SPEED) : now + 0.12;
      times.add(now);
    }
    var whole = now + LAST;
    var svg = new StringBuilder();
    svg.append(
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="12.5">
        <title>feedwarden demo, three times as fast as it is</title>
        <rect width="100%%" height="100%%" rx="8" fill="#14171a"/>
        <circle cx="18" cy="16" r="5" fill="#3a4046"/><circle cx="34" cy="16" r="5" fill="#3a4046"/><circle cx="50" cy="16" r="5" fill="#3a4046"/>
        <svg y="30" height="%d"><g fill="#e6e8ea" xml:space="preserve">
        """
            .formatted(width(), 30 + ROWS * 17 + 12, ROWS * 17 + 6));
    scroll(svg, times, whole);
    for (int i = 0; i < lines.size(); i++) {
      svg.append("<text x=\"14\" y=\"%d\" visibility=\"hidden\">".formatted(14 + i * 17));
      spans(svg, lines.get(i));
      svg.append(
          "<animate attributeName=\"visibility\" values=\"hidden;visible\" keyTimes=\"0;%s\" dur=\"%ss\" calcMode=\"discrete\" repeatCount=\"indefinite\"/></text>\n"
              .formatted(number(times.get(i) / whole), number(whole)));
    }
    svg.append("</g></svg>\n</svg>\n");
    Files.writeString(to, svg);
  }

  private static int width() {
    return 28 + (int) (COLUMNS * 7.6);
  }

  private static void scroll(StringBuilder svg, List<Double> times, double whole) {
    var values = new StringBuilder("0 0");
    var keys = new StringBuilder("0");
    for (int i = ROWS; i < times.size(); i++) {
      values.append(";0 ").append(-17 * (i - ROWS + 1));
      keys.append(';').append(number(times.get(i) / whole));
    }
    svg.append(
        "<animateTransform attributeName=\"transform\" type=\"translate\" values=\"%s\" keyTimes=\"%s\" dur=\"%ss\" calcMode=\"discrete\" repeatCount=\"indefinite\"/>\n"
            .formatted(values, keys, number(whole)));
  }

  private static void spans(StringBuilder svg, String line) {
    var shown = line.replaceAll("code=[A-Za-z0-9_-]+", "code=…");
    var tints = TINT.matcher(shown);
    int from = 0;
    int column = 0;
    var colour = "";
    while (true) {
      var found = tints.find();
      var text = shown.substring(from, found ? tints.start() : shown.length());
      var room = Math.max(0, COLUMNS - column);
      var cut = text.length() > room ? text.substring(0, room) : text;
      column += text.length();
      if (!cut.isEmpty()) {
        svg.append(colour.isEmpty() ? "<tspan>" : "<tspan " + colour + ">")
            .append(escaped(cut).replace(' ', '\u00a0'))
            .append("</tspan>");
      }
      if (!found) {
        return;
      }
      colour =
          switch (tints.group(1)) {
            case "32" -> "fill=\"#6cc9c0\"";
            case "31" -> "fill=\"#f59a8f\"";
            case "2" -> "fill=\"#9aa4af\"";
            case "1" -> "font-weight=\"bold\"";
            default -> "";
          };
      from = tints.end();
    }
  }

  /** A page with its styles, as a picture of a window. */
  private static void page(Path html, Path css, Path to) throws IOException {
    var document = Jsoup.parse(Files.readString(html));
    document.select("script, noscript, link, meta, title, .skip, #theme, .rail-foot").remove();
    document.select("img").remove();
    document.select("svg").attr("xmlns", "http://www.w3.org/2000/svg");
    for (var link : document.select("a")) {
      link.removeAttr("href");
    }
    document.outputSettings().syntax(Document.OutputSettings.Syntax.xml).charset(UTF_8).prettyPrint(false);
    var styles =
        Files.readString(css)
            .replaceAll("(?s)/\\*.*?\\*/", "")
            .replaceAll("(?m)^html \\{", ".window {")
            .replaceAll("(?m)^body(?=[ .{])", ".body")
            .replace("100vh", "100%")
            .replaceAll("(?s)@media \\(prefers-color-scheme: dark\\) \\{.*?\\n\\}\\n", "")
            .replaceAll("\\n\\s*", " ");
    var body = document.body().html();
    Files.writeString(
        to,
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1240 860" width="1240" height="860">
        <title>The dashboard during the demo</title>
        <style>%s .window { height: 100%%; } a { color: var(--accent); }</style>
        <foreignObject width="1240" height="860"><div xmlns="http://www.w3.org/1999/xhtml" class="window"><div class="body">%s</div></div></foreignObject>
        <rect x=".5" y=".5" width="1239" height="859" fill="none" stroke="#e2e4e8"/>
        </svg>
        """
            .formatted(styles.replace("&", "&amp;").replace("<", "&lt;"), body));
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;");
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.4f", value);
  }
}
