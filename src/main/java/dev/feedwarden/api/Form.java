package dev.feedwarden.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.util.ArrayList;
import java.util.List;

/** What a page's form sent, in the order of its fields. */
public final class Form {
  private record Field(String name, String value) {}

  private final List<Field> fields;

  private Form(List<Field> fields) {
    this.fields = List.copyOf(fields);
  }

  public static Form of(Request request) {
    var fields = new ArrayList<Field>();
    var text = new String(request.payload().bytes(), UTF_8);
    for (var pair : text.isEmpty() ? new String[0] : text.split("&", -1)) {
      var equals = pair.indexOf('=');
      fields.add(
          equals < 0
              ? new Field(decoded(pair), "")
              : new Field(decoded(pair.substring(0, equals)), decoded(pair.substring(equals + 1))));
    }
    return new Form(fields);
  }

  // What neither engine could store is refused here, as it is in JSON.
  private static String decoded(String text) {
    try {
      var value = URLDecoder.decode(text, UTF_8);
      if (value.codePoints().noneMatch(c -> c == 0 || Shape.Text.isHalf(c))) {
        return value;
      }
    } catch (IllegalArgumentException strayPercent) {
      // told below
    }
    throw Refusal.of(400, "The form cannot be read.");
  }

  /** A field's value, or nothing at all. */
  public String text(String name) {
    return fields.stream()
        .filter(field -> field.name.equals(name))
        .map(Field::value)
        .findFirst()
        .orElse("");
  }

  /** All values of a field. */
  public List<String> all(String name) {
    return fields.stream().filter(f -> f.name.equals(name)).map(Field::value).toList();
  }

  public boolean has(String name) {
    return fields.stream().anyMatch(field -> field.name.equals(name));
  }
}
