package dev.feedwarden.feed;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What the fuzzer begins with: the hostile samples of the other tests. */
final class Seeds {
  private static final List<String> XML =
      List.of(
          "rss20.xml",
          "rss10.rdf",
          "rss091.xml",
          "atom10.xml",
          "atom03.xml",
          "cut.xml",
          "xxe.xml",
          "mismatched.xml",
          "undeclared.xml",
          "laughs.xml",
          "page.html");
  private static final String[] FAULTS = {
    "<rss><channel><item><title>a</titel><description><p>b<br>c</description><item>",
    "<rss version=2.0><channel><item a='1' a=2><![CDATA[x<title>&#xD800;&nbsp;&bogus;&</item>",
    "Warning: x() in /a on line 1 <?xml version='1.1'?><!DOCTYPE rss [<!ENTITY a 'b'>]><feed>",
    "<feed xml:base='//b/' xml:lang=x><entry><content type='xhtml'><div><a href='?'>x</a></div>",
    "<rdf:RDF><item rdf:about=x><dc:date>2004-02-30</dc:date></item></rdf:RDF>",
    "<rss><channel><skipHours><hour>24</hour></skipHours><media:group><media:content url=x>"
  };
  private static final String[] JSON = {
    "\"version\":\"https://jsonfeed.org/version/1.1\",\"title\":\"t\",\"items\":[{\"id\":1}]}",
    "\"title\":1,\"items\":{},\"next_url\":\"x\",\"hubs\":[{\"url\":[]}],\"authors\":[[]]}",
    "\"items\":[null,[],{\"id\":{},\"tags\":[[1],2,\"x\"],\"attachments\":[{\"url\":\"u\"}]}]}",
    "\"items\":[{\"date_published\":1e1000000000,\"content_html\":\"<b>\\u0000\\uD800\"}",
    "\"items\":[{\"authors\":[{\"name\":\"n\",\"url\":\"mailto:x\"}]}]} trailing"
  };
  private static final String[] DATES = {
    "Tue, 03 Jun 2025 09:39:21 GMT",
    "2025-06-03T09:39:21.123456789+02:00",
    "03/06/2025",
    "25-06-03 24:00",
    "mardi 3 juin 2025 à 9h39",
    "2025년 6월 3일 오후 3시",
    "20250603T093921Z",
    "2025-W23-2",
    "Sunday, 06-Nov-94 08:49:37 PT"
  };
  private static final String[] LINKS = {
    "https://a.example:443/x/../y?b=2&a=1&utm_source=z#frag",
    "http:\\\\ex\tample.com\\path",
    "//[::1]:080/%zz",
    "javascript:alert(1)",
    "https://user:pw@xn--fa-hia.example./;jsessionid=1",
    "http://0x7f.1/?",
    "../..//a b",
    "https://ﬀ.example/%E0%A4%A",
    "https://./"
  };
  private static final String[] HEADERS = {
    "120",
    "99999999999999999999",
    "Sun, 06 Nov 1994 08:49:37 GMT",
    "Sun Nov  6 08:49:37 1994",
    "max-age=60, private=\"x,max-age=1\"",
    "max-age=\"9223372036854775808\"",
    "Sun, 31 Feb 9999 24:61:61 +9900"
  };

  private static final String[] API = {
    "{\"feed_url\":\"https://example.org/feed\",\"name\":\"n\",\"enabled\":true,\"tags\":[\"a\"]}",
    "{\"feed_url\":null,\"feed_poll_interval_minutes\":1e2,\"policy\":{\"not_found.threshold\":\"3\"}}",
    "{\"feed_url\":\"\\u0000\\ud800\",\"feed_url\":1}",
    "{\"auth\":{\"basic\":{\"user\":\"u\",\"password\":\"p\"}},\"notes\":\"\"} trailing",
    "[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]"
  };
  private static final String[] CONFIGURATION = {
    "request_timeout: 10s\nallowed_addresses: [127.0.0.0/8, \"::1\"]\n",
    """
    feeds:
      - https://example.org/feed
      - {url: https://example.org/, tags: [a], interval: 5}
    """,
    "a: &a [x, *a]\nb: !!binary aGk=\n? [c]\n: d\n",
    "x: |\n  text\n---\ny: 1\n",
    "jdbc:postgresql://u:p@h:99999/x?a=%zz",
    "PT1H",
    "[::]:0"
  };

  private Seeds() {}

  /** The samples, and whatever once broke the law. */
  static List<byte[]> of(Law law) {
    return Stream.concat(samples(law).stream(), found(law)).toList();
  }

  private static Stream<byte[]> found(Law law) {
    var folder = Path.of("src/test/resources/fuzz").resolve(law.name().toLowerCase(Locale.ROOT));
    if (!Files.isDirectory(folder)) {
      return Stream.empty();
    }
    try (var files = Files.list(folder)) {
      return files.sorted().toList().stream().map(Seeds::bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<byte[]> samples(Law law) {
    return switch (law) {
      case XML -> Stream.concat(files(XML), texts(FAULTS)).toList();
      case JSON -> texts(JSON).toList();
      case OPML -> Stream.concat(files(List.of("list.opml", "xxe.xml")), texts(FAULTS)).toList();
      case HTML, TEXT -> bodies().map(html -> html.getBytes(UTF_8)).toList();
      case DATES -> texts(DATES).toList();
      case LINKS -> texts(LINKS).toList();
      case CHARSETS -> encodings().toList();
      case HEADERS -> texts(HEADERS).toList();
      case URLS -> texts(LINKS).toList();
      case API -> texts(API).toList();
      case CONFIGURATION -> texts(CONFIGURATION).toList();
    };
  }

  private static Stream<byte[]> files(List<String> names) {
    return names.stream().map(Feeds::file);
  }

  private static Stream<byte[]> texts(String[] texts) {
    return Stream.of(texts).map(text -> text.getBytes(UTF_8));
  }

  private static Stream<String> bodies() {
    var heaps = IntStream.range(0, 50).mapToObj(seed -> Bodies.heap(new Random(seed), 12));
    return Stream.concat(SafeHtmlTest.attacks(), heaps);
  }

  private static Stream<byte[]> encodings() {
    var text = "utf-8\"?><?xml version='1.0' encoding='shift_jis'?><a>café €</a>";
    var charsets = Stream.of("UTF-16", "UTF-32BE", "IBM1047", "windows-1252", "GB18030");
    return Stream.concat(
        Stream.of(text.getBytes(UTF_8), text.getBytes(UTF_16LE), text.getBytes(ISO_8859_1)),
        charsets.map(name -> text.getBytes(Charset.forName(name))));
  }
}
