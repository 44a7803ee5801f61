package dev.feedwarden.cli;

import dev.feedwarden.feed.DocumentBase;
import dev.feedwarden.model.WebUrl;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One document to parse: its name, and what its server said about it. */
record ParseInput(String file, @Nullable String contentType, Whence whence) {
  private static final JsonMapper JSON = new JsonMapper();

  /** A line of a list of inputs, or null if it is none. */
  static @Nullable ParseInput ofLine(String line) {
    try {
      var row = JSON.readTree(line);
      var file = text(row.path("file"));
      return file == null ? null : new ParseInput(file, header(row, "content-type"), whence(row));
    } catch (JacksonException notJson) {
      return null;
    }
  }

  private static Whence whence(JsonNode row) {
    var base = url(text(row.path("base_url")));
    var location = header(row, "content-location");
    if (base == null) {
      return new Whence(url(location));
    }
    return new Whence(location == null ? base : DocumentBase.of(base, location));
  }

  private static @Nullable WebUrl url(@Nullable String text) {
    return text != null && WebUrl.parse(text) instanceof WebUrl.Parsed.Good(var url) ? url : null;
  }

  private static @Nullable String header(JsonNode row, String name) {
    for (var header : row.path("headers").properties()) {
      if (header.getKey().equalsIgnoreCase(name)) {
        return text(header.getValue());
      }
    }
    return null;
  }

  private static @Nullable String text(JsonNode node) {
    return node.isString() ? node.asString() : null;
  }
}
