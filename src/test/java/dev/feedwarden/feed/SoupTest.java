package dev.feedwarden.feed;

import static dev.feedwarden.feed.Feeds.BASE;
import static dev.feedwarden.feed.Feeds.file;
import static dev.feedwarden.feed.Feeds.rss;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Budget;
import dev.feedwarden.model.Cause;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Documents that no strict parser takes, and what is saved of them. */
@Timeout(60)
final class SoupTest {
  /** What a stranger sees of an item: enough to tell whether it is whole. */
  private record Seen(String title, String text, boolean recovered) {}

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      textBlock =
          """
          <title>a</titel><description>b</description>              | a     | b              | true
          <title>a<description>b                                    | a     | b              | true
          <title>a</title><description>b                            | a     | b              | true
          <title>a</title><description>b</p></description>          | a     | b              | true
          <title>a & b</title><description>c && d</description>     | a & b | c && d         | false
          <title>1 < 2</title><description>x<3</description>        | 1 < 2 | x<3            | false
          <title>&eacute;&bogus;&#9;</title><description>&</description> | é&bogus; | &      | false
          <title x=1 y='2' z>a</title><description a=b c>b</description> | a | b             | false
          <title x='1' x='2'>a</title><description>b</description>  | a     | b              | false
          <title>a</title><description><p>b<br>c</p></description>  | a     | <p>b<br>c</p>  | false
          <title>a</title><description><b>c</description>           | a     | <b>c</b>       | true
          <title>a</title><description><img src=x alt='>'></description> | a | <img src="x" alt=">"> | false
          <title>a</title><description><![CDATA[b</description>     | a     | b              | true
          <title>a</title><description><![CDATA[b]]</description>   | a     | b]]            | true
          <TITLE>a</title><description>b</DESCRIPTION>              | a     | b              | false
          <title>a</title ><description>b</description foo>         | a     | b              | false
          <title>a</title><!-- - -- --><description>b</description> | a     | b              | false
          <title>a</title><?php x ?><description>b</description><x y="1> | a | b             | true
          """)
  void an_item_is_read_as_it_was_meant(String item, String title, String text, boolean recovered) {
    var feed =
        (Reading.Feed) Feeds.read(rss("<item>" + item + "</item><item><guid>2</guid></item>"));
    var words = feed.items().getFirst().words();

    assertThat(new Seen(words.title(), words.summary().value(), feed.losses().recovered()))
        .isEqualTo(new Seen(title, text, recovered));
    assertThat(feed.items().getLast().id()).isEqualTo("2");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      textBlock =
          """
          <item><guid>1</guid><item><guid>2</guid></item>                           | 1,2
          <item><guid>1</guid></item></item><item><guid>2</guid></item>             | 1,2
          <item><guid>1</guid></item></channel><item><guid>2</guid></item>          | 1,2
          <item><guid>1<item><guid>2</guid></item>                                  | 1,2
          <item><guid>1</guid><description><p>x<item><guid>2</guid></item>          | 1,2
          <entry><guid>1</guid></entry><item><guid>2</guid></itme>                  | 1,2
          """)
  void ends_that_are_missing_or_too_many_cost_no_item(String items, String ids) {
    var feed = (Reading.Feed) Feeds.read(rss(items));

    assertThat(feed.items()).extracting(Item::id).containsExactly(ids.split(",", -1));
    assertThat(feed.losses().recovered()).isTrue();
  }

  @ParameterizedTest(name = "before the root: {0}")
  @ValueSource(
      strings = {
        "words ",
        "<br />\n<b>Warning</b>: mysql_connect() in <b>/srv/x.php</b> on line <b>3</b><br />\n",
        "\n\n <?xml version='1.0'?>",
        "<?xml version='1.0'?><?xml version='1.0'?>",
        "<!-- a -- b -->",
        "<!DOCTYPE rss [<!ENTITY a 'x]>'> <!-- ' --> ]>\n&",
        "<!DOCTYPE rss SYSTEM \"x\" [ <!ELEMENT rss ANY> ",
        "\uFEFF\uFEFF\u0000",
        "HTTP/1.1 200 OK\r\nX: <y>\r\n\r\n"
      })
  void what_comes_before_the_root_costs_no_item(String before) {
    assertThat(Feeds.read(before + rss("<item><guid>1</guid></item>")))
        .isInstanceOfSatisfying(
            Reading.Feed.class,
            feed -> assertThat(feed.items()).extracting(Item::id).containsExactly("1"));
  }

  @ParameterizedTest(name = "after the root: {0}")
  @ValueSource(
      strings = {"words", "<x>", "</x>", "<!--", "<![CDATA[", "&", "<rss/>", "\u0000", "<?"})
  void what_comes_after_the_root_costs_no_item(String after) {
    assertThat(Feeds.read(rss("<item><guid>1</guid></item>") + after))
        .isInstanceOfSatisfying(
            Reading.Feed.class,
            feed -> assertThat(feed.items()).extracting(Item::id).containsExactly("1"));
  }

  @ParameterizedTest(name = "X-11 {0} cut at every byte")
  @ValueSource(
      strings = {
        "rss20.xml",
        "rss10.rdf",
        "atom03.xml",
        "atom10.xml",
        "podcast.xml",
        "planet.atom",
        "feed.json"
      })
  void what_is_cut_anywhere_has_the_whole_items_before_the_cut(String name) {
    var body = file(name);
    var whole = (Reading.Feed) read(body, body.length);

    var most = 0;
    for (int end = 0; end < body.length; end++) {
      switch (read(body, end)) {
        case Reading.Feed cut -> {
          var count = cut.items().size();
          assertThat(cut.items()).as("%s at %d", name, end).isEqualTo(head(whole, count));
          var blank = new String(body, end, body.length - end, UTF_8).isBlank();
          assertThat(cut.losses()).as("at %d", end).isEqualTo(new Losses(!blank, 0, 0, 0));
          assertThat(count).as("at %d", end).isGreaterThanOrEqualTo(most);
          most = count;
        }
        case Reading.Unreadable(var cause) -> {
          assertThat(most).as("at %d", end).isZero();
          assertThat(cause).isIn(Cause.EMPTY, Cause.NOT_A_FEED, Cause.MALFORMED);
        }
      }
    }
    assertThat(most).isEqualTo(whole.items().size());
  }

  private static Reading read(byte[] body, int end) {
    return FeedReader.read(Arrays.copyOf(body, end), null, BASE, Budget.UNLIMITED);
  }

  private static List<Item> head(Reading.Feed feed, int count) {
    return feed.items().subList(0, Math.min(count, feed.items().size()));
  }

  @ParameterizedTest(name = "{0} ten thousand times and more")
  @ValueSource(
      strings = {
        "<![CDATA[",
        "<!--",
        "<!x [",
        "<![ ",
        "<?",
        "<a b='",
        "<a b=\"<",
        "</x>",
        "</",
        "<",
        "&",
        "&#",
        "<item>",
        "<title>",
        "<a b=c ",
        "<a><b></a>"
      })
  void broken_markup_takes_linear_time(String part) {
    var text = rss("<item><guid>1</guid></item>") + "&<" + part.repeat(4_000_000 / part.length());

    var feed = (Reading.Feed) Feeds.read(text);

    assertThat(feed.items().getFirst().id()).isEqualTo("1");
  }

  @Test
  void a_list_of_feeds_with_small_faults_takes_linear_time() {
    var outline = "<outline text='a & b' xmlUrl='https://a.example/?b&c'/>\n";
    var text = "<opml><body>\n" + outline.repeat(99_999) + "</body></opml>";

    assertThat(Opml.read(text.getBytes(UTF_8)))
        .isInstanceOfSatisfying(
            Opml.Result.Outlines.class,
            list ->
                assertThat(list.outlines().getLast())
                    .isEqualTo(new Opml.Outline("a & b", "https://a.example/?b&c", 100_000)));
  }
}
