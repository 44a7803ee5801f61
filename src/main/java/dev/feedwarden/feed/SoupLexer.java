package dev.feedwarden.feed;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The words and tags of a document that no strict parser takes, as they come: bare ampersands and
 * less-than signs, attributes without quotes and HTML's entities are read as they were meant.
 */
final class SoupLexer {
  private static final int MOST_ATTRIBUTES = 100;

  private final String text;
  private final List<String> names = new ArrayList<>();
  private final List<String> values = new ArrayList<>();
  private final StringBuilder words = new StringBuilder();
  private int at;
  private int damage = -1;
  private int line = 1;
  private int counted;
  // Whether such an end may still follow; asked once, so that the whole stays linear.
  private boolean sectionsEnd = true;
  private boolean bracketsEnd = true;
  private String name = "";

  /** What was found; {@code HOLLOW} is a start that closes itself, {@code CUT} half a tag. */
  enum Found {
    WORDS,
    START,
    HOLLOW,
    END,
    CUT,
    NOTHING
  }

  /**
   * @param from where the first tag begins
   */
  SoupLexer(String text, int from) {
    this.text = text;
    this.at = from;
  }

  Found next() {
    words.setLength(0);
    while (at < text.length()) {
      var found = text.charAt(at) == '<' ? markup() : words();
      if (found != null) {
        return found;
      }
    }
    return Found.NOTHING;
  }

  /** Leaves the rest unread. */
  void stop() {
    at = text.length();
  }

  /** Remembers that something is wrong here; the first place is the one that is told. */
  void damage() {
    damage = damage < 0 ? at : damage;
  }

  boolean isDamaged() {
    return damage >= 0;
  }

  /** Where the damage is, or else how far it has read. */
  int line() {
    var place = damage >= 0 ? damage : Math.min(at, text.length());
    for (; counted < place; counted++) { // on from the last time, because a list asks often
      line += text.charAt(counted) == '\n' ? 1 : 0;
    }
    return line;
  }

  /** The name in the tag that was found. */
  String name() {
    return name;
  }

  CharSequence found() {
    return words;
  }

  int attributes() {
    return names.size();
  }

  String attributeName(int index) {
    return names.get(index);
  }

  String attributeValue(int index) {
    return values.get(index);
  }

  private Found words() {
    var stop = text.indexOf('<', at);
    decode(at, stop < 0 ? text.length() : stop);
    at = stop < 0 ? text.length() : stop;
    return Found.WORDS;
  }

  private @Nullable Found markup() {
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
      return endTag();
    }
    if (at + 1 < text.length() && startsName(text.charAt(at + 1))) {
      return startTag();
    }
    words.append('<');
    at++;
    return Found.WORDS;
  }

  // A section that never ends was meant to end with the element around it.
  private Found section() {
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
    return Found.WORDS;
  }

  private Found endTag() {
    var stop = nameEnd(at + 2);
    name = text.substring(at + 2, stop);
    at = tagEnd(stop);
    return at > text.length() ? Found.CUT : Found.END;
  }

  private Found startTag() {
    var stop = nameEnd(at + 1);
    name = text.substring(at + 1, stop);
    at = stop;
    var hollow = attributeList();
    if (at > text.length()) {
      return Found.CUT;
    }
    return hollow ? Found.HOLLOW : Found.START;
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
}
