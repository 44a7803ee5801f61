package dev.feedwarden.feed;

import dev.feedwarden.model.Budget;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.owasp.html.Encoding;

/**
 * Cleans in one walk a body as most feeds write them: known elements in lower case, each where it
 * may be and ended where it must be, attributes in quotes. Of what stays as it is it copies whole
 * stretches. Whatever else it meets, it gives up, for {@link Sanitizer} to begin anew with care;
 * what it writes is to the letter what would be written then.
 */
final class PlainHtml {
  private static final int LONGEST = Sanitizer.LONGEST / 2; // far from every cap
  private static final int DEEPEST = HtmlWriter.DEEPEST / 2;
  private static final int NOT_PLAIN = -1;
  private static final boolean[] IN_TEXT = inText();

  private final String html;
  private final char[] chars; // the text's, and more
  private final HtmlAttributes safe;
  private final Budget budget;
  private final Sheet out;
  private final List<String> attributes = new ArrayList<>();

  private final PlainElement[] open = new PlainElement[DEEPEST];
  private final boolean[] shown = new boolean[DEEPEST];
  private final int[] holds = new int[DEEPEST + 1];
  private int depth;
  private int links;
  private int tags;
  private int copied; // what is before this is in the output
  private boolean spent;

  private PlainHtml(String html, HtmlAttributes safe, Budget budget, Desk desk) {
    this.html = html;
    this.chars = desk.laidOut(html);
    this.safe = safe;
    this.budget = budget;
    this.out = desk.sheet();
    this.holds[0] = PlainElement.FLOW;
  }

  /** The safe part of a body, or null if the body is not plain. */
  static Sanitizer.@Nullable Result clean(
      String html, HtmlAttributes safe, Budget budget, Desk desk) {
    return html.length() > LONGEST || html.indexOf('\0') >= 0
        ? null
        : new PlainHtml(html, safe, budget, desk).result();
  }

  private Sanitizer.@Nullable Result result() {
    int at = 0;
    while (at >= 0 && at < html.length()) {
      at = chars[at] == '<' ? tag(at) : text(at);
    }
    if (spent) {
      return new Sanitizer.Result.Spent();
    }
    if (at < 0 || depth > 0 || out.length() > LONGEST) {
      return null;
    }
    copyTo(html.length(), html.length());
    return new Sanitizer.Result.Safe(out.toString(), false);
  }

  private int text(int from) {
    var next = html.indexOf('<', from);
    var end = next < 0 ? html.length() : next;
    if (!PlainElement.holdsText(holds[depth])) {
      return blank(from, end);
    }
    if (isSpent()) {
      return NOT_PLAIN;
    }
    for (int at = plainEnd(from, end); at < end; at = plainEnd(at, end)) {
      if (chars[at] == '>') {
        copyTo(at, at + 1);
        out.append("&gt;");
        at++;
      } else if (stays(at)) {
        at += 4; // at least
      } else {
        return odd(at, end);
      }
    }
    return end;
  }

  // Nothing but white space may be in a list or a table, and that is left out.
  private int blank(int from, int end) {
    for (int i = from; i < end; i++) {
      if (chars[i] != ' ' && chars[i] != '\n' && chars[i] != '\t') {
        return NOT_PLAIN;
      }
    }
    copyTo(from, end);
    return end;
  }

  private int plainEnd(int from, int end) {
    int at = from;
    while (at < end) {
      var c = chars[at];
      if (c < 0x80 ? !IN_TEXT[c] : (c < 0xA0 || c >= Character.MIN_SURROGATE)) {
        break;
      }
      at++;
    }
    return at;
  }

  /** Whether a reference is written in the output as it is here. */
  private boolean stays(int at) {
    return html.startsWith("&amp;", at)
        || html.startsWith("&lt;", at)
        || html.startsWith("&gt;", at);
  }

  // Other references, and characters that may have to be replaced.
  private int odd(int from, int end) {
    copyTo(from, end);
    var text = Chars.storable(Encoding.decodeHtml(html.substring(from, end), false));
    for (int i = 0; i < text.length(); i++) {
      var c = text.charAt(i);
      if (c == '&' || c == '<' || c == '>') {
        HtmlWriter.escape(out, c);
      } else {
        out.append(c);
      }
    }
    return end;
  }

  private int tag(int at) {
    if (html.startsWith("/", at + 1)) {
      return endTag(at);
    }
    var nameEnd = nameEnd(at + 1);
    var element = nameEnd == at + 1 ? null : PlainElement.at(html, at + 1, nameEnd);
    if (element == null || !element.isIn(holds[depth]) || (element.isLink() && links > 0)) {
      return NOT_PLAIN;
    }
    attributes.clear();
    var end = attributes(element, nameEnd);
    if (end < 0 || depth == DEEPEST || ++tags > HtmlWriter.MOST_TAGS || isSpent()) {
      return NOT_PLAIN;
    }
    var isBare = end == nameEnd + 1;
    var kept = safe.ofShown(element.name(), attributes);
    if (kept == null || !isBare) {
      copyTo(at, end);
    }
    if (kept != null && !isBare) {
      HtmlWriter.tag(out, element.name(), kept);
    }
    if (!element.isVoid()) {
      open(element, kept != null);
    }
    return out.length() > LONGEST ? NOT_PLAIN : end; // addresses may have grown
  }

  private void open(PlainElement element, boolean isShown) {
    open[depth] = element;
    shown[depth] = isShown;
    holds[depth + 1] = element.holdsWithin(holds[depth]);
    depth++;
    links += element.isLink() ? 1 : 0;
  }

  private int endTag(int at) {
    var element = depth == 0 ? null : open[depth - 1];
    if (element == null || !html.startsWith(element.name(), at + 2)) {
      return NOT_PLAIN;
    }
    var end = at + 2 + element.name().length();
    if (!html.startsWith(">", end) || isSpent()) {
      return NOT_PLAIN;
    }
    depth--;
    links -= element.isLink() ? 1 : 0;
    if (!shown[depth]) {
      copyTo(at, end + 1);
    }
    return end + 1;
  }

  /** After the tag; what the policy may keep of its attributes is in {@link #attributes} then. */
  private int attributes(PlainElement element, int from) {
    // No "<" is in a plain tag: it could be the beginning of what is put right before it is read.
    var next = html.indexOf('<', from);
    var limit = next < 0 ? html.length() : next;
    int at = from;
    while (at < limit) {
      var start = skipSpace(at, limit);
      if (html.startsWith(">", start)) {
        return start + 1;
      }
      if (html.startsWith("/>", start)) {
        return element.isVoid() ? start + 2 : NOT_PLAIN;
      }
      at = start == at ? NOT_PLAIN : attribute(element, start, limit);
      if (at < 0) {
        return NOT_PLAIN;
      }
    }
    return NOT_PLAIN;
  }

  private int attribute(PlainElement element, int from, int limit) {
    var nameEnd = attributeNameEnd(from);
    if (nameEnd == from || !html.startsWith("=", nameEnd) || nameEnd + 1 >= limit) {
      return NOT_PLAIN;
    }
    var quote = chars[nameEnd + 1];
    var end = quote == '"' || quote == '\'' ? html.indexOf(quote, nameEnd + 2) : NOT_PLAIN;
    if (end < 0 || end >= limit) {
      return NOT_PLAIN;
    }
    var name = html.substring(from, nameEnd);
    if (HtmlPolicy.value(element.name(), name) != null) {
      attributes.add(name);
      attributes.add(Encoding.decodeHtml(html.substring(nameEnd + 2, end), true));
    }
    return end + 1;
  }

  private int nameEnd(int from) {
    int at = from;
    while (at < html.length() && (isLetter(chars[at]) || (at > from && isDigit(chars[at])))) {
      at++;
    }
    return at;
  }

  private int attributeNameEnd(int from) {
    int at = from;
    while (at < html.length()
        && (isLetter(chars[at])
            || (at > from && (isDigit(chars[at]) || chars[at] == '-' || chars[at] == '_')))) {
      at++;
    }
    return at;
  }

  private int skipSpace(int from, int limit) {
    int at = from;
    while (at < limit && (chars[at] == ' ' || chars[at] == '\n' || chars[at] == '\t')) {
      at++;
    }
    return at;
  }

  private static boolean isLetter(char c) {
    return c >= 'a' && c <= 'z';
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /** Takes over what is before {@code end}; the input is gone on with at {@code next}. */
  private void copyTo(int end, int next) {
    out.append(chars, copied, end);
    copied = next;
  }

  private boolean isSpent() {
    spent = spent || budget.spent();
    return spent;
  }

  private static boolean[] inText() {
    var in = new boolean[0x80];
    for (char c = 0; c < 0x80; c++) {
      in[c] = c >= ' ' || c == '\n' || c == '\t';
    }
    for (char c : new char[] {'<', '>', '&', 0x7F}) {
      in[c] = false;
    }
    return in;
  }
}
