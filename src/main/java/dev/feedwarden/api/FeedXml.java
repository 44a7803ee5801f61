package dev.feedwarden.api;

import dev.feedwarden.model.Article;
import java.io.StringWriter;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Objects;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Articles as Atom (RFC 4287) and RSS 2.0. */
final class FeedXml {
  private static final XMLOutputFactory FACTORY = XMLOutputFactory.newFactory();
  private static final String ATOM = "http://www.w3.org/2005/Atom";
  private static final String CONTENT = "http://purl.org/rss/1.0/modules/content/";

  private FeedXml() {}

  /** What an article is called for ever. */
  static String id(Article article) {
    return "urn:feedwarden:" + article.sourceId() + ":" + article.id();
  }

  static Instant published(Article article) {
    return Objects.requireNonNullElse(
        article.version().dates().published(), article.seen().firstAt());
  }

  private static Instant updated(Article article) {
    return Objects.requireNonNullElse(article.version().dates().updated(), published(article));
  }

  private interface Part {
    void write(Writer out) throws XMLStreamException;
  }

  private static String document(Part part) {
    var text = new StringWriter();
    try {
      var out = FACTORY.createXMLStreamWriter(text);
      out.writeStartDocument("UTF-8", "1.0");
      part.write(new Writer(out));
      out.writeEndDocument();
      out.close();
    } catch (XMLStreamException cannotBe) {
      throw new IllegalStateException(cannotBe);
    }
    return text.toString();
  }

  /** Elements whose text is only what XML can hold. */
  private record Writer(XMLStreamWriter out) {
    void begin(String name) throws XMLStreamException {
      out.writeStartElement(name);
    }

    void end() throws XMLStreamException {
      out.writeEndElement();
    }

    void attribute(String name, String value) throws XMLStreamException {
      out.writeAttribute(name, clean(value));
    }

    void text(String name, String value) throws XMLStreamException {
      begin(name);
      out.writeCharacters(clean(value));
      end();
    }

    private static String clean(String text) {
      var good = new StringBuilder();
      text.codePoints().filter(Writer::isInXml).forEach(good::appendCodePoint);
      return good.toString();
    }

    private static boolean isInXml(int c) {
      return c == '\t'
          || c == '\n'
          || c == '\r'
          || (c >= 0x20 && c <= 0xd7ff)
          || (c >= 0xe000 && c <= 0xfffd)
          || c >= 0x10000;
    }
  }

  static String atom(String title, List<Article> articles) {
    return document(
        out -> {
          out.begin("feed");
          out.out().writeDefaultNamespace(ATOM);
          out.text("id", "urn:feedwarden:articles");
          out.text("title", title);
          out.text(
              "updated",
              articles.stream()
                  .map(FeedXml::updated)
                  .max(Instant::compareTo)
                  .orElse(Instant.EPOCH)
                  .toString());
          for (var article : articles) {
            entry(out, article);
          }
          out.end();
        });
  }

  private static void entry(Writer out, Article article) throws XMLStreamException {
    var content = article.version().content();
    out.begin("entry");
    out.text("id", id(article));
    out.text("title", content.title());
    out.text("updated", updated(article).toString());
    out.text("published", published(article).toString());
    if (content.link() != null) {
      out.begin("link");
      out.attribute("href", content.link());
      out.end();
    }
    out.begin("author");
    out.text("name", Objects.requireNonNullElse(content.author(), "unknown"));
    out.end();
    for (var tag : content.tags()) {
      out.begin("category");
      out.attribute("term", tag);
      out.end();
    }
    out.text("summary", content.summary());
    if (!article.version().body().html().isEmpty()) {
      out.begin("content");
      out.attribute("type", "html");
      out.out().writeCharacters(Writer.clean(article.version().body().html()));
      out.end();
    }
    out.end();
  }

  static String rss(String title, List<Article> articles) {
    return document(
        out -> {
          out.begin("rss");
          out.attribute("version", "2.0");
          out.out().writeNamespace("content", CONTENT);
          out.begin("channel");
          out.text("title", title);
          out.text("link", "https://feedwarden.dev/");
          out.text("description", "What Feedwarden has read.");
          for (var article : articles) {
            item(out, article);
          }
          out.end();
          out.end();
        });
  }

  private static void item(Writer out, Article article) throws XMLStreamException {
    var content = article.version().content();
    out.begin("item");
    out.text("title", content.title());
    if (content.link() != null) {
      out.text("link", content.link());
    }
    out.begin("guid");
    out.attribute("isPermaLink", "false");
    out.out().writeCharacters(id(article));
    out.end();
    out.text(
        "pubDate",
        DateTimeFormatter.RFC_1123_DATE_TIME.format(published(article).atOffset(ZoneOffset.UTC)));
    for (var tag : content.tags()) {
      out.text("category", tag);
    }
    out.text("description", content.summary());
    if (!article.version().body().html().isEmpty()) {
      out.out().writeStartElement("content", "encoded", CONTENT);
      out.out().writeCharacters(Writer.clean(article.version().body().html()));
      out.end();
    }
    out.end();
  }
}
