package dev.feedwarden.feed;

import java.text.Normalizer;
import java.util.Locale;
import java.util.Set;

/** What a reader would see of a piece of HTML or text: one line, white space folded, NFC. */
final class PlainText {
  private static final Set<String> UNSEEN =
      Set.of("script", "style", "noscript", "template", "iframe", "object", "textarea", "select");
  private static final Set<String> INLINE =
      Set.of(
          "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "del", "dfn", "em",
          "font", "i", "ins", "kbd", "label", "mark", "q", "s", "samp", "small", "span", "strike",
          "strong", "sub", "sup", "time", "tt", "u", "var", "wbr");
  private static final Set<String> BLOCK =
      Set.of(
          "address",
          "article",
          "aside",
          "blockquote",
          "body",
          "br",
          "center",
          "dd",
          "div",
          "dl",
          "dt",
          "figcaption",
          "figure",
          "footer",
          "form",
          "h1",
          "h2",
          "h3",
          "h4",
          "h5",
          "h6",
          "head",
          "header",
          "hr",
          "html",
          "img",
          "li",
          "main",
          "nav",
          "ol",
          "p",
          "pre",
          "section",
          "table",
          "tbody",
          "td",
          "tfoot",
          "th",
          "thead",
          "tr",
          "ul",
          "video",
          "audio");

  private static final boolean[] IN_LINE = inLine();
  private static final Set<String> MEDIA = Set.of("img", "video", "audio");

  private final String html;
  private final char[] chars; // the text's, and more
  private final int max;
  private final boolean onlyKnownTags;
  private final Sheet out;
  private boolean space;
  private boolean quotesClose = true;

  private PlainText(String html, int max, boolean onlyKnownTags, Desk desk) {
    this.html = html;
    this.chars = desk.laidOut(html);
    this.max = max;
    this.onlyKnownTags = onlyKnownTags;
    this.out = desk.sheet();
  }

  /** All visible text of an HTML body, for comparing: not normalised, which may take long. */
  static String words(String html, Desk desk) {
    return new PlainText(html, html.length(), false, desk).run().out.toString();
  }

  /** The visible text of a body, of which {@code words} are all words or {@code max} characters. */
  static String beginning(String words, int max) {
    // Normalised after the cut, because long runs of combining marks take quadratic time.
    return Chars.cut(Normalizer.normalize(Chars.cut(words, max), Normalizer.Form.NFC), max).strip();
  }

  /** The visible text of a title; what is no HTML element there is text, as in "List&lt;T&gt;". */
  static String ofTitle(String html, int max) {
    return isLine(html, max) ? html : title(html, max);
  }

  private static String title(String html, int max) {
    return new PlainText(html, max, true, new Desk()).run().done();
  }

  /** The text as it is, folded and normalised. */
  static String ofText(String text, int max) {
    return isLine(text, max) ? text : text(text, max);
  }

  // Most lines are: no markup, single spaces, and letters that have only one form.
  private static boolean isLine(String text, int max) {
    var space = true;
    for (int i = 0; i < text.length(); i++) {
      var c = text.charAt(i);
      if (c < ' ' || c == '<' || c == '&' || (c >= 0x7F && c <= 0xA0) || c >= 0x300) {
        return false;
      }
      if (c == ' ' && space) {
        return false;
      }
      space = c == ' ';
    }
    return text.length() <= max && (!space || text.isEmpty());
  }

  private static String text(String text, int max) {
    var plain = new PlainText("", max, false, new Desk());
    plain.put(text);
    return plain.done();
  }

  private PlainText run() {
    int at = 0;
    while (at < html.length() && out.length() <= max) {
      var c = chars[at];
      if (c == '<') {
        at = markup(at);
      } else if (c == '&') {
        at = reference(at);
      } else {
        at = run(at);
      }
    }
    return this;
  }

  // Words with one space between them are taken whole.
  private int run(int from) {
    var end = wordsEnd(from);
    if (end == from) {
      put(chars[from]);
      return from + 1;
    }
    if (space && !out.isEmpty()) {
      out.append(' ');
    }
    space = false;
    out.append(chars, from, Math.min(end, from + max + 1));
    return end;
  }

  private int wordsEnd(int from) {
    var text = chars;
    if (text[from] == ' ' && !joins(from)) {
      return from;
    }
    var end = from;
    var before = '\0';
    // Words end at random, so what is asked of every character must not tell their ends.
    for (; end < html.length(); end++) {
      var c = text[end];
      if ((c < 0x80 ? !IN_LINE[c] : !isInWord(c)) || ((c ^ ' ') | (before ^ ' ')) == 0) {
        break;
      }
      before = c;
    }
    return before == ' ' ? end - 1 : end;
  }

  // A space that begins a run stays as it is, even after a tag that counts for one: hashes of
  // contents that were stored depend on it.
  private boolean joins(int at) {
    return at > 0 && at + 1 < html.length() && beginsRun(chars[at - 1]) && beginsRun(chars[at + 1]);
  }

  private static boolean beginsRun(char c) {
    return c < 0x1680 && isInWord(c);
  }

  /** Neither markup nor any kind of space; some that are neither are no part of a word here. */
  static boolean isInWord(char c) {
    return c < 0x80
        ? c != ' ' && IN_LINE[c]
        : (c > 0xA0 && c < 0x1680) || (c > 0x200F && c < 0x2028) || (c > 0x205F && c != 0x3000);
  }

  private static boolean[] inLine() {
    var in = new boolean[0x80];
    for (char c = ' '; c < 0x7F; c++) {
      in[c] = c != '<' && c != '&';
    }
    return in;
  }

  private String done() {
    return beginning(out.toString(), max);
  }

  private int reference(int at) {
    var found = Entities.at(html, at);
    if (found == null) {
      put('&');
      return at + 1;
    }
    put(found.value());
    return found.end();
  }

  private int markup(int at) {
    if (html.startsWith("<!--", at)) {
      return after("-->", at + 4);
    }
    if (html.startsWith("<![CDATA[", at)) {
      return at + 9;
    }
    var closing = at + 1 < html.length() && html.charAt(at + 1) == '/';
    var from = at + (closing ? 2 : 1);
    var name = name(from);
    var isTag = onlyKnownTags ? isKnown(name) : !name.isEmpty() || declares(from);
    if (!isTag) {
      put('<');
      return at + 1;
    }
    if (!INLINE.contains(name)) {
      space = true;
    }
    var end = tagEnd(from + name.length());
    return !closing && UNSEEN.contains(name) && html.charAt(end - 2) != '/'
        ? afterElement(name, end)
        : end;
  }

  /** Whether HTML has an element of this name. */
  static boolean isKnown(String name) {
    return INLINE.contains(name) || BLOCK.contains(name) || UNSEEN.contains(name);
  }

  /** Whether what stands in an element of this name stands on lines of its own. */
  static boolean isBlock(String name) {
    return BLOCK.contains(name) && !MEDIA.contains(name);
  }

  private boolean declares(int at) {
    return at < html.length() && (html.charAt(at) == '!' || html.charAt(at) == '?');
  }

  private String name(int from) {
    var end = from;
    while (end < html.length() && end < from + 40 && isNamePart(html.charAt(end), end == from)) {
      end++;
    }
    return html.substring(from, end).toLowerCase(Locale.ROOT);
  }

  private static boolean isNamePart(char c, boolean first) {
    var lower = c | 0x20;
    return (lower >= 'a' && lower <= 'z') || (!first && "0123456789-:".indexOf(c) >= 0);
  }

  /** After the tag's ">", one inside quotes excepted, unless the quotes never close. */
  private int tagEnd(int from) {
    if (quotesClose) {
      var quote = '\0';
      for (int i = from; i < html.length(); i++) {
        var c = chars[i];
        if (quote == '\0' && c == '>') {
          return i + 1;
        }
        if (c == '"' || c == '\'') {
          quote = quote == '\0' ? c : quote == c ? '\0' : quote;
        }
      }
      quotesClose = false; // looked at only once, so that the whole stays linear
    }
    return after(">", from);
  }

  private int afterElement(String name, int from) {
    for (int i = html.indexOf("</", from); i >= 0; i = html.indexOf("</", i + 2)) {
      if (html.regionMatches(true, i + 2, name, 0, name.length())) {
        return after(">", i);
      }
    }
    return html.length();
  }

  private int after(String mark, int from) {
    var found = html.indexOf(mark, Math.min(from, html.length()));
    return found < 0 ? html.length() : found + mark.length();
  }

  private void put(String text) {
    for (int i = 0; i < text.length() && out.length() <= max; i++) {
      put(text.charAt(i));
    }
  }

  private void put(char c) {
    if (Character.isWhitespace(c) || Character.isSpaceChar(c)) {
      space = true;
      return;
    }
    if (space && !out.isEmpty()) {
      out.append(' ');
    }
    space = false;
    out.append(c);
  }
}
