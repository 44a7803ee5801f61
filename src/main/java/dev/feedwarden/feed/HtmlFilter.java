package dev.feedwarden.feed;

import dev.feedwarden.model.Budget;
import java.util.ArrayList;
import java.util.HashMap;
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

  private final HtmlAttributes attributes;
  private final Budget budget;
  private final BooleanSupplier enough;
  private final HtmlStreamEventReceiver next;
  private final List<Open> open = new ArrayList<>();
  private final Map<String, Integer> openByName = new HashMap<>();
  private int dropping;
  private boolean gaveUp;

  HtmlFilter(
      HtmlAttributes attributes,
      Budget budget,
      BooleanSupplier enough,
      HtmlStreamEventReceiver next) {
    this.attributes = attributes;
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
  public void openTag(String name, List<String> given) {
    if (isOver()) {
      return;
    }
    switch (HtmlPolicy.fate(name)) {
      case KEPT -> begin(name, dropping > 0 ? null : pass(name, given), false);
      case UNWRAPPED -> {}
      case DROPPED_WITH_CONTENT -> {
        if (dropping == 0 && name.equals("iframe")) {
          linkToPlayer(given);
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

  private @Nullable String pass(String name, List<String> given) {
    var parent = open.isEmpty() ? null : open.getLast().written();
    var safe = HtmlPolicy.fits(name, parent) ? attributes.ofShown(name, given) : null;
    if (safe == null) {
      return null;
    }
    var written = HtmlPolicy.written(name);
    next.openTag(written, safe);
    return written;
  }

  private void linkToPlayer(List<String> given) {
    var address = HtmlAttributes.value(attributes.safe("iframe", given), "src");
    if (address != null && Embeds.isPlayer(address)) {
      next.openTag("a", List.of("href", address));
      next.text(address);
      next.closeTag("a");
    }
  }
}
