package dev.feedwarden.feed;

import dev.feedwarden.feed.SoupLexer.Found;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The events of a document that no strict parser takes. Tags that are missing or misplaced are put
 * right and told of; what is cut off is the end.
 *
 * <p>Like every part of the reader it takes one pass, linear time and no more memory than its
 * input.
 */
final class Soup implements Tokens {
  private static final int MOST_ELEMENTS = 1_500_000;
  private static final Set<String> ITEMS = Set.of("item", "entry");
  private static final Set<String> FIELDS =
      Set.of(
          "title",
          "link",
          "guid",
          "pubDate",
          "description",
          "category",
          "comments",
          "id",
          "updated",
          "published",
          "summary");
  private static final Set<String> VOID = Set.of("br", "hr", "img", "input", "meta", "wbr");

  private final SoupLexer lexer;
  private final Deque<String> open = new ArrayDeque<>();
  private int ends;
  private int elements;

  /** A start that waits until what is open before it has ended. */
  private @Nullable Found waiting;

  /**
   * @param from where the first tag begins
   */
  Soup(String text, int from) {
    this.lexer = new SoupLexer(text, from);
  }

  @Override
  public Event next() {
    while (ends == 0) {
      var found = waiting == null ? lexer.next() : waiting;
      waiting = null;
      switch (found) {
        case WORDS -> {
          return Event.TEXT;
        }
        case START, HOLLOW -> {
          var unclosed = unclosed(lexer.name());
          if (unclosed == 0) {
            return start(found == Found.HOLLOW);
          }
          lexer.damage();
          waiting = found;
          ends = unclosed;
        }
        case END -> ends = ended(lexer.name());
        case CUT -> {
          return Event.BROKEN;
        }
        case NOTHING -> {
          return open.isEmpty() ? Event.DONE : Event.BROKEN;
        }
      }
    }
    ends--;
    open.pop();
    return Event.END;
  }

  /** How many elements the end of one ends. */
  private int ended(String name) {
    var above = 0;
    for (var element : open) {
      if (element.equalsIgnoreCase(name)) {
        if (above > 0) {
          lexer.damage();
        }
        return above + 1;
      }
      above++;
    }
    lexer.damage();
    // An end that nothing began is HTML's, or the misspelled end of what is open.
    return open.isEmpty() || PlainText.isKnown(name.toLowerCase(Locale.ROOT)) ? 0 : 1;
  }

  private Event start(boolean hollow) {
    var name = lexer.name();
    if (open.isEmpty() && elements > 0) {
      lexer.damage(); // a second root
    }
    if (open.size() >= Xml.DEEPEST || ++elements > MOST_ELEMENTS) {
      lexer.stop();
      return Event.BROKEN;
    }
    open.push(name);
    ends = hollow || VOID.contains(name.toLowerCase(Locale.ROOT)) ? 1 : 0;
    return Event.START;
  }

  // No item holds another, and no field another: one that begins inside another says that the
  // other's end is missing.
  private int unclosed(String opened) {
    if (FIELDS.contains(opened) && !open.isEmpty() && FIELDS.contains(open.getFirst())) {
      return 1;
    }
    if (!ITEMS.contains(opened)) {
      return 0;
    }
    var above = 1;
    for (var element : open) {
      if (element.equals(opened)) {
        return above;
      }
      above++;
    }
    return 0;
  }

  @Override
  public String name() {
    return lexer.name();
  }

  @Override
  public boolean hollow() {
    return ends == 1;
  }

  @Override
  public int attributes() {
    return lexer.attributes();
  }

  @Override
  public String attributeName(int index) {
    return lexer.attributeName(index);
  }

  @Override
  public String attributeValue(int index) {
    return lexer.attributeValue(index);
  }

  @Override
  public boolean appendTo(Scratch out) {
    out.append(lexer.found());
    return true;
  }

  @Override
  public int line() {
    return lexer.line();
  }

  @Override
  public boolean clean() {
    return true;
  }

  @Override
  public boolean damaged() {
    return lexer.isDamaged();
  }
}
