package dev.feedwarden.api;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** JSON as we read and write it: UTF-8, no name twice, nothing after the end, nothing too deep. */
final class Json {
  private static final int DEEPEST = 20;
  private static final int LONGEST_NUMBER = 40;

  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(DEEPEST)
                          .maxNumberLength(LONGEST_NUMBER)
                          .build())
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private Json() {}

  static String write(Object value) {
    return MAPPER.writeValueAsString(value);
  }

  static String pretty(Object value) {
    return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(value);
  }

  /** What we wrote ourselves. */
  static JsonNode own(String text) {
    return MAPPER.readTree(text);
  }

  /** A body that has the shape, or a refusal that names every field at fault. */
  static JsonNode read(byte[] body, Shape shape) {
    var node = tree(text(body));
    var faults = new ArrayList<Refusal.Fault>();
    shape.check(node, "", (field, message) -> faults.add(new Refusal.Fault(shown(field), message)));
    if (!faults.isEmpty()) {
      throw Refusal.fields(faults.subList(0, Math.min(faults.size(), 100)));
    }
    return node;
  }

  private static String text(byte[] body) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
    } catch (CharacterCodingException notUtf8) {
      throw Refusal.of(400, "The body is not UTF-8.");
    }
  }

  private static JsonNode tree(String text) {
    try {
      var node = MAPPER.readTree(text);
      if (node.isMissingNode()) {
        throw Refusal.of(400, "The body is empty.");
      }
      return node;
    } catch (JacksonException broken) {
      throw broken(broken);
    }
  }

  private static Refusal broken(JacksonException broken) {
    var at =
        broken.processor() instanceof JsonParser p ? p.streamReadContext().pathAsPointer() : null;
    var field = at == null ? "" : at.toString().replaceFirst("^/", "").replace('/', '.');
    var message = String.valueOf(broken.getOriginalMessage());
    if (message.startsWith("Duplicate")) {
      return Refusal.field(shown(field), "is given twice");
    }
    return field.isEmpty()
        ? Refusal.of(400, "The body is not one JSON value.")
        : Refusal.field(shown(field), "is not followed by valid JSON");
  }

  // A field's name came from outside too.
  static String shown(String field) {
    var cut = field.length() > 100 ? field.substring(0, 100) + "…" : field;
    return cut.replaceAll("[\\p{Cntrl}\\p{Cs}]", "?");
  }
}
