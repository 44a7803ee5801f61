package dev.feedwarden.api;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.BiConsumer;
import tools.jackson.databind.JsonNode;

/**
 * What a piece of JSON looks like: a request is held to it at the door, an answer in the tests, and
 * OpenAPI prints it.
 */
public sealed interface Shape {
  /** Tells every fault: the field, and what it must be. */
  void check(JsonNode node, String at, BiConsumer<String, String> faults);

  /** The same as JSON Schema. */
  Map<String, Object> schema();

  default Shape orNull() {
    return new OrNull(this);
  }

  record Text(int longest, List<String> words) implements Shape {
    @Override
    public void check(JsonNode node, String at, BiConsumer<String, String> faults) {
      if (!node.isString()) {
        faults.accept(at, "must be a text");
        return;
      }
      var text = node.asString();
      if (!words.isEmpty() && !words.contains(text)) {
        faults.accept(at, "must be one of " + String.join(", ", words));
      } else if (text.codePointCount(0, text.length()) > longest) {
        faults.accept(at, "must have at most " + longest + " characters");
      } else if (text.codePoints().anyMatch(c -> c == 0 || isHalf(c))) {
        faults.accept(at, "must not contain U+0000 or half a character");
      }
    }

    static boolean isHalf(int c) {
      return c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
    }

    @Override
    public Map<String, Object> schema() {
      return words.isEmpty()
          ? Map.of("type", "string", "maxLength", longest)
          : Map.of("type", "string", "enum", words);
    }
  }

  /** Looked at by whoever takes it. */
  record Anything() implements Shape {
    @Override
    public void check(JsonNode node, String at, BiConsumer<String, String> faults) {}

    @Override
    public Map<String, Object> schema() {
      return Map.of();
    }
  }

  record Whole(long least, long most) implements Shape {
    @Override
    public void check(JsonNode node, String at, BiConsumer<String, String> faults) {
      if (!node.isIntegralNumber()) {
        faults.accept(at, "must be a whole number");
      } else if (!node.canConvertToLong() || node.asLong() < least || node.asLong() > most) {
        faults.accept(at, "must be between " + least + " and " + most);
      }
    }

    @Override
    public Map<String, Object> schema() {
      return Map.of("type", "integer", "minimum", least, "maximum", most);
    }
  }

  record YesNo() implements Shape {
    @Override
    public void check(JsonNode node, String at, BiConsumer<String, String> faults) {
      if (!node.isBoolean()) {
        faults.accept(at, "must be true or false");
      }
    }

    @Override
    public Map<String, Object> schema() {
      return Map.of("type", "boolean");
    }
  }

  record OrNull(Shape of) implements Shape {
    @Override
    public void check(JsonNode node, String at, BiConsumer<String, String> faults) {
      if (!node.isNull()) {
        of.check(node, at, faults);
      }
    }

    @Override
    public Map<String, Object> schema() {
      return Map.of("anyOf", List.of(of.schema(), Map.of("type", "null")));
    }
  }

  record Many(Shape of, int most) implements Shape {
    @Override
    public void check(JsonNode node, String at, BiConsumer<String, String> faults) {
      if (!node.isArray()) {
        faults.accept(at, "must be a list");
      } else if (node.size() > most) {
        faults.accept(at, "must have at most " + most + " elements");
      } else {
        for (int i = 0; i < node.size(); i++) {
          of.check(node.path(i), at + "[" + i + "]", faults);
        }
      }
    }

    @Override
    public Map<String, Object> schema() {
      return Map.of("type", "array", "items", of.schema(), "maxItems", most);
    }
  }

  record Named(Shape of, int most) implements Shape {
    @Override
    public void check(JsonNode node, String at, BiConsumer<String, String> faults) {
      if (!node.isObject()) {
        faults.accept(at, "must be an object");
      } else if (node.size() > most) {
        faults.accept(at, "must have at most " + most + " fields");
      } else {
        node.properties().forEach(p -> of.check(p.getValue(), below(at, p.getKey()), faults));
      }
    }

    @Override
    public Map<String, Object> schema() {
      return Map.of("type", "object", "additionalProperties", of.schema(), "maxProperties", most);
    }
  }

  record Thing(String name, SequencedMap<String, Shape> fields, Set<String> optional)
      implements Shape {
    @Override
    public void check(JsonNode node, String at, BiConsumer<String, String> faults) {
      if (!node.isObject()) {
        faults.accept(at, "must be an object");
        return;
      }
      node.propertyNames().stream()
          .filter(field -> !fields.containsKey(field))
          .forEach(field -> faults.accept(below(at, field), "is not a field that may be given"));
      fields.forEach(
          (field, shape) -> {
            var value = node.get(field);
            if (value != null) {
              shape.check(value, below(at, field), faults);
            } else if (!optional.contains(field)) {
              faults.accept(below(at, field), "must be given");
            }
          });
    }

    @Override
    public Map<String, Object> schema() {
      return Map.of("$ref", "#/components/schemas/" + name);
    }

    /** The schema that the name stands for. */
    Map<String, Object> definition() {
      var properties = new LinkedHashMap<String, Object>();
      fields.forEach((field, shape) -> properties.put(field, shape.schema()));
      var schema = new LinkedHashMap<String, Object>();
      schema.put("type", "object");
      schema.put("properties", properties);
      schema.put("required", fields.keySet().stream().filter(f -> !optional.contains(f)).toList());
      schema.put("additionalProperties", false);
      return schema;
    }

    /** The same fields, none of which has to be given. */
    Thing partly(String otherName) {
      return new Thing(otherName, fields, Set.copyOf(fields.keySet()));
    }
  }

  private static String below(String at, String field) {
    return at.isEmpty() ? field : at + "." + field;
  }
}
