package dev.feedwarden.feed;

import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An element that bodies are usually written with, all of which {@link HtmlPolicy} keeps, and what
 * may stand in it without any balancing: sets of kinds, one bit a kind.
 *
 * @param holds what it may hold; if it is transparent, only what its parent may hold too
 */
record PlainElement(String name, int kind, int holds, boolean isVoid) {
  private static final int INLINE = 1;
  private static final int BLOCK = 2;
  private static final int HEADING = 4;
  private static final int TERM = 8;
  private static final int ENTRY = 16;
  private static final int SECTION = 32;
  private static final int ROW = 64;
  private static final int CELL = 128;

  /** What a body may hold, and most elements. */
  static final int FLOW = INLINE | BLOCK | HEADING | TERM;

  private static final int SLOTS = 1024;
  private static final @Nullable PlainElement[] TABLE = table();

  /** The element whose name is a part of a text, or null if it is no plain one. */
  static @Nullable PlainElement at(String text, int from, int to) {
    for (int slot = slot(text, from, to); ; slot = (slot + 1) % SLOTS) {
      var found = TABLE[slot];
      if (found == null || found.isAt(text, from, to)) {
        return found;
      }
    }
  }

  /**
   * Whether words may stand in what holds these; white space alone is dropped where they may not.
   */
  static boolean holdsText(int holds) {
    return (holds & INLINE) != 0;
  }

  boolean isIn(int holds) {
    return (holds & kind) != 0;
  }

  /** What stands in it, when this is what its parent may hold. */
  int holdsWithin(int parent) {
    return isTransparent() ? holds & parent : holds;
  }

  boolean isLink() {
    return name.equals("a");
  }

  static Stream<PlainElement> all() {
    return Stream.of(
            of(
                "a abbr acronym audio b bdi bdo big cite code del dfn em font i ins kbd mark"
                    + " picture q rp rt ruby s samp small span strike strong sub sup time tt u var"
                    + " video",
                INLINE,
                FLOW),
            of("br hr img source track wbr", INLINE, 0),
            of(
                "address article aside blockquote center details div dl figcaption figure footer"
                    + " header hgroup main nav pre section summary",
                BLOCK,
                FLOW),
            of("p", BLOCK, INLINE),
            of("h1 h2 h3 h4 h5 h6", HEADING, FLOW & ~HEADING),
            of("dt dd", TERM, FLOW & ~TERM),
            of("ul ol", BLOCK, ENTRY),
            of("li", ENTRY, FLOW),
            of("table", BLOCK, SECTION),
            of("caption", SECTION, FLOW),
            of("thead tbody tfoot", SECTION, ROW),
            of("tr", ROW, CELL),
            of("th td", CELL, FLOW))
        .flatMap(each -> each);
  }

  private static Stream<PlainElement> of(String names, int kind, int holds) {
    return Stream.of(names.split(" "))
        .map(name -> new PlainElement(name, name.equals("hr") ? BLOCK : kind, holds, holds == 0));
  }

  private boolean isTransparent() {
    return switch (name) {
      case "a", "audio", "del", "ins", "video" -> true;
      default -> false;
    };
  }

  private boolean isAt(String text, int from, int to) {
    return name.length() == to - from && text.startsWith(name, from);
  }

  private static int slot(String text, int from, int to) {
    return (text.charAt(from) * 31 + text.charAt(to - 1) * 7 + (to - from)) % SLOTS;
  }

  private static @Nullable PlainElement[] table() {
    var table = new @Nullable PlainElement[SLOTS];
    all()
        .forEach(
            element -> {
              int slot = slot(element.name, 0, element.name.length());
              while (table[slot] != null) {
                slot = (slot + 1) % SLOTS;
              }
              table[slot] = element;
            });
    return table;
  }
}
