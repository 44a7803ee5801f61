package dev.feedwarden.feed;

import dev.feedwarden.model.Budget;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.Nullable;

/**
 * Finds the main text of a page. Paragraphs vote for what they stand in, by how much they say and
 * how little of it is links; what menus, notices and comments are called votes against. The page is
 * left as it is, and each step looks at each element a few times at most.
 */
final class MainText {
  private static final int FEWEST = 25; // characters that say anything
  private static final int LONGEST_NAME = 200;

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

  private final Element body;
  private final String title;
  private final Budget budget;
  private final Set<Element> left = new HashSet<>();
  private final Set<Element> noLinks = new HashSet<>();
  private final Map<Element, Double> scores = new HashMap<>();

  /**
   * @param page read with positions, by which links are known that nobody closed
   */
  MainText(Document page, String title, Budget budget) {
    this.body = page.body();
    this.title = title;
    this.budget = budget;
  }

  /** The main text, which may be empty; nothing if the budget was spent. */
  @Nullable Excerpt find() {
    unlink();
    left.addAll(body.select(AROUND));
    leaveUnlikely(weighed());
    var weights = weighed();
    vote(weights);
    var parts = withSiblings(best(), weights);
    parts.forEach(part -> tidy(part, weights));
    if (budget.spent()) {
      return null;
    }
    var excerpt = new Excerpt(left, noLinks);
    parts.forEach(excerpt::add);
    return excerpt;
  }

  private Weights weighed() {
    var weights = new Weights(left, noLinks, budget);
    weights.weigh(body);
    return weights;
  }

  // A link that nobody closed goes on in every block to the page's end, as browsers have it. It was
  // meant to end with the first.
  private void unlink() {
    var begun = new HashSet<Integer>();
    for (var link : body.select("a")) {
      if (!begun.add(link.sourceRange().startPos()) && link.endSourceRange().isImplicit()) {
        noLinks.add(link);
      }
    }
  }

  // What holds most of the page's paragraphs is kept, whatever it is called.
  private void leaveUnlikely(Weights weights) {
    var all = weights.of(body).said();
    for (var element : body.select("[class], [id], header")) {
      var said = weights.of(element).said();
      var isArticle = element.is("article, main, [itemprop=articleBody]") || element.equals(body);
      var unlikely =
          element.normalName().equals("header")
              ? element.closest("article") == null || said < FEWEST * 4
              : isUnlikely(element) && !isLikely(element);
      if (!isArticle && unlikely && 2 * said < Math.max(all, 1)) {
        left.add(element);
      }
    }
  }

  private static boolean isUnlikely(Element element) {
    return UNLIKELY.matcher(name(element)).find();
  }

  private static boolean isLikely(Element element) {
    return LIKELY.matcher(name(element)).find();
  }

  private static String name(Element element) {
    return Chars.cut(element.className(), LONGEST_NAME)
        + " "
        + Chars.cut(element.id(), LONGEST_NAME);
  }

  private void vote(Weights weights) {
    for (var element : body.select("p, pre, blockquote, li, td, dd, div")) {
      var isDiv = element.normalName().equals("div");
      var whole = weights.of(element); // of what is left out it is nothing
      var words = isDiv && whole.chars() > 0 ? Weights.own(element) : whole;
      if (words.chars() < FEWEST || budget.spent()) {
        continue;
      }
      var weight = element.normalName().equals("li") || element.normalName().equals("td") ? 0.4 : 1;
      var score = weight * (1 + words.commas() + Math.min(words.chars() / 100.0, 3));
      var above = isDiv ? element : element.parent();
      for (double share = 1;
          above != null && !above.equals(body.parent()) && share > 0.2;
          share /= 2) {
        scores.merge(above, score * share, Double::sum);
        above = above.parent();
      }
    }
    for (var one : scores.entrySet()) {
      var element = one.getKey();
      one.setValue((one.getValue() + bonus(element)) * (1 - weights.linked(element)));
    }
  }

  private static double bonus(Element element) {
    double bonus = isLikely(element) ? 10 : 0;
    bonus -= isUnlikely(element) ? 15 : 0;
    return bonus
        + switch (element.normalName()) {
          case "article", "main" -> 20;
          case "section", "div" -> 3;
          case "ul", "ol", "table", "tr", "dl" -> -5;
          case "body" -> -10;
          default -> element.hasAttr("itemprop") ? 10 : 0;
        };
  }

  private Element best() {
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
  private List<Element> withSiblings(Element best, Weights weights) {
    var parent = best.parent();
    if (parent == null || best.equals(body)) {
      return List.of(best);
    }
    var least = Math.max(5, scores.getOrDefault(best, 0.0) * 0.2);
    var parts = new ArrayList<Element>();
    for (var sibling : parent.children()) {
      var isParagraph = PARAGRAPHS.contains(sibling.normalName());
      var alike = sibling.className().equals(best.className()) && !best.className().isEmpty();
      var score = scores.getOrDefault(sibling, 0.0) + (alike ? least : 0);
      var chars = weights.of(sibling).chars();
      var linked = weights.linked(sibling);
      if (sibling.equals(best)
          || (score >= least && linked < 0.4 && chars > 100)
          || (isParagraph && chars > 80 && linked < 0.25)) {
        parts.add(sibling);
      }
    }
    return parts;
  }

  private void tidy(Element part, Weights weights) {
    for (var heading : part.select("h1, h2")) {
      if (weights.of(heading).chars() < 1_000 && heading.text().equalsIgnoreCase(title)) {
        left.add(heading);
      }
    }
    for (var list : part.select("ul, ol, table, div, section, p")) {
      var words = weights.of(list).chars();
      if (!list.equals(part) && words > 0 && words < 400 && weights.linked(list) > 0.6) {
        left.add(list);
      }
    }
  }
}
