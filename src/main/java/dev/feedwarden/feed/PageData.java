package dev.feedwarden.feed;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/** What a page says to machines about its article (schema.org as JSON-LD). */
final class PageData {
  private static final int DEEPEST = 8;

  private final Map<String, String> found = new HashMap<>();

  /**
   * @param scripts one document each; what is broken ends its own
   */
  PageData(List<String> scripts) {
    for (var script : scripts) {
      try (var json = Json.open(script)) {
        if (json.more()) {
          value(json, 0);
        }
      } catch (JacksonException _) {
        // what came before it holds
      }
    }
  }

  @Nullable String headline() {
    return found.get("headline");
  }

  @Nullable String published() {
    return found.get("datePublished");
  }

  @Nullable String author() {
    return found.get("author");
  }

  private void value(Json json, int depth) {
    if (depth > DEEPEST) {
      json.skip();
    } else if (json.isObject()) {
      for (var name = json.field(); name != null; name = json.field()) {
        field(json, name, depth);
      }
    } else if (json.isArray()) {
      while (json.element()) {
        value(json, depth + 1);
      }
    }
  }

  private void field(Json json, String name, int depth) {
    switch (name) {
      case "headline", "datePublished" -> keep(name, json);
      case "author" -> author(json, depth);
      case "@graph", "mainEntity", "mainEntityOfPage" -> value(json, depth + 1);
      default -> json.skip();
    }
  }

  private void keep(String name, Json json) {
    var text = json.isText() ? json.text() : null;
    if (text != null) {
      found.putIfAbsent(name, text);
    } else {
      json.skip();
    }
  }

  private void author(Json json, int depth) {
    if (json.isText() || depth > DEEPEST) {
      keep("author", json);
    } else if (json.isObject()) {
      for (var name = json.field(); name != null; name = json.field()) {
        if (name.equals("name")) {
          keep("author", json);
        } else {
          json.skip();
        }
      }
    } else if (json.isArray()) {
      while (json.element()) {
        author(json, depth + 1);
      }
    }
  }
}
