package dev.feedwarden.store;

import dev.feedwarden.model.Enclosure;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Enclosures as the JSON array in their column. */
final class EnclosureText {
  private static final JsonMapper JSON = new JsonMapper();
  private static final String NONE = "[]";

  private EnclosureText() {}

  static String of(List<Enclosure> enclosures) {
    return enclosures.isEmpty()
        ? NONE
        : JSON.writeValueAsString(enclosures.stream().map(EnclosureText::fields).toList());
  }

  private static Map<String, Object> fields(Enclosure enclosure) {
    var fields = new LinkedHashMap<String, Object>();
    fields.put("url", enclosure.url());
    if (enclosure.type() != null) {
      fields.put("type", enclosure.type());
    }
    if (enclosure.length() != null) {
      fields.put("length", enclosure.length());
    }
    return fields;
  }

  static List<Enclosure> read(String text) {
    return text.equals(NONE)
        ? List.of()
        : JSON.readTree(text).valueStream().map(EnclosureText::enclosure).toList();
  }

  private static Enclosure enclosure(JsonNode node) {
    return new Enclosure(
        node.path("url").asString(),
        node.hasNonNull("type") ? node.path("type").asString() : null,
        node.hasNonNull("length") ? (Long) node.path("length").asLong() : null);
  }
}
