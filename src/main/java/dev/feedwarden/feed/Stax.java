package dev.feedwarden.feed;

import java.util.HashSet;
import java.util.Set;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import org.codehaus.stax2.XMLStreamReader2;
import org.jspecify.annotations.Nullable;

/** The events of a strict parser. */
final class Stax implements Tokens {
  private final @Nullable XMLStreamReader2 reader;
  private final Set<String> names = new HashSet<>();
  private String entity = "";

  /**
   * @param reader null for a document that broke before its first event
   */
  Stax(@Nullable XMLStreamReader2 reader) {
    this.reader = reader;
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
    return reader == null ? "" : reader.getAttributeValue(index);
  }

  @Override
  public boolean appendTo(StringBuilder out, int room) {
    if (reader == null) {
      return true;
    }
    if (!entity.isEmpty()) {
      out.append(entity, 0, Math.min(entity.length(), room));
      return entity.length() <= room;
    }
    var length = reader.getTextLength();
    out.append(reader.getTextCharacters(), reader.getTextStart(), Math.min(length, room));
    return length <= room;
  }

  @Override
  public int line() {
    return reader == null ? 1 : reader.getLocation().getLineNumber();
  }

  @Override
  public boolean damaged() {
    return false;
  }
}
