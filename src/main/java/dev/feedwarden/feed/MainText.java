package dev.feedwarden.feed;

import dev.feedwarden.model.Budget;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jspecify.annotations.Nullable;

/**
 * Finds the main text of a page. Paragraphs vote for what they stand in, by how much they say and
 * how little of it is links; what menus, notices and comments are called votes against.
 */
final class MainText {
  private static final int LONGEST = 1 << 20;
  private static final int FEWEST = 25; // characters that say anything

  private static final String AROUND =
      "script, style, noscript, template, nav, footer, aside, form, button, input, select,"
          + " textarea, dialog, svg, object, embed, [hidden], [aria-hidden=true],"
          + " [role=navigation], [role=banner], [role=contentinfo], [role=complementary],"
          + " [role=search], [role=dialog], [style~=(?i)display\\s*:\\s*none]";
  private static final Pattern UNLIKELY =
      Pattern.compile(
          "(?i)(?:^|[\\s_-])(?:ad|ads|advert\\w*|banner|breadcrumbs?|byline|comments?|consent|cookies?|"
              + "disqus|footer|header|masthead|menu|meta|modal|nav|navigation|newsletter|outbrain|"
              + "pager|pagination|paywall|popup|promo\\w*|recommend\\w*|related|share|sharing|"
              + "shoutbox|sidebar|signup|skip|social|sponsor\\w*|subscribe|subscription|taboola|"
              + "tags?|teaser|toolbar|widget|author-bio|about-author)(?=$|[\\s_-])");
  private static final Pattern LIKELY =
      Pattern.compile(
          "(?i)(?:^|[\\s_-])(?:article|articlebody|body|content|entry|hentry|main|page|post|story|"
              + "text)(?=$|[\\s_-])");
  private static final Set<String> PARAGRAPHS =
      Set.of("p", "pre", "blockquote", "li", "td", "dd", "h2", "h3");
  private static final Set<String> BLOCKS =
      Set.of(
          "address",
          "article",
          "blockquote",
          "dd",
          "div",
          "dl",
          "dt",
          "figcaption",
          "figure",
          "h1",
          "h2",
          "h3",
          "h4",
          "h5",
          "h6",
          "hr",
          "li",
          "main",
          "ol",
          "p",
          "pre",
          "section",
          "table",
          "tbody",
          "td",
          "tfoot",
          "th",
          "thead",
          "tr",
          "ul");

  private final Document page;
  private final String title;
  private final Budget budget;
  private final Map<Element, Double> scores = new HashMap<>();

  MainText(Document page, String title, Budget budget) {
    this.page = page;
    this.title = title;
    this.budget = budget;
  }

  /** What was found, as HTML that nobody has cleaned yet and as text. */
  record Found(String html, String text) {}

  /** The main text, which may be empty; nothing if the budget was spent. */
  @Nullable Found find() {
    var body = page.body();
    body.select(AROUND).remove();
    dropUnlikely(body);
    vote(body);
    if (budget.spent()) {
      return null;
    }
    var best = best(body);
    var parts = withSiblings(best);
    parts.forEach(this::tidy);
    var html = new StringBuilder();
    var text = new Lines();
    for (var part : parts) {
      html.append(part.outerHtml());
      text.block(part);
      if (html.length() > LONGEST) {
        break;
      }
    }
    return new Found(html.toString(), text.done());
  }

  // What holds most of the page's paragraphs is kept, whatever it is called.
  private static void dropUnlikely(Element body) {
    var all = said(body);
    for (var element : body.select("[class], [id], header")) {
      var name = element.className() + " " + element.id();
      var isArticle = element.is("article, main, [itemprop=articleBody]") || element.equals(body);
      var unlikely =
          element.normalName().equals("header")
              ? element.closest("article") == null || said(element) < FEWEST * 4
              : UNLIKELY.matcher(name).find() && !LIKELY.matcher(name).find();
      if (!isArticle && unlikely && 2 * said(element) < Math.max(all, 1)) {
        element.remove();
      }
    }
  }

  private static int said(Element element) {
    return element.select("p").stream().mapToInt(p -> p.text().length()).sum();
  }

  private void vote(Element body) {
    for (var element : body.select("p, pre, blockquote, li, td, dd, div")) {
      if (budget.spent()) {
        return;
      }
      var words = element.normalName().equals("div") ? element.ownText() : element.text();
      if (words.length() < FEWEST) {
        continue;
      }
      var commas = words.chars().filter(c -> c == ',' || c == '、' || c == '，').count();
      var weight = element.normalName().equals("li") || element.normalName().equals("td") ? 0.4 : 1;
      var score = weight * (1 + commas + Math.min(words.length() / 100.0, 3));
      var above = element.normalName().equals("div") ? element : element.parent();
      for (double share = 1;
          above != null && !above.equals(body.parent()) && share > 0.2;
          share /= 2) {
        scores.merge(above, score * share, Double::sum);
        above = above.parent();
      }
    }
    for (var each : scores.entrySet()) {
      var element = each.getKey();
      each.setValue((each.getValue() + bonus(element)) * (1 - linked(element)));
    }
  }

  private static double bonus(Element element) {
    var name = element.className() + " " + element.id();
    double bonus = LIKELY.matcher(name).find() ? 10 : 0;
    bonus -= UNLIKELY.matcher(name).find() ? 15 : 0;
    return bonus
        + switch (element.normalName()) {
          case "article", "main" -> 20;
          case "section", "div" -> 3;
          case "ul", "ol", "table", "tr", "dl" -> -5;
          case "body" -> -10;
          default -> element.hasAttr("itemprop") ? 10 : 0;
        };
  }

  /** How much of an element's words are links. */
  private static double linked(Element element) {
    var all = element.text().length();
    var links = element.select("a").stream().mapToInt(a -> a.text().length()).sum();
    return all == 0 ? 0 : Math.min(1, (double) links / all);
  }

  private Element best(Element body) {
    Element best = body;
    double most = 0;
    for (var element : body.getAllElements()) {
      var score = scores.getOrDefault(element, 0.0);
      if (score > most) {
        most = score;
        best = element;
      }
    }
    return best;
  }

  // An article may be spread over neighbours of one kind.
  private List<Element> withSiblings(Element best) {
    var parent = best.parent();
    if (parent == null || best.equals(page.body())) {
      return List.of(best);
    }
    var least = Math.max(5, scores.getOrDefault(best, 0.0) * 0.2);
    var parts = new ArrayList<Element>();
    for (var sibling : parent.children()) {
      var isParagraph = PARAGRAPHS.contains(sibling.normalName());
      var alike = sibling.className().equals(best.className()) && !best.className().isEmpty();
      var score = scores.getOrDefault(sibling, 0.0) + (alike ? least : 0);
      if (sibling.equals(best)
          || (score >= least && linked(sibling) < 0.4 && sibling.text().length() > 100)
          || (isParagraph && sibling.text().length() > 80 && linked(sibling) < 0.25)) {
        parts.add(sibling);
      }
    }
    return parts;
  }

  private void tidy(Element part) {
    for (var heading : part.select("h1, h2")) {
      if (heading.text().equalsIgnoreCase(title)) {
        heading.remove();
      }
    }
    for (var list : part.select("ul, ol, table, div, section, p")) {
      var words = list.text().length();
      if (!list.equals(part) && words > 0 && words < 400 && linked(list) > 0.6) {
        list.remove();
      }
    }
  }

  /** Text in lines, a line for each block. */
  private static final class Lines {
    private final StringBuilder out = new StringBuilder();
    private final StringBuilder line = new StringBuilder();

    void block(Element element) {
      walk(element, 0);
      end();
    }

    private void walk(Node node, int depth) {
      if (out.length() > LONGEST || depth > 600) {
        return;
      }
      if (node instanceof TextNode text) {
        line.append(text.getWholeText());
      } else if (node instanceof Element element) {
        var name = element.normalName().toLowerCase(Locale.ROOT);
        var isBlock = BLOCKS.contains(name);
        if (isBlock || name.equals("br")) {
          end();
        }
        element.childNodes().forEach(child -> walk(child, depth + 1));
        if (isBlock) {
          end();
        } else if (name.equals("td") || name.equals("th")) {
          line.append(' ');
        }
      }
    }

    private void end() {
      var words = PlainText.ofText(line.toString(), LONGEST);
      line.setLength(0);
      if (!words.isBlank()) {
        out.append(out.isEmpty() ? "" : "\n").append(words.strip());
      }
    }

    String done() {
      return Chars.storable(out.toString());
    }
  }
}
