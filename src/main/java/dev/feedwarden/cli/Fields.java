package dev.feedwarden.cli;

import dev.feedwarden.cli.Terminal.Tint;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One thing in full, in a fixed order; what is not known is left out. */
final class Fields {
  private final Map<String, Object> fields = new LinkedHashMap<>();

  Fields with(String name, @Nullable Object value) {
    if (value != null) {
      fields.put(name, value instanceof Instant at ? at.toString() : value);
    }
    return this;
  }

  /** As a part of something larger. */
  Map<String, Object> map() {
    return Collections.unmodifiableMap(fields);
  }

  /** As a JSON object, or a line for each field. */
  void print(Terminal terminal, boolean json) {
    if (json) {
      terminal.json(fields);
      return;
    }
    var widest = fields.keySet().stream().mapToInt(String::length).max().orElse(0);
    fields.forEach(
        (name, value) ->
            terminal.say(
                terminal.tint(Tint.FAINT, name)
                    + " ".repeat(widest - name.length() + 2)
                    + Shown.remote(String.valueOf(value))));
  }
}
