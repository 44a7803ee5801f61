package dev.feedwarden.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.lab.Feeds.Item;
import java.io.StringReader;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import org.junit.jupiter.api.Test;

final class FeedsTest {
  private static final String NASTY = "a & b <i>\"c\"</i> ]]> d\r\n \uD83D\uDE00";
  private static final Item ITEM =
      new Item("g&1", NASTY, "https://x.example/?a=1&b=\"2\"", Instant.EPOCH, "<p>" + NASTY);

  @Test
  void an_rss_document_says_what_it_was_given() throws Exception {
    var read = read(Feeds.rss("T & Co", "https://x.example/", List.of(ITEM)));

    assertThat(read)
        .containsExactly(
            "title=T & Co",
            "link=https://x.example/",
            "description=T & Co",
            "title=" + ITEM.title(),
            "link=" + ITEM.link(),
            "guid=g&1",
            "pubDate=Thu, 01 Jan 1970 00:00:00 GMT",
            "description=" + ITEM.html());
  }

  @Test
  void an_atom_document_says_what_it_was_given() throws Exception {
    var read = read(Feeds.atom("T & Co", "https://x.example/", List.of(ITEM)));

    assertThat(read)
        .containsExactly(
            "title=T & Co",
            "id=https://x.example/",
            "href=https://x.example/",
            "updated=1970-01-01T00:00:00Z",
            "name=T & Co",
            "title=" + ITEM.title(),
            "id=g&1",
            "href=" + ITEM.link(),
            "updated=1970-01-01T00:00:00Z",
            "content=" + ITEM.html());
  }

  @Test
  void a_feed_may_be_empty() throws Exception {
    assertThat(read(Feeds.atom("T", "https://x.example/", List.of())))
        .contains("updated=1970-01-01T00:00:00Z");
  }

  @Test
  void what_xml_cannot_say_is_replaced() {
    assertThat(Feeds.escape("\u0000\u001b\uD800\uFFFE\t")).isEqualTo("\uFFFD\uFFFD\uFFFD\uFFFD\t");
  }

  /** Each leaf's text and each link's address, in order. */
  private static List<String> read(String xml) throws Exception {
    var said = new ArrayList<String>();
    var reader = XMLInputFactory.newInstance().createXMLStreamReader(new StringReader(xml));
    while (reader.hasNext()) {
      if (reader.next() != XMLStreamConstants.START_ELEMENT) {
        continue;
      }
      var name = reader.getLocalName();
      if (name.equals("link") && reader.getAttributeCount() > 0) {
        said.add("href=" + reader.getAttributeValue(null, "href"));
      } else if (!List.of("rss", "channel", "item", "feed", "entry", "author").contains(name)) {
        said.add(name + "=" + reader.getElementText());
      }
    }
    return said;
  }
}
