package dev.feedwarden.feed;

import java.util.Set;

/**
 * Repairs, in one pass and before any parser sees it, the small faults that real XML is full of:
 * HTML's entities, bare ampersands and less-than signs, references to characters that do not exist,
 * a stray end of CDATA, dashes in comments, a late XML declaration, words before the first tag.
 * Comments and instructions mean nothing to us and are left out.
 *
 * <p>Nothing that a DTD could declare is left for a parser to expand. Line breaks are kept, so that
 * line numbers stay those of the file.
 */
final class Mending {
  private static final Set<String> XML_NAMES = Set.of("&lt;", "&gt;", "&amp;", "&quot;", "&apos;");

  private final String text;
  private final StringBuilder out;
  private int copied;

  private Mending(String text) {
    this.text = text;
    this.out = new StringBuilder(text.length() + 64);
  }

  static String mend(String text) {
    var start = text.indexOf('<');
    if (start < 0) {
      return text;
    }
    var mending = new Mending(text);
    mending.replace(0, start, "");
    mending.run(start);
    return mending.out.append(text, mending.copied, text.length()).toString();
  }

  private void run(int start) {
    int at = start;
    while (at < text.length()) {
      at =
          switch (text.charAt(at)) {
            case '<' -> markup(at);
            case '&' -> reference(at);
            case ']' -> bracket(at);
            default -> at + 1;
          };
    }
  }

  private int markup(int at) {
    if (text.startsWith("<!--", at)) {
      var end = after("-->", at + 4);
      replace(at, end, "");
      return end;
    }
    if (text.startsWith("<![CDATA[", at)) {
      return after("]]>", at + 9);
    }
    if (text.startsWith("<?", at)) {
      var end = after("?>", at + 2);
      replace(at, end, "");
      return end;
    }
    if (!startsTag(at + 1)) {
      replace(at, at + 1, "&lt;");
    }
    return at + 1;
  }

  private int reference(int at) {
    var found = Entities.at(text, at);
    if (found == null) {
      replace(at, at + 1, "&amp;");
      return at + 1;
    }
    if (!XML_NAMES.contains(text.substring(at, found.end()))) {
      replace(at, found.end(), escaped(found.value()));
    }
    return found.end();
  }

  private int bracket(int at) {
    if (text.startsWith("]]>", at)) {
      replace(at + 2, at + 3, "&gt;");
      return at + 3;
    }
    return at + 1;
  }

  private static String escaped(String value) {
    return switch (value) {
      case "<" -> "&lt;";
      case "&" -> "&amp;";
      case ">" -> "&gt;";
      case "\"" -> "&quot;";
      case "'" -> "&apos;";
      case "\t" -> "&#9;";
      case "\n" -> "&#10;";
      case "\r" -> "&#13;";
      default -> value;
    };
  }

  private int after(String mark, int from) {
    var found = text.indexOf(mark, from);
    return found < 0 ? text.length() : found + mark.length();
  }

  private boolean startsTag(int at) {
    if (at >= text.length()) {
      return true; // cut off right here: the parser shall see that
    }
    var c = text.charAt(at);
    return c == '/' || c == '!' || c == '_' || c == ':' || Character.isLetter(c);
  }

  private void replace(int from, int to, String by) {
    out.append(text, copied, from).append(by);
    for (int i = from; i < to; i++) {
      if (text.charAt(i) == '\n') {
        out.append('\n');
      }
    }
    copied = to;
  }
}
