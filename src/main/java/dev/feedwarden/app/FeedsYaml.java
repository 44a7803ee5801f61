package dev.feedwarden.app;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonToken;
import tools.jackson.dataformat.yaml.YAMLParser;

/** The shape of a file of feeds: what was written under which key, and in which line. */
final class FeedsYaml {
  private final List<Item> items = new ArrayList<>();
  private final List<Problem> problems = new ArrayList<>();

  private final String top;

  private FeedsYaml(String top) {
    this.top = top;
  }

  /** A sentence about a line; line 0 is the whole file. */
  record Problem(int line, String sentence) {}

  /** One feed as it was written. */
  record Item(int line, Map<String, Given> values) {
    Item {
      values = Map.copyOf(values);
    }
  }

  /** One value with the line of its key. */
  record Given(int line, Value value) {}

  /** A value: {@code name: x}, {@code tags: [x, y]} or {@code policy: {x: {y: z}}}. */
  sealed interface Value {
    record Text(String text) implements Value {}

    record Items(List<String> items) implements Value {
      public Items {
        items = List.copyOf(items);
      }
    }

    record Cells(Map<String, String> cells) implements Value {
      public Cells {
        cells = Map.copyOf(cells);
      }
    }
  }

  /** All that was found; the items count only if there are no problems. */
  record Found(List<Item> items, List<Problem> problems) {
    Found {
      items = List.copyOf(items);
      problems = List.copyOf(problems);
    }
  }

  static Found read(String text) {
    return read(text, "feeds");
  }

  /** Reads a file that lists things of another kind in the same shape. */
  static Found read(String text, String top) {
    var content = text.startsWith("\uFEFF") ? text.substring(1) : text;
    if (content.isBlank()) {
      return new Found(List.of(), List.of(new Problem(0, "the file is empty")));
    }
    var reading = new FeedsYaml(top);
    try (var parser = YamlTokens.of(content)) {
      reading.document(parser);
    } catch (JacksonException broken) {
      return new Found(List.of(), List.of(new Problem(line(broken), "is not valid YAML")));
    }
    return new Found(reading.items, reading.problems);
  }

  private static int line(JacksonException broken) {
    return broken.getCause() instanceof MarkedYamlEngineException marked
        ? marked.getProblemMark().map(mark -> mark.getLine() + 1).orElse(0)
        : 0;
  }

  private static int line(YAMLParser parser) {
    return parser.currentTokenLocation().getLineNr();
  }

  private void document(YAMLParser parser) {
    var first = parser.nextToken();
    if (first != JsonToken.START_OBJECT) {
      var line = first == null ? 0 : line(parser);
      problem(line, "must begin with '" + top + ":' and list them below");
      return;
    }
    var isSeen = false;
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      var line = line(parser);
      var key = parser.currentName();
      var token = parser.nextToken();
      if (!key.equals(top)) {
        problem(line, "the key " + Reading.quoted(key) + " is not known; there is only " + top);
        parser.skipChildren();
      } else if (isSeen) {
        problem(line, top + " is there twice");
        parser.skipChildren();
      } else if (token != JsonToken.START_ARRAY) {
        problem(line, top + " must be a list; write '" + top + ": []' for none");
        parser.skipChildren();
      } else {
        feeds(parser);
      }
      isSeen |= key.equals(top);
    }
    if (!isSeen) {
      problem(0, "has no " + top + "; write '" + top + ": []' for none");
    }
    if (parser.nextToken() != null) {
      problem(line(parser), "a second YAML document begins");
    }
  }

  private void feeds(YAMLParser parser) {
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      var line = line(parser);
      if (parser.currentToken() == JsonToken.START_OBJECT) {
        items.add(new Item(line, mapping(parser)));
        continue;
      }
      var url = YamlFile.scalar(parser);
      if (url == null) {
        problem(line, "a feed must be a URL, or 'url:' and what else there is to say");
      } else {
        items.add(new Item(line, Map.of("url", new Given(line, new Value.Text(url)))));
      }
    }
  }

  private Map<String, Given> mapping(YAMLParser parser) {
    var values = new LinkedHashMap<String, Given>();
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      var line = line(parser);
      var key = parser.currentName();
      parser.nextToken();
      var value = value(parser);
      if (value == null) {
        problem(line, key(key) + " has a value that is not understood");
      } else if (values.put(key, new Given(line, value)) != null) {
        problem(line, key(key) + " is there twice for one feed");
      }
    }
    return values;
  }

  private static String key(String key) {
    return "the key " + Reading.quoted(key);
  }

  private @Nullable Value value(YAMLParser parser) {
    if (parser.currentToken() == JsonToken.START_ARRAY) {
      var texts = new ArrayList<String>();
      var isGood = true;
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        var text = YamlFile.scalar(parser);
        isGood &= text != null;
        texts.add(String.valueOf(text));
      }
      return isGood ? new Value.Items(texts) : null;
    }
    if (parser.currentToken() == JsonToken.START_OBJECT) {
      var cells = new TreeMap<String, String>();
      cells(parser, "", cells);
      return new Value.Cells(cells);
    }
    var text = YamlFile.scalar(parser);
    return text == null ? null : new Value.Text(text);
  }

  private void cells(YAMLParser parser, String path, Map<String, String> cells) {
    var seen = new HashSet<String>();
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      var line = line(parser);
      var key = path + parser.currentName();
      if (parser.nextToken() == JsonToken.START_OBJECT) {
        cells(parser, key + ".", cells);
        continue;
      }
      var text = YamlFile.scalar(parser);
      if (text == null) {
        problem(line, key(key) + " must have one plain value");
      } else if (!seen.add(key)) {
        problem(line, key(key) + " is there twice");
      } else {
        cells.put(key, text.strip());
      }
    }
  }

  private void problem(int line, String sentence) {
    problems.add(new Problem(line, sentence));
  }
}
