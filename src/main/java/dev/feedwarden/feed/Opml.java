package dev.feedwarden.feed;

import dev.feedwarden.model.Budget;
import dev.feedwarden.model.WebUrl;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lists of feeds as other programs exchange them. */
public final class Opml {
  private static final int LARGEST = 10 * 1_024 * 1_024;
  private static final int MOST_OUTLINES = 100_000;
  private static final WebUrl NOWHERE = WebUrl.of("http://opml.invalid/");

  /**
   * One feed of a list.
   *
   * @param title may be empty
   * @param xmlUrl as written, not yet looked at
   * @param line where it stood in the file, from 1; 0 for none
   */
  public record Outline(String title, String xmlUrl, int line) {}

  /** What came of reading a file. */
  public sealed interface Result {
    /** Every outline with an address, in the order of the file, folders flattened. */
    record Outlines(List<Outline> outlines) implements Result {
      public Outlines {
        outlines = List.copyOf(outlines);
      }
    }

    /** No list of feeds, for the reason that the sentence gives. */
    record Unreadable(String reason) implements Result {}
  }

  private Opml() {}

  public static Result read(byte[] file) {
    if (file.length > LARGEST) {
      return new Result.Unreadable("The file is larger than 10 MiB.");
    }
    var text = Decoding.text(file, null);
    if (text.isBlank()) {
      return new Result.Unreadable("The file is empty.");
    }
    var strict = Xml.open(text, NOWHERE, Budget.UNLIMITED);
    var read = read(strict);
    // What is only spelled badly is read all the same; what lacks tags is refused.
    return strict.broken()
        ? read(Xml.salvage(text, Math.max(0, text.indexOf('<')), NOWHERE, Budget.UNLIMITED))
        : read;
  }

  private static Result read(Cursor cursor) {
    if (!cursor.nextChild(0)) {
      return new Result.Unreadable("The file is not XML.");
    }
    if (!cursor.name().local().equals("opml")) {
      return new Result.Unreadable(
          "The file is not OPML: its first element is \"" + shown(cursor.name().local()) + "\".");
    }
    return outlines(cursor);
  }

  /** An OPML 2.0 document that lists the feeds. */
  public static String write(List<Outline> outlines) {
    var out = new StringBuilder();
    out.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opml version=\"2.0\">\n");
    out.append("  <head>\n    <title>Feeds</title>\n  </head>\n  <body>\n");
    for (var outline : outlines) {
      var title = escaped(outline.title().isBlank() ? outline.xmlUrl() : outline.title());
      out.append("    <outline type=\"rss\" text=\"").append(title);
      out.append("\" title=\"").append(title);
      out.append("\" xmlUrl=\"").append(escaped(outline.xmlUrl())).append("\"/>\n");
    }
    return out.append("  </body>\n</opml>\n").toString();
  }

  private static Result outlines(Cursor cursor) {
    var found = new ArrayList<Outline>();
    var count = 0;
    while (true) {
      switch (cursor.next()) {
        case START -> {
          if (!cursor.name().local().equals("outline")) {
            continue;
          }
          if (++count > MOST_OUTLINES) {
            return new Result.Unreadable("The file has more than 100,000 outlines.");
          }
          var url = cursor.attribute("xmlurl");
          if (url != null && !url.isBlank()) {
            found.add(new Outline(title(cursor), Chars.storable(url.strip()), cursor.line()));
          }
        }
        case END, TEXT -> {}
        case DONE, BROKEN -> {
          return cursor.damaged() ? broken(cursor) : new Result.Outlines(found);
        }
      }
    }
  }

  private static Result broken(Cursor cursor) {
    return new Result.Unreadable(
        cursor.depth() >= Xml.DEEPEST
            ? "The file is nested deeper than 100 elements."
            : "The file is not well-formed XML: it breaks near line " + cursor.line() + ".");
  }

  private static String title(Cursor cursor) {
    var text = title(cursor.attribute("text"));
    return text.isEmpty() ? title(cursor.attribute("title")) : text;
  }

  private static String title(@Nullable String attribute) {
    return attribute == null ? "" : PlainText.ofText(attribute, 1_000);
  }

  private static String shown(String name) {
    return Chars.cut(name, 40);
  }

  private static String escaped(String text) {
    var out = new StringBuilder(text.length());
    text.codePoints()
        .filter(c -> Chars.isStorable(c) && c >= 0x20 && c != 0x7f)
        .forEach(
            c -> {
              switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append("&quot;");
                default -> out.appendCodePoint(c);
              }
            });
    return out.toString();
  }
}
