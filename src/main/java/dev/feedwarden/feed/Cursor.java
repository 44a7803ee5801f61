package dev.feedwarden.feed;

import dev.feedwarden.feed.Tokens.Event;
import dev.feedwarden.model.Budget;
import dev.feedwarden.model.WebUrl;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A place in an XML document that only moves forward, and what holds there. */
final class Cursor {
  /** An element's vocabulary, its local name in lower case, and what that means in a feed. */
  record Name(Space space, String local, @Nullable Term term) {}

  /** What holds inside an open element and, by its outer scope, around it. */
  private record Scope(
      @Nullable Scope outer,
      Map<String, String> namespaces,
      Map<String, Name> names,
      WebUrl base,
      @Nullable String language) {
    Name resolve(String written) {
      var colon = written.indexOf(':');
      var prefix = colon < 0 ? "" : written.substring(0, colon);
      var local = written.substring(colon + 1).toLowerCase(Locale.ROOT);
      var space = Space.of(prefix, uri(prefix));
      return new Name(space, local, Term.of(space, local));
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

  private record Moved(WebUrl from, String written, WebUrl to) {}

  private static final int MOST_BASES = 10_000; // each costs microseconds, and few feeds have one
  // The parser's table of names takes quadratic time for names whose hashes are made to be equal.
  static final int MOST_NAMES = 2_000;
  private static final int EVENTS_BETWEEN_LOOKS = 64; // at the clock
  private static final Name NONE = new Name(Space.OTHER, "", null);

  private final Tokens tokens;
  private final Budget budget;
  private final Scope[] scopes = new Scope[Xml.DEEPEST + 2];
  private final Name[] open = new Name[Xml.DEEPEST + 2];
  private final Set<String> names = new HashSet<>();
  private final Scratch scratch;
  private final Scratch words;
  private Event event = Event.TEXT;
  private Name name = NONE;
  private int depth;
  private int bases;
  private @Nullable Moved moved;
  private int cuts;
  private int events;
  private boolean spent;

  Cursor(Tokens tokens, WebUrl base, Budget budget) {
    this.tokens = tokens;
    this.budget = budget;
    this.scratch = new Scratch(tokens);
    this.words = new Scratch(tokens);
    this.scopes[0] = new Scope(null, Map.of(), new HashMap<>(), base, null);
    this.open[0] = NONE;
  }

  Event next() {
    if (event != Event.DONE && event != Event.BROKEN) {
      event = advance();
    }
    return event;
  }

  /** Goes to the next child of the element at that depth; false at its end or at a break. */
  boolean nextChild(int parent) {
    while (true) {
      switch (next()) {
        case START -> {
          if (depth == parent + 1) {
            return true;
          }
        }
        case END -> {
          if (depth < parent) {
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
    return depth;
  }

  /** Whether there is nothing to read behind this place although there should be. */
  boolean broken() {
    return event == Event.BROKEN;
  }

  /** Whether the time was over before the document was. */
  boolean spent() {
    return spent;
  }

  /** Whether the document was not as it should be, up to here. */
  boolean damaged() {
    return broken() || tokens.damaged();
  }

  /** How many fields were longer than they may be. */
  int cuts() {
    return cuts + (scratch.isCut() ? 1 : 0);
  }

  /** The name of the element that was opened or closed last. */
  Name name() {
    return name;
  }

  /** Where relative links begin, by xml:base or the document's own address. */
  WebUrl base() {
    return scopes[depth].base();
  }

  /** The language, by xml:lang. */
  @Nullable String language() {
    return scopes[depth].language();
  }

  /** The line of the event, from 1. */
  int line() {
    return tokens.line();
  }

  /** The namespace of the element just opened, as it is written, or an empty text. */
  String namespace() {
    var uri = scopes[depth].uri("");
    return uri == null ? "" : uri;
  }

  /** An attribute of the element just opened, whatever the case or prefix of its name. */
  @Nullable String attribute(String local) {
    if (event != Event.START) {
      return null;
    }
    for (int i = 0; i < tokens.attributes(); i++) {
      var written = tokens.attributeName(i);
      if (written.regionMatches(true, written.length() - local.length(), local, 0, local.length())
          && (written.length() == local.length()
              || written.charAt(written.length() - local.length() - 1) == ':')) {
        return tokens.attributeValue(i);
      }
    }
    return null;
  }

  /** The parts of the element just opened, to be written again. */
  Tokens tokens() {
    return tokens;
  }

  /** An empty buffer that belongs to whoever asked last. */
  Scratch scratch() {
    cuts += scratch.isCut() ? 1 : 0;
    scratch.clear();
    return scratch;
  }

  /** Another such buffer, for words around elements that need the first. */
  Scratch words() {
    words.clear();
    return words;
  }

  /** Adds the text of the event, as far as a field may be long. */
  void appendTo(Scratch out) {
    if (event == Event.TEXT && !tokens.appendTo(out)) {
      event = Event.BROKEN;
    }
  }

  private Event advance() {
    if (++events % EVENTS_BETWEEN_LOOKS == 0 && budget.spent()) {
      spent = true;
      return Event.BROKEN;
    }
    var next = tokens.next();
    switch (next) {
      case START -> {
        return open() ? next : Event.BROKEN;
      }
      case END -> name = open[depth--];
      case TEXT, DONE, BROKEN -> {}
    }
    return next;
  }

  private boolean open() {
    var outer = scopes[depth];
    var inner = tokens.attributes() == 0 ? outer : scope(outer);
    depth++;
    scopes[depth] = inner;
    name = name(inner, tokens.name());
    open[depth] = name;
    return names.size() <= MOST_NAMES;
  }

  private Name name(Scope scope, String written) {
    var known = scope.names().get(written);
    if (known == null) {
      known = scope.resolve(written);
      scope.names().put(written, known);
      names.add(written);
    }
    return known;
  }

  // Feeds repeat one base for every entry.
  private WebUrl moved(WebUrl base, String written) {
    if (moved == null || !moved.written.equals(written) || !moved.from.equals(base)) {
      var link = Links.resolve(base, written);
      var good =
          link != null && WebUrl.parse(link) instanceof WebUrl.Parsed.Good(var url) ? url : base;
      moved = new Moved(base, written, good);
    }
    return moved.to;
  }

  private Scope scope(Scope outer) {
    Map<String, String> declared = Map.of();
    var base = outer.base();
    var language = outer.language();
    for (int i = 0; i < tokens.attributes(); i++) {
      var written = tokens.attributeName(i);
      names.add(written);
      if (!written.startsWith("xml")) {
        continue;
      }
      if (written.equals("xmlns") || written.startsWith("xmlns:")) {
        declared = declared.isEmpty() ? new HashMap<>() : declared;
        declared.put(written.substring(Math.min(6, written.length())), tokens.attributeValue(i));
      } else if (written.equals("xml:base") && ++bases <= MOST_BASES) {
        base = moved(base, tokens.attributeValue(i));
      } else if (written.equals("xml:lang")) {
        language = tokens.attributeValue(i).strip();
      }
    }
    if (declared.isEmpty()
        && base.equals(outer.base())
        && Objects.equals(language, outer.language())) {
      return outer;
    }
    return new Scope(
        outer,
        declared,
        declared.isEmpty() ? outer.names() : new HashMap<>(),
        base,
        language == null || language.isEmpty() ? null : language);
  }
}
