package dev.feedwarden.feed;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Base64;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The content of one element: text as it is, or HTML. */
record Text(String value, boolean html) {
  static final Text EMPTY = new Text("", false);
  private static final Pattern TEXTUAL = Pattern.compile("|text.*|.*html.*|.*xml");

  /** Reads the element just opened; RSS says nothing of its kind, so what it holds is HTML. */
  static Text rss(Cursor cursor) {
    return read(cursor, true);
  }

  /** Reads the Atom text construct just opened (RFC 4287, 3.1; Atom 0.3, 3.1). */
  static Text atom(Cursor cursor) {
    var type = lower(cursor.attribute("type"));
    var mode = lower(cursor.attribute("mode"));
    var html = type.equals("html") || type.equals("text/html") || mode.equals("escaped");
    var read = read(cursor, html);
    if (!TEXTUAL.matcher(type).matches()) {
      return EMPTY;
    }
    return mode.equals("base64") ? decoded(read.value, html || type.contains("html")) : read;
  }

  /** At most {@code max} characters of what a reader sees of a title, a name or a tag. */
  String title(int max) {
    return html ? PlainText.ofTitle(value, max) : PlainText.ofText(value, max);
  }

  /** At most {@code max} characters of what a reader sees of a body. */
  String body(int max) {
    return html ? PlainText.ofBody(value, max) : PlainText.ofText(value, max);
  }

  /** The text without the white space around it, or null if that is all. */
  @Nullable String raw() {
    var stripped = value.strip();
    return stripped.isEmpty() ? null : stripped;
  }

  private static Text decoded(String base64, boolean html) {
    try {
      var bytes = Base64.getMimeDecoder().decode(base64);
      return new Text(Chars.storable(new String(bytes, UTF_8)), html);
    } catch (IllegalArgumentException notBase64) {
      return EMPTY;
    }
  }

  private static String lower(@Nullable String value) {
    return value == null ? "" : value.strip().toLowerCase(Locale.ROOT);
  }

  // Elements inside make it HTML, whatever was said: they become tags, and plain text is escaped.
  private static Text read(Cursor cursor, boolean html) {
    var depth = cursor.depth();
    var out = new StringBuilder();
    var markup = false;
    while (true) {
      switch (cursor.next()) {
        case START -> {
          if (!markup && !html) {
            escape(out, 0);
          }
          markup = true;
          tag(out, "<", cursor.name());
        }
        case END -> {
          if (cursor.depth() < depth) {
            return new Text(whole(out.toString()), html || markup);
          }
          tag(out, "</", cursor.name());
        }
        case TEXT -> {
          var before = out.length();
          cursor.appendTo(out, Xml.LONGEST_FIELD);
          if (markup && !html) {
            escape(out, before);
          }
        }
        case DONE, BROKEN -> {
          return EMPTY;
        }
      }
    }
  }

  // Where the parser's chunks and the cap meet, half a surrogate pair may be left.
  private static String whole(String text) {
    return text.length() < Xml.LONGEST_FIELD - 1 ? text : Chars.storable(text);
  }

  private static void tag(StringBuilder out, String opening, Cursor.Name name) {
    if (out.length() < Xml.LONGEST_FIELD) {
      out.append(opening).append(name.local()).append('>');
    }
  }

  private static void escape(StringBuilder out, int from) {
    var tail = out.substring(from);
    out.setLength(from);
    out.append(tail.replace("&", "&amp;").replace("<", "&lt;"));
  }
}
