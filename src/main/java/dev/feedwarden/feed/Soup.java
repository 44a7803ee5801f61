package dev.feedwarden.feed;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The events of a document that no strict parser takes. Bare ampersands and less-than signs,
 * attributes without quotes, HTML's entities and words before the first tag are read as they were
 * meant. Tags that are missing or misplaced are put right and told of; what is cut off is the end.
 *
 * <p>Like every part of the reader it takes one pass, linear time and no more memory than its
 * input.
 */
final class Soup implements Tokens {
  private static final int MOST_ATTRIBUTES = 100;
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

  private final String text;
  private final Deque<String> open = new ArrayDeque<>();
  private final List<String> names = new ArrayList<>();
  private final List<String> values = new ArrayList<>();
  private final StringBuilder words = new StringBuilder();
  private int at;
  private int ends;
  private int elements;
  private int damage = -1;
  private int line = 1;
  private int counted;
  // Whether such an end may still follow; asked once, so that the whole stays linear.
  private boolean sectionsEnd = true;
  private boolean bracketsEnd = true;
  private String name = "";

  /**
   * @param from where the first tag begins
   */
  Soup(String text, int from) {
    this.text = text;
    this.at = from;
  }

  @Override
  public Event next() {
    if (ends > 0) {
      return end();
    }
    words.setLength(0);
    while (at < text.length()) {
      var found = text.charAt(at) == '<' ? markup() : words();
      if (found != null) {
        return found;
      }
    }
    return open.isEmpty() ? Event.DONE : Event.BROKEN;
  }

  private Event end() {
    ends--;
    open.pop();
    return Event.END;
  }

  private Event words() {
    var stop = text.indexOf('<', at);
    decode(at, stop < 0 ? text.length() : stop);
    at = stop < 0 ? text.length() : stop;
    return Event.TEXT;
  }

  private @Nullable Event markup() {
    if (text.startsWith("<!--", at)) {
      at = after("-->", at + 4);
      return null;
    }
    if (text.startsWith("<![CDATA[", at)) {
      return section();
    }
    if (text.startsWith("<?", at)) {
      at = after("?>", at + 2);
      return null;
    }
    if (text.startsWith("<!", at)) {
      at = afterDeclaration(at + 2);
      return null;
    }
    if (text.startsWith("</", at)) {
      return close();
    }
    if (at + 1 < text.length() && startsName(text.charAt(at + 1))) {
      return open();
    }
    words.append('<');
    at++;
    return Event.TEXT;
  }

  // A section that never ends was meant to end with the element around it.
  private Event section() {
    var from = at + 9;
    var end = sectionsEnd ? text.indexOf("]]>", from) : -1;
    if (end < 0) {
      damage();
      sectionsEnd = false;
      var close = text.indexOf("</", from);
      end = close < 0 ? text.length() : close;
      at = end;
    } else {
      at = end + 3;
    }
    words.append(text, from, end);
    return Event.TEXT;
  }

  private @Nullable Event close() {
    var from = at + 2;
    var stop = nameEnd(from);
    var closed = text.substring(from, stop);
    at = tagEnd(stop);
    if (at > text.length()) {
      return Event.BROKEN; // cut off inside a tag
    }
    var above = 0;
    for (var element : open) {
      if (element.equalsIgnoreCase(closed)) {
        if (above > 0) {
          damage();
        }
        ends = above + 1;
        return end();
      }
      above++;
    }
    damage();
    // An end that nothing began is HTML's, or the misspelled end of what is open.
    if (open.isEmpty() || PlainText.isKnown(closed.toLowerCase(Locale.ROOT))) {
      return null;
    }
    ends = 1;
    return end();
  }

  private Event open() {
    var stop = nameEnd(at + 1);
    var opened = text.substring(at + 1, stop);
    var unclosed = unclosed(opened);
    if (unclosed > 0) {
      damage();
      ends = unclosed;
      return end();
    }
    if (open.isEmpty() && elements > 0) {
      damage(); // a second root
    }
    if (open.size() >= Xml.DEEPEST || ++elements > MOST_ELEMENTS) {
      at = text.length();
      return Event.BROKEN;
    }
    at = stop;
    name = opened;
    var closed = attributeList() || VOID.contains(opened.toLowerCase(Locale.ROOT));
    if (at > text.length()) {
      return Event.BROKEN; // cut off inside a tag
    }
    open.push(opened);
    ends = closed ? 1 : 0;
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

  /** Reads to after the tag; whether it closes itself. */
  private boolean attributeList() {
    names.clear();
    values.clear();
    while (at < text.length()) {
      var c = text.charAt(at);
      if (c == '>') {
        at++;
        return text.charAt(at - 2) == '/';
      }
      if (c == '<') {
        return false; // the tag's own end is missing
      }
      if (Character.isWhitespace(c) || c == '/' || c == '"' || c == '\'' || c == '=') {
        at++;
      } else {
        attribute();
      }
    }
    at = text.length() + 1;
    return false;
  }

  private void attribute() {
    var from = at;
    while (at < text.length() && "=/> \t\r\n<\"'".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    var key = text.substring(from, at);
    skipSpace();
    var value = "";
    if (at < text.length() && text.charAt(at) == '=') {
      at++;
      skipSpace();
      value = value();
    }
    if (names.size() == MOST_ATTRIBUTES || value.length() == Xml.LONGEST_FIELD) {
      damage();
    } else if (!names.contains(key)) {
      names.add(key);
      values.add(value);
    }
  }

  private String value() {
    if (at >= text.length()) {
      return "";
    }
    var quote = text.charAt(at);
    var from = quote == '"' || quote == '\'' ? at + 1 : at;
    var stop = from > at ? text.indexOf(quote, from) : -1;
    if (stop >= 0 && text.indexOf('<', from, stop) < 0) {
      at = stop + 1;
    } else {
      stop = from;
      while (stop < text.length() && " \t\r\n>".indexOf(text.charAt(stop)) < 0) {
        stop++;
      }
      at = stop;
    }
    words.setLength(0);
    decode(from, Math.min(stop, from + Xml.LONGEST_FIELD));
    var value = words.toString();
    words.setLength(0);
    return value;
  }

  private void decode(int from, int to) {
    var copied = from;
    var i = text.indexOf('&', from, to);
    while (i >= 0) {
      var found = Entities.at(text, i);
      if (found != null && found.end() <= to) {
        words.append(text, copied, i).append(found.value());
        copied = found.end();
      }
      i = text.indexOf('&', Math.max(i + 1, copied), to);
    }
    words.append(text, copied, to);
  }

  private void skipSpace() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  private void damage() {
    damage = damage < 0 ? at : damage;
  }

  private int after(String mark, int from) {
    var found = text.indexOf(mark, from);
    return found < 0 ? text.length() : found + mark.length();
  }

  // A DOCTYPE may hold declarations of its own between brackets.
  private int afterDeclaration(int from) {
    var end = after(">", from);
    var bracket = text.indexOf('[', from, end);
    if (bracket < 0 || !bracketsEnd) {
      return end;
    }
    var close = text.indexOf(']', bracket);
    bracketsEnd = close >= 0;
    return bracketsEnd ? after(">", close) : end;
  }

  private int tagEnd(int from) {
    for (int i = from; i < text.length(); i++) {
      if (text.charAt(i) == '>' || text.charAt(i) == '<') {
        return text.charAt(i) == '>' ? i + 1 : i;
      }
    }
    return text.length() + 1;
  }

  private int nameEnd(int from) {
    var stop = from;
    while (stop < text.length() && "/> \t\r\n<=\"'".indexOf(text.charAt(stop)) < 0) {
      stop++;
    }
    return stop;
  }

  private static boolean startsName(char c) {
    return c == '_' || c == ':' || Character.isLetter(c);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public boolean hollow() {
    return ends == 1;
  }

  @Override
  public int attributes() {
    return names.size();
  }

  @Override
  public String attributeName(int index) {
    return names.get(index);
  }

  @Override
  public String attributeValue(int index) {
    return values.get(index);
  }

  @Override
  public boolean appendTo(Scratch out) {
    out.append(words);
    return true;
  }

  @Override
  public int line() {
    var place = damage >= 0 ? damage : Math.min(at, text.length());
    for (; counted < place; counted++) { // on from the last time, because a list asks often
      line += text.charAt(counted) == '\n' ? 1 : 0;
    }
    return line;
  }

  @Override
  public boolean clean() {
    return true;
  }

  @Override
  public boolean damaged() {
    return damage >= 0;
  }
}
