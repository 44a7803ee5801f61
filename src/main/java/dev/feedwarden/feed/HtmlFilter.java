package dev.feedwarden.feed;

import dev.feedwarden.model.Budget;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.owasp.html.HtmlSanitizer;
import org.owasp.html.HtmlStreamEventReceiver;
import org.owasp.html.HtmlTextEscapingMode;

/** Passes on of a body's events what {@link HtmlPolicy} allows, as long as the budget lasts. */
final class HtmlFilter implements HtmlSanitizer.Policy {
  /**
   * An element that was begun.
   *
   * @param written the name it was passed on with, or null if only its content was, or nothing
   */
  private record Open(String name, @Nullable String written, boolean dropsContent) {}

  private final HtmlUrls urls;
  private final Budget budget;
  private final BooleanSupplier enough;
  private final HtmlStreamEventReceiver next;
  private final List<Open> open = new ArrayList<>();
  private final Map<String, Integer> openByName = new HashMap<>();
  private int dropping;
  private boolean gaveUp;

  HtmlFilter(HtmlUrls urls, Budget budget, BooleanSupplier enough, HtmlStreamEventReceiver next) {
    this.urls = urls;
    this.budget = budget;
    this.enough = enough;
    this.next = next;
  }

  boolean gaveUp() {
    return gaveUp;
  }

  @Override
  public void openDocument() {
    next.openDocument();
  }

  @Override
  public void closeDocument() {
    next.closeDocument();
  }

  @Override
  public void openTag(String name, List<String> attributes) {
    if (isOver()) {
      return;
    }
    switch (HtmlPolicy.fate(name)) {
      case KEPT -> begin(name, dropping > 0 ? null : pass(name, safe(name, attributes)), false);
      case UNWRAPPED -> {}
      case DROPPED_WITH_CONTENT -> {
        if (dropping == 0 && name.equals("iframe")) {
          linkToPlayer(attributes);
        }
        begin(name, null, true);
      }
    }
  }

  @Override
  public void closeTag(String name) {
    // Foreign elements come unbalanced: their ends may be missing, or be all there is.
    if (isOver() || openByName.getOrDefault(name, 0) == 0) {
      return;
    }
    Open last;
    do {
      last = open.removeLast();
      end(last);
    } while (!last.name().equals(name));
  }

  @Override
  public void text(String text) {
    if (!isOver() && dropping == 0) {
      next.text(text);
    }
  }

  private boolean isOver() {
    if (!gaveUp && !enough.getAsBoolean()) {
      gaveUp = budget.spent();
      return gaveUp;
    }
    return true;
  }

  private void begin(String name, @Nullable String written, boolean dropsContent) {
    if (!HtmlTextEscapingMode.isVoidElement(name)) {
      open.add(new Open(name, written, dropsContent));
      openByName.merge(name, 1, Integer::sum);
      dropping += dropsContent ? 1 : 0;
    }
  }

  private void end(Open element) {
    openByName.merge(element.name(), -1, Integer::sum);
    dropping -= element.dropsContent() ? 1 : 0;
    if (element.written() != null) {
      next.closeTag(element.written());
    }
  }

  private @Nullable String pass(String name, Map<String, String> attributes) {
    var parent = open.isEmpty() ? null : open.getLast().written();
    if (!HtmlPolicy.fits(name, parent)
        || !HtmlPolicy.isWhole(name, attributes)
        || (name.equals("img") && Embeds.isCounter(attributes))) {
      return null;
    }
    var written = HtmlPolicy.written(name);
    next.openTag(written, flat(attributes));
    return written;
  }

  private void linkToPlayer(List<String> attributes) {
    var address = safe("iframe", attributes).get("src");
    if (address != null && Embeds.isPlayer(address)) {
      next.openTag("a", List.of("href", address));
      next.text(address);
      next.closeTag("a");
    }
  }

  /** Of several attributes of one name the first safe one counts. */
  private Map<String, String> safe(String element, List<String> attributes) {
    var safe = new LinkedHashMap<String, String>();
    for (var each = attributes.iterator(); each.hasNext(); ) {
      var name = each.next();
      var written = each.next();
      var value = safe.containsKey(name) ? null : safe(element, name, written);
      if (value != null) {
        safe.put(name, value);
      }
    }
    return safe;
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

  private static List<String> flat(Map<String, String> attributes) {
    var flat = new ArrayList<String>(2 * attributes.size());
    attributes.forEach(
        (name, value) -> {
          flat.add(name);
          flat.add(value);
        });
    return flat;
  }
}
