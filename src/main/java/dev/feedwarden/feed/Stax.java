package dev.feedwarden.feed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.Set;
import java.util.function.BooleanSupplier;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import org.codehaus.stax2.XMLStreamReader2;
import org.jspecify.annotations.Nullable;

/** The events of a strict parser. */
final class Stax implements Tokens {
  private final @Nullable XMLStreamReader2 reader;
  private final BooleanSupplier clean;
  private final Set<String> names = new HashSet<>();
  private String entity = "";

  /**
   * @param reader null for a document that broke before its first event
   * @param clean whether what was read so far is known to hold nothing that cannot be stored
   */
  Stax(@Nullable XMLStreamReader2 reader, BooleanSupplier clean) {
    this.reader = reader;
    this.clean = clean;
  }

  @Override
  public Event next() {
    if (reader == null) {
      return Event.BROKEN;
    }
    try {
      while (reader.hasNext()) {
        switch (reader.next()) {
          case XMLStreamConstants.START_ELEMENT -> {
            return Event.START;
          }
          case XMLStreamConstants.END_ELEMENT -> {
            return Event.END;
          }
          case XMLStreamConstants.CHARACTERS,
              XMLStreamConstants.CDATA,
              XMLStreamConstants.SPACE -> {
            entity = "";
            return Event.TEXT;
          }
          case XMLStreamConstants.ENTITY_REFERENCE -> {
            entity = Entities.named(reader.getLocalName());
            return isNameTooMany(reader.getLocalName()) ? Event.BROKEN : Event.TEXT;
          }
          case XMLStreamConstants.PROCESSING_INSTRUCTION -> {
            if (isNameTooMany(reader.getPITarget())) {
              return Event.BROKEN;
            }
          }
          default -> {} // the document's start, its DOCTYPE, comments
        }
      }
      return Event.DONE;
    } catch (XMLStreamException broken) {
      return Event.BROKEN;
    }
  }

  // As for elements in Cursor: the parser keeps all names in a table that can be made slow.
  private boolean isNameTooMany(String name) {
    return names.add(name) && names.size() > Cursor.MOST_NAMES;
  }

  @Override
  public String name() {
    return reader == null ? "" : reader.getLocalName();
  }

  @Override
  public boolean hollow() {
    try {
      return reader != null && reader.isEmptyElement();
    } catch (XMLStreamException broken) {
      return false; // the next event tells
    }
  }

  @Override
  public int attributes() {
    return reader == null ? 0 : reader.getAttributeCount();
  }

  @Override
  public String attributeName(int index) {
    return reader == null ? "" : reader.getAttributeLocalName(index);
  }

  @Override
  public String attributeValue(int index) {
    var value = reader == null ? "" : reader.getAttributeValue(index);
    return clean() ? value : Chars.storable(value);
  }

  // The parser is lazy: only here it reads on, straight into our buffer.
  @Override
  public boolean appendTo(Scratch out) {
    if (reader == null) {
      return false;
    }
    if (!entity.isEmpty()) {
      out.append(entity);
      return true;
    }
    try {
      reader.getText(out, false);
      return true;
    } catch (XMLStreamException broken) {
      return false;
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  @Override
  public int line() {
    return reader == null ? 1 : reader.getLocation().getLineNumber();
  }

  @Override
  public boolean clean() {
    return clean.getAsBoolean();
  }

  @Override
  public boolean damaged() {
    return false;
  }
}
