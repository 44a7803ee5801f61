package dev.feedwarden.feed;

import dev.feedwarden.model.WebUrl;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/**
 * A place in a JSON document that only moves forward; the one place where such a parser is made.
 * Every value is either read by one of these methods or skipped, whatever its type.
 */
final class Json implements AutoCloseable {
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(Xml.DEEPEST)
                  .maxStringLength(8 * 1_024 * 1_024)
                  .maxNumberLength(1_000)
                  .maxNameLength(10_000)
                  .build())
          .build();

  private final JsonParser parser;
  private int cuts;

  private Json(JsonParser parser) {
    this.parser = parser;
  }

  /** Before the first value, which {@link #more} goes to. */
  static Json open(String text) {
    return new Json(FACTORY.createParser(ObjectReadContext.empty(), text));
  }

  /** Whether the value here, or the document, is an object; its fields come next. */
  boolean isObject() {
    return parser.currentToken() == JsonToken.START_OBJECT;
  }

  /** Whether the value here is an array; its elements come next. If not, it is passed over. */
  boolean isArray() {
    if (parser.currentToken() == JsonToken.START_ARRAY) {
      return true;
    }
    skip();
    return false;
  }

  /** The name of the object's next field, its value being here; null at the object's end. */
  @Nullable String field() {
    var name = parser.nextName();
    if (name != null) {
      parser.nextToken();
    }
    return name;
  }

  /** Goes to the next element of the array; false at its end. */
  boolean element() {
    return parser.nextToken() != JsonToken.END_ARRAY;
  }

  boolean isText() {
    return parser.currentToken() == JsonToken.VALUE_STRING;
  }

  /** The text or number that is the value here, cut to what a field may be long; null if none. */
  @Nullable String text() {
    var token = parser.currentToken();
    if (token != JsonToken.VALUE_STRING && !token.isNumeric()) {
      skip();
      return null;
    }
    var text = parser.getString();
    if (text.length() > Xml.LONGEST_FIELD) {
      cuts++;
    }
    var kept = Chars.storable(Chars.cut(text, Xml.LONGEST_FIELD));
    return kept.isBlank() ? null : kept;
  }

  /** The address that is the value here. */
  @Nullable String link(WebUrl base) {
    var text = text();
    return text == null ? null : Links.resolve(base, text);
  }

  void skip() {
    parser.skipChildren();
  }

  /** Goes on at the outermost level; false if there is nothing more. */
  boolean more() {
    return parser.nextToken() != null;
  }

  /** How many texts were longer than they may be. */
  int cuts() {
    return cuts;
  }

  @Override
  public void close() {
    parser.close();
  }
}
