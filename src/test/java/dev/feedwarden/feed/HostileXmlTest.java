package dev.feedwarden.feed;

import static dev.feedwarden.feed.Feeds.BASE;
import static dev.feedwarden.feed.Feeds.entries;
import static dev.feedwarden.feed.Feeds.entry;
import static dev.feedwarden.feed.Feeds.file;
import static dev.feedwarden.feed.Feeds.rss;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.feedwarden.model.Budget;
import dev.feedwarden.model.Cause;
import dev.feedwarden.model.Entry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.charset.Charset;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The XML cases of the catalogue (X-01 to X-14), as far as feeds and lists of feeds meet them. */
@Timeout(10)
final class HostileXmlTest {
  @ParameterizedTest(name = "X-01, X-02 in {0}")
  @ValueSource(strings = {"UTF-8", "UTF-16LE", "UTF-16BE", "UTF-16", "UTF-32LE", "UTF-32BE"})
  void nothing_outside_the_document_is_ever_opened(String charset) throws IOException {
    try (var trap = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
      trap.setSoTimeout(1);
      var address = "http://127.0.0.1:" + trap.getLocalPort();
      var text = new String(file("xxe.xml"), UTF_8).replace("@TRAP@", address);
      var body = text.getBytes(Charset.forName(charset));

      var feed = (Reading.Feed) FeedReader.read(body, null, BASE, Budget.UNLIMITED);
      var list = Opml.read(text.replace("rss", "opml").getBytes(UTF_8));

      assertThat(feed.channel().names().title()).isEqualTo("T&file;&web;");
      assertThat(entries(feed).getFirst().content().title()).isEqualTo("I &file;");
      assertThat(entries(feed).getFirst().content().link())
          .isEqualTo("https://base.example/dir/passwd");
      assertThat(list).isInstanceOf(Opml.Result.Outlines.class);
      assertThatCode(trap::accept).isInstanceOf(SocketTimeoutException.class);
    }
  }

  @Test
  void x_03_entities_that_grow_or_go_in_circles_stay_words() {
    var feed = (Reading.Feed) FeedReader.read(file("laughs.xml"), null, BASE, Budget.UNLIMITED);

    assertThat(feed.channel().names().title()).isEqualTo("&g;");
    assertThat(entries(feed).getFirst().content().title()).isEqualTo("&g;&x;");
  }

  @Test
  void x_04_a_harmless_doctype_and_small_faults_parse() {
    var feed = (Reading.Feed) FeedReader.read(file("rss091.xml"), null, BASE, Budget.UNLIMITED);

    assertThat(feed.channel().names().title()).isEqualTo("Nineties news © &unknown; & Co & Sons");
    assertThat(feed.channel().places().site()).isEqualTo("http://nineties.example/?a=1&b=2");
    assertThat(entries(feed).getFirst().content().title()).isEqualTo("3 < 4 -- and – \uFFFD");
    assertThat(feed.losses().recovered()).isFalse();
  }

  @ParameterizedTest(name = "X-05 {0} items with {1} references each")
  @CsvSource({"1000, 120", "1000, 500"})
  void predefined_references_are_not_counted(int items, int references) {
    var item = "<item><guid>%d</guid><title>" + "&lt;".repeat(references) + "</title></item>";
    var text = IntStream.range(0, items).mapToObj(item::formatted).collect(Collectors.joining());

    var entries = entries(text);

    assertThat(entries).hasSize(items);
    assertThat(entries.getLast().content().title()).isEqualTo("<".repeat(references));
  }

  @ParameterizedTest(name = "X-06 depth {0}")
  @CsvSource({"99, true", "100, true", "101, false", "511, false", "100000, false"})
  void elements_nest_a_hundred_deep_and_no_deeper(int depth, boolean whole) {
    var inside = depth - 4; // below rss, channel, item and description
    var deep = "<i>".repeat(inside) + "x" + "</i>".repeat(inside);
    var text =
        rss(
            "<item><guid>1</guid></item><item><guid>2</guid><description>"
                + deep
                + "</description></item>");

    var feed = (Reading.Feed) Feeds.read(text);

    assertThat(entries(feed)).hasSize(whole ? 2 : 1);
    assertThat(feed.losses().recovered()).isEqualTo(!whole);
  }

  @Test
  void x_07_attributes_names_and_namespaces_are_bounded() {
    var many = numbers(20_000, " a%d='1'");
    var spaces = numbers(10_000, "<n%d:x xmlns:n%<d='u'>");
    var cases = new String[] {many, " a='" + "x".repeat(20_000_000) + "'"};

    for (var attributes : cases) {
      assertThat(Feeds.read("<rss" + attributes + "><channel/></rss>"))
          .isInstanceOfSatisfying(
              Reading.Feed.class, feed -> assertThat(feed.losses().recovered()).isTrue());
    }
    assertThat(Feeds.read(rss(spaces))).isEqualTo(new Reading.Unreadable(Cause.MALFORMED));
    assertThat(entries("<item><" + "n".repeat(2_000) + "/><guid>1</guid></item>")).hasSize(1);
    assertThat(entries("<item><guid" + numbers(300, " a%d='1'") + ">1</guid></item>")).hasSize(1);
  }

  @ParameterizedTest(name = "X-07 {0}")
  @ValueSource(strings = {"<%s/>", "<a %s='1'/>", "<?%s?>", "<!-- %s -->", "&%s;"})
  void x_07_names_with_equal_hashes_take_no_longer(String format) {
    var names =
        IntStream.range(1 << 17, (1 << 17) + 100_000)
            .mapToObj(i -> Integer.toBinaryString(i).replace("0", "Aa").replace("1", "BB"))
            .map(format::formatted)
            .collect(Collectors.joining());

    var feed = (Reading.Feed) Feeds.read(rss("<item><guid>1</guid></item>" + names));
    var declared =
        Feeds.read(
            "<!DOCTYPE rss ["
                + names.replace("<?", "<!ENTITY ").replace("?>", " 'x'>")
                + "]>"
                + rss(""));

    assertThat(entries(feed)).hasSize(1);
    assertThat(declared).isNotNull();
  }

  @ParameterizedTest(name = "X-08 \"{0}\"")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a\u0001b     | a\uFFFDb
          a\u0000b     | a\uFFFDb
          a\uFFFEb     | a\uFFFDb
          a&#xD800;b   | a\uFFFDb
          a&#0;b       | a\uFFFDb
          a&#1;b       | a\uFFFDb
          a&#x110000;b | a\uFFFDb
          a&amp;#0;b   | a\uFFFDb
          a]]>b        | a]]>b
          a\u0092b     | a’b
          """)
  void what_cannot_be_stored_is_replaced_and_the_item_kept(String written, String shown) {
    assertThat(entry("<title>" + written + "</title>").content().title()).isEqualTo(shown);
  }

  @Test
  void x_08_a_lone_surrogate_in_cesu_8_does_not_come_through() {
    var body = rss("<item><title>a?b</title></item>").getBytes(UTF_8);
    var at = new String(body, UTF_8).indexOf('?');
    var surrogate = new byte[body.length + 2];
    System.arraycopy(body, 0, surrogate, 0, at);
    System.arraycopy(new byte[] {(byte) 0xED, (byte) 0xA0, (byte) 0x80}, 0, surrogate, at, 3);
    System.arraycopy(body, at + 1, surrogate, at + 3, body.length - at - 1);

    var feed = (Reading.Feed) FeedReader.read(surrogate, null, BASE, Budget.UNLIMITED);

    assertThat(entries(feed).getFirst().content().title()).startsWith("a").endsWith("b");
    assertThat(entries(feed)).allMatch(HostileXmlTest::isStorable);
  }

  @Test
  void x_10_xml_1_1_is_read_as_1_0() {
    var text = "<?xml version='1.1'?>" + rss("<item><title>&#1;</title></item>");

    assertThat(Feeds.read(text)).isInstanceOf(Reading.Feed.class);
  }

  @Test
  void x_12_items_past_5000_are_counted_and_dropped() {
    var feed = (Reading.Feed) Feeds.read(rss(numbers(100_000, "<item><guid>%d</guid></item>")));

    assertThat(entries(feed)).hasSize(5_000);
    assertThat(feed.losses().items()).isEqualTo(95_000);
  }

  @Test
  void x_12_a_field_is_cut_and_never_inside_a_character() {
    var entry =
        entry(
            "<guid>"
                + "😀".repeat(200_000)
                + "</guid><description>"
                + "x".repeat(20_000_000)
                + "</description>");

    assertThat(entry.guid()).hasSize(256 * 1_024).endsWith("😀");
    assertThat(entry.content().summary()).hasSize(4_000);
    assertThat(isStorable(entry)).isTrue();
  }

  @ParameterizedTest(name = "X-12 cut {0} characters after a pair's first half")
  @ValueSource(ints = {0, 1, 2, 3, 4_000, 4_001})
  void a_cut_anywhere_leaves_no_half_character(int before) {
    var text = "x".repeat(before) + "😀".repeat(140_000);

    var entry = entry("<guid>" + text + "</guid><title>" + text + "</title>");

    assertThat(isStorable(entry)).isTrue();
  }

  @Test
  void x_12_ten_thousand_of_anything_in_one_item_are_bounded() {
    var entry =
        entry(
            numbers(10_000, "<category>c%d</category>")
                + numbers(10_000, "<author>a%d</author>")
                + numbers(10_000, "<enclosure url='%d'/>"));

    assertThat(entry.content().tags()).hasSize(50);
    assertThat(entry.content().author()).hasSizeLessThan(2_100);
  }

  @ParameterizedTest(name = "combining marks, tags and quotes take linear time: {0}")
  @ValueSource(
      strings = {"\u0315\u0300", "&lt;a b=\"", "&lt;script&gt;", "&lt;!--", "&lt;", "&amp;#"})
  void a_long_field_takes_linear_time(String part) {
    var text = part.repeat(2_000_000 / part.length());

    var entry = entry("<title>" + text + "</title><description>" + text + "</description>");

    assertThat(isStorable(entry)).isTrue();
  }

  @ParameterizedTest(name = "X-14 seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void no_bytes_whatever_raise_an_exception(long seed) {
    var dice = new Random(seed);
    var names =
        new String[] {"rss20.xml", "atom10.xml", "rss10.rdf", "rss091.xml", "xxe.xml", "list.opml"};
    for (int round = 0; round < 250; round++) {
      var body = file(names[dice.nextInt(names.length)]);
      for (int i = dice.nextInt(12); i >= 0; i--) {
        body[dice.nextInt(body.length)] = mutation(dice);
      }

      var read = FeedReader.read(body, null, BASE, Budget.UNLIMITED);
      Opml.read(body);

      assertThat(read)
          .satisfies(
              r ->
                  assertThat(
                          !(r instanceof Reading.Feed f)
                              || entries(f).stream().allMatch(HostileXmlTest::isStorable))
                      .isTrue());
    }
  }

  private static byte mutation(Random dice) {
    var telling = "<>&;!?[]'\"/=: -#x%".getBytes(UTF_8);
    return dice.nextBoolean() ? telling[dice.nextInt(telling.length)] : (byte) dice.nextInt(256);
  }

  private static String numbers(int count, String format) {
    return IntStream.range(0, count).mapToObj(format::formatted).collect(Collectors.joining());
  }

  private static boolean isStorable(Entry entry) {
    var all = entry.toString();
    return all.codePoints().allMatch(Chars::isStorable);
  }
}
