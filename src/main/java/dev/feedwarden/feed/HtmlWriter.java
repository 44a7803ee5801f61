package dev.feedwarden.feed;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.owasp.html.HtmlStreamEventReceiver;
import org.owasp.html.HtmlTextEscapingMode;

/** Writes balanced events as HTML and escapes no more than it must; it stops at the caps. */
final class HtmlWriter implements HtmlStreamEventReceiver {
  static final int MOST_TAGS = 20_000;
  static final int DEEPEST = 128;

  private static final int ROOM_TO_CLOSE = DEEPEST * "</blockquote>".length();

  private final int longest;
  private final Sheet out;
  private final Deque<String> open = new ArrayDeque<>();
  private int tags;
  private boolean full;

  HtmlWriter(int longest, int expected) {
    this.out = new Sheet(Math.min(longest, expected));
    this.longest = longest - ROOM_TO_CLOSE;
  }

  /** Whether something was left out, and all that comes will be. */
  boolean isFull() {
    return full;
  }

  String html() {
    return out.toString();
  }

  @Override
  public void openDocument() {}

  @Override
  public void closeDocument() {}

  @Override
  public void openTag(String name, List<String> attributes) {
    if (full) {
      return;
    }
    var start = out.length();
    tag(out, name, attributes);
    if (++tags > MOST_TAGS || open.size() == DEEPEST || out.length() > longest) {
      out.setLength(start);
      stop();
    } else if (!HtmlTextEscapingMode.isVoidElement(name)) {
      open.push(name);
    }
  }

  @Override
  public void closeTag(String name) {
    if (!full) {
      close(open.pop());
    }
  }

  @Override
  public void text(String raw) {
    var text = Chars.storable(raw);
    for (int i = 0; i < text.length() && !full; ) {
      // Asked before each character that the cap may fall on, so that it does not matter into which
      // pieces text falls.
      if (out.length() >= longest && !Character.isLowSurrogate(text.charAt(i))) {
        stop();
        return;
      }
      var end = plainEnd(text, i, Math.min(text.length(), i + Math.max(1, longest - out.length())));
      if (end > i) {
        out.append(text, i, end);
        i = end;
      } else {
        escape(out, text.charAt(i++));
      }
    }
  }

  private static int plainEnd(String text, int from, int to) {
    int end = from;
    while (end < to && !isEscaped(text.charAt(end))) {
      end++;
    }
    return end;
  }

  private static boolean isEscaped(char c) {
    return c == '&' || c == '<' || c == '>';
  }

  /** Writes a start tag, its attributes being names and values in turns. */
  static void tag(Sheet out, String name, List<String> attributes) {
    out.append('<').append(name);
    for (int i = 0; i < attributes.size(); i += 2) {
      out.append(' ').append(attributes.get(i)).append("=\"");
      value(out, Chars.storable(attributes.get(i + 1)));
      out.append('"');
    }
    out.append('>');
  }

  private static void value(Sheet out, String value) {
    int plain = 0;
    for (int i = 0; i < value.length(); i++) {
      var c = value.charAt(i);
      if (c == '"' || isEscaped(c)) {
        out.append(value, plain, i);
        escape(out, c);
        plain = i + 1;
      }
    }
    out.append(value, plain, value.length());
  }

  /** Writes a sign that is markup otherwise. */
  static void escape(Sheet out, char sign) {
    out.append(
        switch (sign) {
          case '&' -> "&amp;";
          case '<' -> "&lt;";
          case '>' -> "&gt;";
          default -> "&quot;";
        });
  }

  private void stop() {
    full = true;
    open.forEach(this::close);
    open.clear();
  }

  private void close(String name) {
    out.append("</").append(name).append('>');
  }
}
