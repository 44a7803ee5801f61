package dev.feedwarden.app;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonToken;
import tools.jackson.dataformat.yaml.YAMLParser;

/**
 * Reads settings from YAML, token by token: a scalar keeps the text that was written (a password
 * 007 stays 007), and no message quotes more of the file than its keys.
 */
final class YamlFile {
  private final Path file;
  private final List<Layer.Entry> entries = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();

  private YamlFile(Path file) {
    this.file = file;
  }

  static Layer read(Path file, String text) {
    var reading = new YamlFile(file);
    var content = text.startsWith("\uFEFF") ? text.substring(1) : text;
    try (var parser = YamlTokens.of(content)) {
      reading.document(parser);
    } catch (JacksonException broken) {
      return new Layer(List.of(), List.of(file + ": is not valid YAML" + near(broken)));
    }
    return new Layer(reading.entries, reading.problems);
  }

  // The parser's own message quotes the line, which may hold a password.
  private static String near(JacksonException broken) {
    return broken.getCause() instanceof MarkedYamlEngineException marked
        ? marked.getProblemMark().map(mark -> " near line " + (mark.getLine() + 1)).orElse("")
        : "";
  }

  private void document(YAMLParser parser) {
    var first = parser.nextToken();
    if (first == JsonToken.START_OBJECT) {
      mapping(parser, "");
    } else if (first != null && !isNothing(parser, first)) {
      problems.add(file + ": must hold settings as 'name: value', not a list or a lone value");
      parser.skipChildren();
    }
    if (parser.nextToken() != null) {
      problems.add(file + ": holds more than one YAML document");
    }
  }

  private static boolean isNothing(YAMLParser parser, JsonToken token) {
    return token == JsonToken.VALUE_NULL
        || (token == JsonToken.VALUE_STRING && parser.getString().isEmpty());
  }

  private void mapping(YAMLParser parser, String path) {
    var seen = new HashSet<String>();
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      var key = path + parser.currentName();
      parser.nextToken();
      if (seen.add(name(key))) {
        value(parser, key);
      } else {
        problems.add(file + ": " + key + ": is there twice; keep one of them");
        parser.skipChildren();
      }
    }
  }

  private void value(YAMLParser parser, String key) {
    var token = parser.currentToken();
    if (token == JsonToken.START_OBJECT && KnownSettings.named(name(key)).isEmpty()) {
      mapping(parser, key + ".");
      return;
    }
    var text = token == JsonToken.START_ARRAY ? items(parser) : scalar(parser);
    if (text == null) {
      problems.add(file + ": " + key + ": must be one plain value or a list of plain values");
      return;
    }
    entries.add(new Layer.Entry(name(key), text, new Origin.InFile(file, key)));
  }

  private static @Nullable String items(YAMLParser parser) {
    var items = new ArrayList<String>();
    var good = true;
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      var item = scalar(parser);
      good &= item != null;
      items.add(String.valueOf(item));
    }
    return good ? String.join(",", items) : null;
  }

  // An alias would come out as its own name, and what is tagged (!vault …) as not what was meant.
  static @Nullable String scalar(YAMLParser parser) {
    var token = parser.currentToken();
    if (token == null || parser.isCurrentAlias() || isTagged(parser, token)) {
      return null;
    }
    return switch (token) {
      case VALUE_NULL -> "";
      case VALUE_STRING, VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT, VALUE_TRUE, VALUE_FALSE ->
          parser.getString();
      default -> {
        parser.skipChildren();
        yield null;
      }
    };
  }

  private static boolean isTagged(YAMLParser parser, JsonToken token) {
    return token.isScalarValue() && parser.getTypeId() != null;
  }

  private static String name(String key) {
    return key.replace('.', '_').toUpperCase(Locale.ROOT);
  }
}
