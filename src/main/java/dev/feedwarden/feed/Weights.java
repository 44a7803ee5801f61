package dev.feedwarden.feed;

import dev.feedwarden.model.Budget;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.TextNode;

/** How much each element of a page says, counted once from the bottom up. */
final class Weights {
  private static final Weight NOTHING = new Weight(0, 0, 0, 0);

  private final Set<Element> without;
  private final Set<Element> noLinks;
  private final Budget budget;
  private final Map<Element, Weight> all = new HashMap<>();

  /**
   * What an element says.
   *
   * @param chars of its text, white space folded
   * @param linked those in links
   * @param said those in paragraphs
   */
  record Weight(int chars, int linked, int said, int commas) {
    private Weight plus(Weight other) {
      return new Weight(
          chars + other.chars, linked + other.linked, said + other.said, commas + other.commas);
    }

    private static Weight of(String text) {
      int chars = 0;
      int commas = 0;
      var space = true;
      for (int i = 0; i < text.length(); i++) {
        var c = text.charAt(i);
        var isSpace = Character.isWhitespace(c);
        chars += isSpace && space ? 0 : 1;
        commas += c == ',' || c == '、' || c == '，' || c == '،' ? 1 : 0;
        space = isSpace;
      }
      return new Weight(chars, 0, 0, commas);
    }
  }

  /**
   * @param without what does not count
   * @param noLinks what looks like a link and is none
   */
  Weights(Set<Element> without, Set<Element> noLinks, Budget budget) {
    this.without = without;
    this.noLinks = noLinks;
    this.budget = budget;
  }

  /** Weighs an element and all in it; the parser has bounded how deep that goes. */
  Weight weigh(Element element) {
    if (without.contains(element) || budget.spent()) {
      return NOTHING;
    }
    var inside = NOTHING;
    for (var child : element.childNodes()) {
      if (child instanceof TextNode text) {
        inside = inside.plus(Weight.of(text.getWholeText()));
      } else if (child instanceof Element below) {
        inside = inside.plus(weigh(below));
      }
    }
    var isLink =
        element.normalName().equals("a") && element.hasAttr("href") && !noLinks.contains(element);
    var isParagraph = element.normalName().equals("p");
    var weight =
        new Weight(
            inside.chars,
            isLink ? inside.chars : inside.linked,
            isParagraph ? inside.chars : inside.said,
            inside.commas);
    all.put(element, weight);
    return weight;
  }

  Weight of(Element element) {
    return all.getOrDefault(element, NOTHING);
  }

  /** What stands in an element itself. */
  static Weight own(Element element) {
    return element.textNodes().stream()
        .map(text -> Weight.of(text.getWholeText()))
        .reduce(NOTHING, Weight::plus);
  }

  /** How much of an element's words are links. */
  double linked(Element element) {
    var weight = of(element);
    return weight.chars == 0 ? 0 : (double) weight.linked / weight.chars;
  }
}
