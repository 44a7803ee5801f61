package dev.feedwarden.api;

import static dev.feedwarden.api.Shapes.COUNT;
import static dev.feedwarden.api.Shapes.TIME;
import static dev.feedwarden.api.Shapes.YES_NO;
import static dev.feedwarden.api.Shapes.thing;

import dev.feedwarden.store.Gaps.Found;
import java.util.LinkedHashMap;
import java.util.Map;

/** A gap, as it is shown. */
public final class GapFields {
  static final Shape.Thing SHAPE =
      thing(
          "Gap",
          "id",
          COUNT,
          "found_at",
          TIME,
          "from?",
          TIME,
          "to",
          TIME,
          "pages",
          COUNT,
          "filled",
          COUNT,
          "closed",
          YES_NO);

  private GapFields() {}

  public static Map<String, Object> of(Found found) {
    var gap = found.gap();
    var fields = new LinkedHashMap<String, Object>();
    fields.put("id", found.id());
    fields.put("found_at", found.at().toString());
    if (gap.from() != null) {
      fields.put("from", gap.from().toString());
    }
    fields.put("to", gap.to().toString());
    fields.put("pages", gap.filling().pages());
    fields.put("filled", gap.filling().entries());
    fields.put("closed", gap.filling().closed());
    return fields;
  }
}
