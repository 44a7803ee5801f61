package dev.feedwarden.feed;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Attribute;
import org.jsoup.nodes.Element;

/** A second opinion on HTML: what a browser would run of it, found with another parser. */
final class Browser {
  private static final Set<String> ACTIVE =
      Set.of(
          "applet",
          "base",
          "bgsound",
          "button",
          "embed",
          "form",
          "frame",
          "frameset",
          "iframe",
          "input",
          "link",
          "math",
          "meta",
          "noscript",
          "object",
          "option",
          "plaintext",
          "script",
          "select",
          "style",
          "svg",
          "template",
          "textarea",
          "title",
          "xmp");
  private static final Pattern SAFE_ADDRESS =
      Pattern.compile("https?://[^/].*|mailto:.*|tel:.*|data:image/(png|gif|jpeg|webp);base64,.*");
  private static final Pattern ACTIVE_ATTRIBUTE =
      Pattern.compile(
          "on.*|style|srcdoc|class|id|name|(data-)?hx-.*|data-.*|.*:.*|ping|target|form.*");
  private static final Set<String> ADDRESSES =
      Set.of("action", "background", "cite", "href", "longdesc", "poster", "src");

  private Browser() {}

  /** Read once as it is, and once more as a page would hand it on by {@code innerHTML}. */
  static List<String> dangers(String html) {
    var body = Jsoup.parseBodyFragment(html).body();
    var again = Jsoup.parseBodyFragment(body.html()).body();
    return Stream.of(body, again).flatMap(Browser::dangers).distinct().toList();
  }

  private static Stream<String> dangers(Element body) {
    return body.getAllElements().stream().skip(1).flatMap(Browser::ofElement);
  }

  private static Stream<String> ofElement(Element element) {
    var name = element.normalName();
    var attributes =
        element.attributes().asList().stream()
            .filter(Browser::isActive)
            .map(attribute -> name + " " + attribute.html());
    return ACTIVE.contains(name) ? Stream.concat(Stream.of(name), attributes) : attributes;
  }

  private static boolean isActive(Attribute attribute) {
    var name = attribute.getKey().toLowerCase(Locale.ROOT);
    var value = attribute.getValue().replaceAll("[\\x00-\\x20]", "").toLowerCase(Locale.ROOT);
    return ACTIVE_ATTRIBUTE.matcher(name).matches()
        || (ADDRESSES.contains(name) && !SAFE_ADDRESS.matcher(value).matches())
        || (name.equals("srcset")
            && !Stream.of(attribute.getValue().split(",\\s+"))
                .allMatch(candidate -> candidate.matches("https?://\\S+( \\S+)?")));
  }
}
