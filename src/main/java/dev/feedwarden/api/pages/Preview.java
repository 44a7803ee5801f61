package dev.feedwarden.api.pages;

import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.TextNode;
import org.jsoup.safety.Safelist;

/**
 * An article's text as our pages show it. It was sanitised when it came; here it loses what is left
 * that would load something or look like a part of the page.
 */
final class Preview {
  private static final int LONGEST = 200_000;
  private static final Safelist TEXT =
      new Safelist()
          .addTags("a", "b", "blockquote", "br", "code", "del", "em", "figure", "figcaption")
          .addTags("h3", "h4", "h5", "h6", "hr", "i", "ins", "kbd", "li", "ol", "p", "pre", "q")
          .addTags("s", "small", "strong", "sub", "sup", "table", "tbody", "td", "th", "thead")
          .addTags("tr", "u", "ul")
          .addAttributes("a", "href", "rel", "target")
          .addProtocols("a", "href", "http", "https");

  private Preview() {}

  static String of(String html) {
    var cut = html.length() > LONGEST ? html.substring(0, LONGEST) : html;
    var document = Jsoup.parseBodyFragment(cut);
    document.select("img, video, audio, picture").forEach(Preview::named);
    document.select("h1, h2").forEach(heading -> heading.tagName("h3"));
    document.select("a").forEach(Preview::away);
    var settings = new Document.OutputSettings().prettyPrint(false);
    return Jsoup.clean(document.body().html(), "", TEXT, settings);
  }

  // What would be loaded from elsewhere is named, so that nobody learns that it was read.
  private static void named(Element element) {
    var words = element.attr("alt").isBlank() ? element.tagName() : element.attr("alt");
    element.replaceWith(new TextNode("[" + Remote.line(words, 100) + "]"));
  }

  private static void away(Element link) {
    if (Remote.href(link.attr("href")) == null) {
      link.removeAttr("href");
    } else {
      link.attr("rel", "noopener noreferrer").attr("target", "_blank");
    }
  }
}
