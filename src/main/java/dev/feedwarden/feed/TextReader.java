package dev.feedwarden.feed;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.feedwarden.model.WebUrl;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Base64;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the element just opened to its end: text as it is, or HTML. */
final class TextReader {
  private static final Pattern TEXTUAL = Pattern.compile("|text.*|.*html.*|.*xml");
  private static final Set<String> LINKS =
      Set.of("href", "src", "cite", "longdesc", "poster", "background", "data", "usemap");
  private static final Set<String> VOID =
      Set.of(
          "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param",
          "source", "track", "wbr");

  private final Cursor cursor;
  private final WebUrl base;
  private final boolean html;
  private final Scratch out;
  private boolean markup;

  private TextReader(Cursor cursor, boolean html) {
    this.cursor = cursor;
    this.base = cursor.base();
    this.html = html;
    this.out = cursor.scratch();
  }

  /** RSS says nothing of its kind, so what it holds is HTML. */
  static Markup rss(Cursor cursor) {
    return new TextReader(cursor, true).read();
  }

  /** An Atom text construct (RFC 4287, 3.1; Atom 0.3, 3.1). */
  static Markup atom(Cursor cursor) {
    var type = lower(cursor.attribute("type"));
    var mode = lower(cursor.attribute("mode"));
    var escaped = mode.equals("escaped") && !type.equals("text/plain");
    var html = type.equals("html") || type.equals("text/html") || escaped;
    var read = new TextReader(cursor, html).read();
    var binary = mode.equals("base64") || !isTextual(type);
    return binary ? decoded(read) : read;
  }

  /**
   * The bare words of an element, without the white space around them, or null if there are none.
   */
  static @Nullable String words(Cursor cursor) {
    var stripped = rss(cursor).value().strip();
    return stripped.isEmpty() ? null : stripped;
  }

  // RFC 4287, 4.1.3.3: other media types are in base64; but many just say a type and write text.
  private static Markup decoded(Markup read) {
    try {
      var bytes = ByteBuffer.wrap(Base64.getDecoder().decode(read.value().replaceAll("\\s", "")));
      var text = UTF_8.newDecoder().decode(bytes).toString();
      return new Markup(Chars.storable(text), true, read.base());
    } catch (IllegalArgumentException | CharacterCodingException text) {
      return read;
    }
  }

  private static boolean isTextual(String type) {
    return switch (type) {
      case "", "text", "html", "xhtml" -> true;
      default -> TEXTUAL.matcher(type).matches();
    };
  }

  private static String lower(@Nullable String value) {
    return value == null || value.isEmpty() ? "" : value.strip().toLowerCase(Locale.ROOT);
  }

  // Elements inside make it HTML, whatever was said: they become tags, and plain text is escaped.
  private Markup read() {
    var depth = cursor.depth();
    while (true) {
      switch (cursor.next()) {
        case START -> open();
        case END -> {
          if (cursor.depth() < depth) {
            return new Markup(out.text(), html || markup, base);
          }
          close();
        }
        case TEXT -> {
          var before = out.length();
          cursor.appendTo(out);
          if (markup && !html) {
            out.escape(before);
          }
        }
        case DONE, BROKEN -> {
          return Markup.none(base);
        }
      }
    }
  }

  private void open() {
    if (!markup && !html) {
      out.escape(0);
    }
    markup = true;
    if (out.isFull()) {
      return;
    }
    out.append('<').append(cursor.name().local());
    var tokens = cursor.tokens();
    for (int i = 0; i < tokens.attributes(); i++) {
      var name = tokens.attributeName(i);
      if (!name.startsWith("xml")) {
        attribute(name.substring(name.indexOf(':') + 1), tokens.attributeValue(i));
      }
    }
    out.append('>');
  }

  private void attribute(String name, String value) {
    var room = Xml.LONGEST_FIELD - out.length() - name.length();
    if (value.length() > room) {
      return;
    }
    var moved = cursor.base().equals(base) || !LINKS.contains(name.toLowerCase(Locale.ROOT));
    var resolved = moved ? null : Links.resolve(cursor.base(), value);
    out.append(' ').append(name).append("=\"");
    var from = out.length();
    out.append(resolved == null ? value : resolved);
    out.escape(from);
    out.append('"');
  }

  private void close() {
    var name = cursor.name().local();
    if (!out.isFull() && !VOID.contains(name)) {
      out.append("</").append(name).append('>');
    }
  }
}
