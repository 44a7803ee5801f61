package dev.feedwarden.feed;

import dev.feedwarden.model.WebUrl;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * A place in an XML document that only moves forward; a broken document is an event like others.
 */
final class Cursor {
  enum Event {
    START,
    END,
    TEXT,
    DONE,
    BROKEN
  }

  /** An element's vocabulary and its local name in lower case. */
  record Name(Space space, String local) {
    boolean is(Space wanted, String name) {
      return space == wanted && local.equals(name);
    }
  }

  /** What holds inside an open element and, by its outer scope, around it. */
  private record Scope(@Nullable Scope outer, Map<String, String> namespaces, WebUrl base) {
    Name resolve(String written) {
      var colon = written.indexOf(':');
      var prefix = colon < 0 ? "" : written.substring(0, colon);
      var local = written.substring(colon + 1).toLowerCase(Locale.ROOT);
      return new Name(Space.of(prefix, uri(prefix)), local);
    }

    private @Nullable String uri(String prefix) {
      for (var scope = this; scope != null; scope = scope.outer) {
        var uri = scope.namespaces.get(prefix);
        if (uri != null) {
          return uri;
        }
      }
      return null;
    }
  }

  private static final int MOST_BASES = 10_000; // each costs microseconds, and few feeds have one
  // The parser's table of names takes quadratic time for names whose hashes are made to be equal.
  private static final int MOST_NAMES = 2_000;
  private static final Name NONE = new Name(Space.OTHER, "");

  private final @Nullable XMLStreamReader reader;
  private final Deque<Scope> scopes = new ArrayDeque<>();
  private final Set<String> names = new HashSet<>();
  private Event event = Event.TEXT;
  private Name name = NONE;
  private int bases;

  /**
   * @param reader null for a document that broke before its first event
   */
  Cursor(@Nullable XMLStreamReader reader, WebUrl base) {
    this.reader = reader;
    this.scopes.push(new Scope(null, Map.of(), base));
  }

  Event next() {
    if (event != Event.DONE && event != Event.BROKEN) {
      event = advance();
    }
    return event;
  }

  /** Goes to the next child of the element at that depth; false at its end or at a break. */
  boolean nextChild(int depth) {
    while (true) {
      switch (next()) {
        case START -> {
          if (depth() == depth + 1) {
            return true;
          }
        }
        case END -> {
          if (depth() < depth) {
            return false;
          }
        }
        case TEXT -> {}
        case DONE, BROKEN -> {
          return false;
        }
      }
    }
  }

  /** How many elements are open. */
  int depth() {
    return scopes.size() - 1;
  }

  boolean broken() {
    return event == Event.BROKEN;
  }

  /** The name of the element that was opened or closed last. */
  Name name() {
    return name;
  }

  /** Where relative links begin, by xml:base or the document's own address. */
  WebUrl base() {
    return scopes.getFirst().base();
  }

  /** The line of the event, from 1. */
  int line() {
    return reader == null ? 1 : reader.getLocation().getLineNumber();
  }

  /** An attribute of the element just opened, whatever the case or prefix of its name. */
  @Nullable String attribute(String local) {
    if (reader == null || event != Event.START) {
      return null;
    }
    for (int i = 0; i < reader.getAttributeCount(); i++) {
      var written = reader.getAttributeLocalName(i);
      if (written.substring(written.indexOf(':') + 1).equalsIgnoreCase(local)) {
        return reader.getAttributeValue(i);
      }
    }
    return null;
  }

  /** Adds the text of the event, as far as there is room. */
  void appendTo(StringBuilder out, int max) {
    var room = max - out.length();
    if (reader != null && event == Event.TEXT && room > 0) {
      out.append(Chars.cut(reader.getText(), room));
    }
  }

  private Event advance() {
    if (reader == null) {
      return Event.BROKEN;
    }
    try {
      while (reader.hasNext()) {
        switch (reader.next()) {
          case XMLStreamConstants.START_ELEMENT -> {
            return open(reader) ? Event.START : Event.BROKEN;
          }
          case XMLStreamConstants.END_ELEMENT -> {
            name = scopes.pop().resolve(reader.getLocalName());
            return Event.END;
          }
          case XMLStreamConstants.CHARACTERS,
              XMLStreamConstants.CDATA,
              XMLStreamConstants.SPACE -> {
            return Event.TEXT;
          }
          default -> {} // the document's start, its DOCTYPE
        }
      }
      return Event.DONE;
    } catch (XMLStreamException broken) {
      return Event.BROKEN;
    }
  }

  private boolean open(XMLStreamReader at) {
    names.add(at.getLocalName());
    var outer = scopes.getFirst();
    var declared = new HashMap<String, String>();
    var base = outer.base();
    for (int i = 0; i < at.getAttributeCount(); i++) {
      var written = at.getAttributeLocalName(i);
      names.add(written);
      if (written.equals("xmlns") || written.startsWith("xmlns:")) {
        declared.put(written.substring(Math.min(6, written.length())), at.getAttributeValue(i));
      } else if (written.equals("xml:base") && ++bases <= MOST_BASES) {
        var moved = Links.resolve(base, at.getAttributeValue(i));
        base =
            moved != null && WebUrl.parse(moved) instanceof WebUrl.Parsed.Good(var url)
                ? url
                : base;
      }
    }
    var same = declared.isEmpty() && base.equals(outer.base());
    scopes.push(same ? outer : new Scope(outer, declared, base));
    name = scopes.getFirst().resolve(at.getLocalName());
    return names.size() <= MOST_NAMES;
  }
}
