package dev.feedwarden.feed;

import static dev.feedwarden.feed.Feeds.BASE;
import static dev.feedwarden.feed.Feeds.rss;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import com.sun.management.ThreadMXBean;
import dev.feedwarden.lab.Trap;
import dev.feedwarden.model.Budget;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The XML cases of the catalogue that every reader of XML meets alike. */
@Timeout(30)
final class HostileReadersTest {
  private static final List<String> ENCODINGS =
      List.of("UTF-8", "UTF-16", "UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE", "IBM1047");

  enum Reader {
    RSS("rss", "<channel><title>T</title><item><title>", "</title></item></channel>"),
    ATOM("feed", "<title>T</title><entry><title>", "</title></entry>"),
    RDF("rdf:RDF", "<channel><title>T</title></channel><item><title>", "</title></item>"),
    OPML("opml", "<body><outline text='x' xmlUrl='u'>", "</outline></body>");

    private final String root;
    private final String before;
    private final String after;

    Reader(String root, String before, String after) {
      this.root = root;
      this.before = before;
      this.after = after;
    }

    /** A document with something inside its innermost element. */
    String document(String prolog, String attributes, String inside) {
      return prolog + "<" + root + attributes + ">" + before + inside + after + "</" + root + ">";
    }

    /** Everything that came of it, and whether it is a feed or a list with one entry. */
    Object read(byte[] body) {
      return this == OPML ? Opml.read(body) : FeedReader.read(body, null, BASE, Budget.UNLIMITED);
    }

    static int entries(Object read) {
      return switch (read) {
        case Reading.Feed feed -> feed.items().size();
        case Opml.Result.Outlines list -> list.outlines().size();
        default -> -1;
      };
    }
  }

  @ParameterizedTest(name = "X-01 {0}")
  @EnumSource
  void no_entity_and_no_dtd_is_fetched_in_any_scheme_or_encoding(
      Reader reader, @TempDir Path folder) throws IOException {
    var secret = Files.writeString(folder.resolve("secret"), "s3cr3t");
    try (var trap = Trap.set()) {
      var web = trap.url("/x");
      var port = "127.0.0.1:" + trap.port();
      for (var address :
          List.of(
              web,
              "https://" + port + "/",
              "ftp://" + port + "/x",
              "jar:" + web + ".jar!/y",
              "gopher://" + port + "/",
              "netdoc://" + secret,
              secret.toUri().toString(),
              secret.toString())) {
        var declarations =
            "<!ENTITY e SYSTEM \"@\"><!ENTITY p PUBLIC \"p\" \"@\"><!ENTITY % q SYSTEM \"@\">%q;";
        var prolog = "<?xml version='1.0'?><!DOCTYPE x SYSTEM \"@\" [" + declarations + "]>";
        var text = reader.document(prolog.replace("@", address), "", "&e;&p;");
        for (var encoding : ENCODINGS) {
          var read = reader.read(text.getBytes(Charset.forName(encoding)));
          assertThat(Reader.entries(read)).as("%s in %s", address, encoding).isEqualTo(1);
          assertThat(read.toString()).doesNotContain("s3cr3t");
        }
      }
      assertThat(trap.connections()).isZero();
    }
  }

  @ParameterizedTest(name = "X-02 {0}")
  @EnumSource
  void what_points_elsewhere_is_inert(Reader reader) {
    try (var trap = Trap.set()) {
      var style = "<?xml-stylesheet href='" + trap.url("/s") + "' type='text/xsl'?>";
      var attributes =
          " xmlns:xi='http://www.w3.org/2001/XInclude' xmlns:xsi='http://www.w3.org/2001/"
              + "XMLSchema-instance' xsi:schemaLocation='urn:x @' xml:base='@/'";
      var include = "<xi:include href='@'/><xi:include href='file:///etc/passwd' parse='text'/>";
      var text =
          reader.document(
              style, attributes.replace("@", trap.url("/a")), include.replace("@", trap.url("/i")));

      assertThat(Reader.entries(reader.read(text.getBytes(UTF_8)))).isEqualTo(1);
      assertThat(trap.connections()).isZero();
    }
  }

  @ParameterizedTest(name = "X-03 {0}")
  @EnumSource
  void entities_that_grow_take_neither_time_nor_memory(Reader reader) {
    var laughs =
        IntStream.range(1, 30)
            .mapToObj(i -> "<!ENTITY a" + i + " '" + ("&a" + (i - 1) + ";").repeat(10) + "'>")
            .collect(Collectors.joining());
    var quadratic = "<!ENTITY a29 '" + "x".repeat(100_000) + "'>";
    var circle = "<!ENTITY a29 '&b;'><!ENTITY b '&a29;'>";
    var parameters = "<!ENTITY % a '%b;%b;'><!ENTITY % b '%a;%a;'>%a;<!ENTITY a29 'x'>";

    for (var declarations : List.of("<!ENTITY a0 'ha'>" + laughs, quadratic, circle, parameters)) {
      var prolog = "<!DOCTYPE x [" + declarations + "]>";
      var body = reader.document(prolog, "", "&a29;".repeat(10_000)).getBytes(UTF_8);
      reader.read(body);
      var before = allocated();
      assertTimeout(Duration.ofSeconds(1), () -> reader.read(body));
      assertThat(allocated() - before).isLessThan(50_000_000);
    }
  }

  @ParameterizedTest(name = "X-06 {0}")
  @EnumSource
  void what_is_too_deep_is_refused_and_nothing_overflows(Reader reader) {
    for (var depth : List.of(90, 101, 511, 100_000)) {
      var text = reader.document("", "", "<a>".repeat(depth) + "</a>".repeat(depth));
      assertThat(Reader.entries(reader.read(text.getBytes(UTF_8))))
          .as("depth %d", depth)
          .isEqualTo(depth == 90 ? 1 : -1);
    }
  }

  @ParameterizedTest(name = "X-08, X-10 {0}")
  @EnumSource
  void bad_characters_cost_no_entry(Reader reader) {
    var bad =
        List.of("\u0001", "\0", "\uFFFE", "&#xD800;", "&#0;", "&#1;", "]]>", "\u0085", "\u007F");
    for (var character : bad) {
      for (var prolog : List.of("", "<?xml version='1.0'?>", "<?xml version='1.1'?>")) {
        var read = reader.read(reader.document(prolog, "", character).getBytes(UTF_8));
        assertThat(Reader.entries(read)).as(prolog + character).isEqualTo(1);
        assertThat(read.toString().codePoints()).allMatch(Chars::isStorable);
      }
    }
  }

  @Test
  void x_12_what_is_too_much_in_one_item_is_counted() {
    var item =
        "<item>"
            + numbers("<category>c%d</category>")
            + numbers("<author>a%d</author>")
            + numbers("<enclosure url='%d'/>")
            + "<guid>1</guid></item>";

    var feed = (Reading.Feed) Feeds.read(rss(item + item));

    assertThat(feed.losses()).isEqualTo(new Losses(false, 0, 0, 2 * (9_950 + 9_990 + 9_900)));
    assertThat(feed.items())
        .allSatisfy(
            read -> {
              assertThat(read.tags()).hasSize(50);
              assertThat(read.authors()).hasSize(10);
              assertThat(read.links().enclosures()).hasSize(100);
            });
  }

  @Test
  void x_12_an_item_of_30_megabytes_is_cut_and_counted() {
    var large = "<item><description>" + "x".repeat(30_000_000) + "</description></item>";

    var feed = (Reading.Feed) Feeds.read(rss(large + "<item><guid>2</guid></item>"));

    assertThat(feed.losses()).isEqualTo(new Losses(false, 0, 1, 0));
    assertThat(feed.items()).hasSize(2);
    assertThat(feed.items().getFirst().words().summary().value()).hasSize(Xml.LONGEST_FIELD);
  }

  @Test
  void x_13_nothing_is_said_on_stderr() {
    var before = System.err;
    var said = new ByteArrayOutputStream();
    System.setErr(new PrintStream(said, true, UTF_8));
    try {
      for (var law : Law.values()) {
        Seeds.of(law).forEach(law::hold);
      }
    } finally {
      System.setErr(before);
    }

    assertThat(said.toString(UTF_8)).isEmpty();
  }

  private static String numbers(String format) {
    return IntStream.range(0, 10_000).mapToObj(format::formatted).collect(Collectors.joining());
  }

  private static long allocated() {
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    return threads.getCurrentThreadAllocatedBytes();
  }
}
