package dev.feedwarden.lab;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Writes feed documents, escaped as a careful publisher would. */
public final class Feeds {
  private static final DateTimeFormatter RFC_822 =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);
  private static final String PROLOG = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

  private Feeds() {}

  /** One entry of a feed; an old one says nothing of its date. */
  public record Item(String guid, String title, String link, @Nullable Instant date, String html) {}

  /** An RSS 2.0 document. */
  public static String rss(String title, String link, List<Item> items) {
    var feed = new StringBuilder(PROLOG + "<rss version=\"2.0\"><channel>\n");
    feed.append(element("title", title) + element("link", link) + element("description", title));
    for (var item : items) {
      feed.append("<item>\n")
          .append(element("title", item.title()))
          .append(element("link", item.link()))
          .append("<guid isPermaLink=\"false\">" + escape(item.guid()) + "</guid>\n")
          .append(item.date() == null ? "" : element("pubDate", RFC_822.format(item.date())))
          .append(element("description", item.html()))
          .append("</item>\n");
    }
    return feed.append("</channel></rss>\n").toString();
  }

  /** An Atom document. */
  public static String atom(String title, String link, List<Item> items) {
    var updated =
        items.stream()
            .map(Item::date)
            .filter(Objects::nonNull)
            .max(Instant::compareTo)
            .orElse(Instant.EPOCH);
    var feed = new StringBuilder(PROLOG + "<feed xmlns=\"http://www.w3.org/2005/Atom\">\n");
    feed.append(element("title", title) + element("id", link) + href(link))
        .append(element("updated", updated.toString()))
        .append("<author>" + element("name", title) + "</author>\n");
    for (var item : items) {
      feed.append("<entry>\n")
          .append(element("title", item.title()))
          .append(element("id", item.guid()) + href(item.link()))
          .append(item.date() == null ? "" : element("updated", item.date().toString()))
          .append("<content type=\"html\">" + escape(item.html()) + "</content>\n")
          .append("</entry>\n");
    }
    return feed.append("</feed>\n").toString();
  }

  private static String element(String name, String text) {
    return "<" + name + ">" + escape(text) + "</" + name + ">\n";
  }

  private static String href(String link) {
    return "<link href=\"" + escape(link) + "\"/>\n";
  }

  static String escape(String text) {
    var escaped = new StringBuilder(text.length());
    text.codePoints().forEach(c -> escape(c, escaped));
    return escaped.toString();
  }

  private static void escape(int c, StringBuilder to) {
    switch (c) {
      case '&' -> to.append("&amp;");
      case '<' -> to.append("&lt;");
      case '>' -> to.append("&gt;"); // "]]>" may not stand in text
      case '"' -> to.append("&quot;");
      case '\r' -> to.append("&#13;"); // a plain one would be read as a line feed
      default -> to.appendCodePoint(allowed(c) ? c : 0xFFFD);
    }
  }

  /** XML 1.0's Char; what is outside cannot be written even as a reference. */
  private static boolean allowed(int c) {
    return c == '\t'
        || c == '\n'
        || (c >= 0x20 && c <= 0xD7FF)
        || (c >= 0xE000 && c <= 0xFFFD)
        || c >= 0x10000;
  }
}
