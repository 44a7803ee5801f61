package dev.feedwarden.feed;

import java.util.Set;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;

/** Writes parts of a page as HTML that nobody has cleaned yet, and as text: a line a block. */
final class Excerpt {
  private static final int LONGEST = 1 << 20;

  private final Set<Element> without;
  private final Set<Element> noLinks;
  private final StringBuilder html = new StringBuilder();
  private final StringBuilder text = new StringBuilder();
  private final StringBuilder line = new StringBuilder();

  /**
   * @param without what is left out
   * @param noLinks what looks like a link and is none
   */
  Excerpt(Set<Element> without, Set<Element> noLinks) {
    this.without = without;
    this.noLinks = noLinks;
  }

  String html() {
    return html.toString();
  }

  String text() {
    return Chars.storable(text.toString());
  }

  void add(Element part) {
    walk(part);
    endLine();
  }

  private void walk(Node node) {
    if (text.length() > LONGEST || html.length() > LONGEST) {
      return;
    }
    if (node instanceof TextNode words) {
      line.append(words.getWholeText());
      html.append(words.outerHtml());
    } else if (node instanceof Element element && !without.contains(element)) {
      element(element);
    }
  }

  private void element(Element element) {
    var name = element.normalName();
    var isBlock = PlainText.isBlock(name);
    var isShown = !noLinks.contains(element);
    if (isBlock) {
      endLine();
    }
    if (isShown) {
      html.append('<').append(name).append(element.attributes().html()).append('>');
    }
    element.childNodes().forEach(this::walk);
    if (isShown && !element.tag().isEmpty()) {
      html.append("</").append(name).append('>');
    }
    if (isBlock) {
      endLine();
    }
  }

  private void endLine() {
    var words = PlainText.ofText(line.toString(), LONGEST).strip();
    line.setLength(0);
    if (!words.isEmpty()) {
      text.append(text.isEmpty() ? "" : "\n").append(words);
    }
  }
}
