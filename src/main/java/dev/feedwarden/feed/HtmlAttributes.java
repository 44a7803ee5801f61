package dev.feedwarden.feed;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the attributes of an element safe; names and values stand in turns. */
record HtmlAttributes(HtmlUrls urls) {
  /** What stays of an element's attributes, or null if the element means nothing with these. */
  @Nullable List<String> ofShown(String element, List<String> attributes) {
    var safe = safe(element, attributes);
    return HtmlPolicy.isWhole(element, safe) && !(element.equals("img") && Embeds.isCounter(safe))
        ? safe
        : null;
  }

  /** Of several attributes of one name the first safe one counts. */
  List<String> safe(String element, List<String> attributes) {
    if (attributes.isEmpty()) {
      return List.of();
    }
    var safe = new ArrayList<String>(attributes.size());
    for (var each = attributes.iterator(); each.hasNext(); ) {
      var name = each.next();
      var written = each.next();
      var value = value(safe, name) == null ? safe(element, name, written) : null;
      if (value != null) {
        safe.add(name);
        safe.add(value);
      }
    }
    return safe;
  }

  /** The value of an attribute, if it is there. */
  static @Nullable String value(List<String> attributes, String name) {
    for (int i = 0; i < attributes.size(); i += 2) {
      if (attributes.get(i).equals(name)) {
        return attributes.get(i + 1);
      }
    }
    return null;
  }

  private @Nullable String safe(String element, String name, String value) {
    return switch (HtmlPolicy.value(element, name)) {
      case null -> null;
      case PLAIN -> value.equals(name) ? "" : value; // the lexer's way of saying: no value
      case FLAG -> "";
      case LINK -> urls.link(value);
      case WEB -> urls.web(value);
      case MEDIUM -> urls.medium(value);
      case MEDIA_BY_SIZE -> urls.mediaBySize(value);
    };
  }
}
