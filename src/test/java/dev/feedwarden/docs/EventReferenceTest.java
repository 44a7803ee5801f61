package dev.feedwarden.docs;

import static dev.feedwarden.docs.Committed.cell;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Happening;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** docs/reference/events.md: the schema of events in words. */
final class EventReferenceTest {
  private static final String PREFIX = "dev.feedwarden.";

  @Test
  void the_page_has_every_event_with_its_fields() throws IOException {
    var schema = new JsonMapper().readTree(Path.of("docs/event.schema.json").toFile());
    var page = new StringBuilder();
    page.append(
        """
        # Events

        What webhooks, files and Kafka get: CloudEvents 1.0 in JSON, as the schema [event.schema.json](../event.schema.json) has it. Who
        gets which is in [delivery](../delivery.md). Fields may be added; those that are here keep their meaning.

        """);
    page.append("## Around each\n\n").append(table(schema));
    page.append(
        """

        ## About a source

        Beside the event's own, in `data` of every event that has a `subject`.

        """);
    page.append(table(schema.path("$defs").path("about")));
    page.append("\n## Article\n\n").append(table(schema.path("$defs").path("article")));
    for (var kind : schema.path("oneOf")) {
      page.append("\n## ").append(String.join(", ", names(kind))).append("\n\n");
      page.append(table(kind.path("properties").path("data")));
    }

    assertThat(Happening.WORDS).allSatisfy(word -> assertThat(page).contains("`" + word + "`"));
    Committed.is("events.md", page.toString());
  }

  private static List<String> names(JsonNode kind) {
    var type = kind.path("properties").path("type");
    var names = new ArrayList<String>();
    if (type.has("const")) {
      names.add(type.path("const").asString());
    }
    type.path("enum").forEach(name -> names.add(name.asString()));
    return names.stream().map(name -> "`" + name.substring(PREFIX.length()) + "`").toList();
  }

  private static String table(JsonNode thing) {
    var required = new ArrayList<String>();
    thing.path("required").forEach(name -> required.add(name.asString()));
    var rows = new StringBuilder("| field | type | always | meaning |\n|---|---|---|---|\n");
    thing
        .path("properties")
        .properties()
        .forEach(
            field ->
                rows.append(
                    "| `%s` | %s | %s | %s |\n"
                        .formatted(
                            field.getKey(),
                            cell(type(field.getValue())),
                            required.contains(field.getKey()) ? "yes" : "",
                            cell(field.getValue().path("description").asString("")))));
    return thing.path("properties").isEmpty() ? "Nothing of its own.\n" : rows.toString();
  }

  private static String type(JsonNode field) {
    if (field.has("const")) {
      return "`" + field.path("const").asString() + "`";
    }
    if (field.has("enum")) {
      return field.path("enum").size() > 6
          ? "text"
          : field
              .path("enum")
              .valueStream()
              .map(v -> "`" + v.asString() + "`")
              .collect(Collectors.joining(", "));
    }
    if (field.has("$ref")) {
      return field.path("$ref").asString().replace("#/$defs/", "");
    }
    return field.path("type").asString("").equals("array")
        ? "list of " + type(field.path("items"))
        : field.path("type").asString("").replace("string", "text");
  }
}
