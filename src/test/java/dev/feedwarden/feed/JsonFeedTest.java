package dev.feedwarden.feed;

import static dev.feedwarden.feed.Feeds.BASE;
import static dev.feedwarden.feed.Feeds.file;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Budget;
import dev.feedwarden.model.Cause;
import dev.feedwarden.model.Enclosure;
import dev.feedwarden.model.Entry;
import dev.feedwarden.model.Hints;
import dev.feedwarden.model.Person;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(10)
final class JsonFeedTest {
  private static final String VERSION = "\"version\":\"https://jsonfeed.org/version/1.1\"";

  @Test
  void reads_json_feed() {
    assertThat(FeedReader.read(file("feed.json"), null, BASE, Budget.UNLIMITED))
        .isEqualTo(
            new Reading.Feed(
                Format.JSON_11,
                UTF_8,
                new Channel(
                    new Channel.Names(
                        null,
                        "Jötunn log",
                        new Markup("Not <b>HTML</b>", false, BASE),
                        "is",
                        Markup.none(BASE),
                        null),
                    new Channel.Places(
                        "https://json.example/",
                        "https://base.example/feed.json",
                        "https://base.example/dir/big.png",
                        List.of("https://hub.example/"),
                        new Channel.Pages("https://base.example/dir/feed.xml?page=2", null, null),
                        null),
                    List.of(
                        new Person("Jón", null, "https://json.example/jon"),
                        new Person(null, "ann@json.example", null)),
                    List.of(),
                    Entry.Dates.NONE,
                    Hints.NONE),
                List.of(
                    new Item(
                        "1",
                        new Item.Words(
                            "One &amp; <only>",
                            new Markup("Short", false, BASE),
                            new Markup("<p>Halló</p>", true, BASE),
                            "en"),
                        new Item.Links(
                            "https://base.example/one",
                            null,
                            List.of(
                                new Enclosure(
                                    "https://base.example/dir/a.mp3", "audio/mpeg", 1234L))),
                        List.of(new Person("Sif", null, null)),
                        List.of("ice", "snow", "3"),
                        new Entry.Dates(
                            Instant.parse("2025-06-03T07:39:21Z"),
                            Instant.parse("2025-06-03T10:00:00Z"),
                            false)),
                    new Item(
                        "2",
                        new Item.Words(
                            "", Markup.none(BASE), new Markup("1 < 2", false, BASE), "is"),
                        new Item.Links("https://elsewhere.example/2", null, List.of()),
                        List.of(),
                        List.of(),
                        Entry.Dates.NONE)),
                Losses.NONE));
  }

  @ParameterizedTest(name = "{0} is {1}")
  @CsvSource({
    "https://jsonfeed.org/version/1, JSON_10",
    "https://jsonfeed.org/version/1.0, JSON_10",
    "http://www.jsonfeed.org/version/1.1/, JSON_11",
    "1.1, JSON_11"
  })
  void the_version_says_the_format(String version, Format format) {
    var text = "{'version':'" + version + "','title':'T','items':[{'id':'1'}]}";

    assertThat(((Reading.Feed) read(text.replace('\'', '"'))).format()).isEqualTo(format);
  }

  @ParameterizedTest(name = "{0} is {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      textBlock =
          """
          {                                                       | MALFORMED
          {}                                                      | NOT_A_FEED
          {"items":[{"id":"1"}]}                                  | NOT_A_FEED
          {"version":"https://jsonfeed.org/version/2","items":[]} | NOT_A_FEED
          {"title":1,"items":[{"id":"1"}]}                        | NOT_A_FEED
          {"title":"T","items":[{"id":"1"                         | MALFORMED
          {"title":NaN,"items":[]}                                | MALFORMED
          {"title":"T",items:[]}                                  | MALFORMED
          {'title':'T'}                                           | MALFORMED
          """)
  void says_why_there_is_no_feed(String text, Cause cause) {
    assertThat(read(text)).isEqualTo(new Reading.Unreadable(cause));
  }

  @ParameterizedTest(name = "H-05 items: {0}")
  @ValueSource(
      strings = {"{}", "null", "\"x\"", "1", "true", "{\"id\":\"1\"}", "[null,1,\"x\",[]]"})
  void what_is_no_list_of_items_holds_none(String items) {
    assertThat(read("{" + VERSION + ",\"title\":\"T\",\"items\":" + items + "}"))
        .isInstanceOfSatisfying(
            Reading.Feed.class,
            feed -> {
              assertThat(feed.items()).isEmpty();
              assertThat(feed.losses()).isEqualTo(Losses.NONE);
            });
  }

  @ParameterizedTest(name = "H-05 {0}")
  @ValueSource(
      strings = {
        "\"id\":{}",
        "\"id\":[[]]",
        "\"url\":7",
        "\"url\":[]",
        "\"title\":{\"a\":1}",
        "\"date_published\":1748943561",
        "\"date_published\":{\"year\":2025}",
        "\"date_modified\":[2025]",
        "\"authors\":\"x\"",
        "\"authors\":[null,[]]",
        "\"author\":{\"name\":{}}",
        "\"tags\":\"x\"",
        "\"tags\":{\"a\":[]}",
        "\"attachments\":{\"url\":\"x\"}",
        "\"attachments\":[{\"url\":1}]",
        "\"content_html\":false",
        "\"language\":null"
      })
  void a_field_of_the_wrong_type_costs_neither_its_item_nor_the_others(String field) {
    var items = "[{" + field + ",\"summary\":\"s\"},{\"id\":\"2\"}]";

    assertThat(feed(items).items())
        .hasSize(2)
        .first()
        .extracting(item -> item.words().summary().value(), item -> item.dates().published())
        .containsExactly("s", null);
  }

  @Test
  void h_05_a_number_is_an_id_too() {
    assertThat(feed("[{\"id\":7},{\"id\":1.50},{\"id\":true}]").items())
        .extracting(Item::id)
        .containsExactly("7", "1.50", null);
  }

  @Test
  void h_05_a_next_page_that_is_this_page_is_only_told() {
    var text = "{" + VERSION + ",\"title\":\"T\",\"next_url\":\"" + BASE + "\",\"items\":[]}";

    assertThat(((Reading.Feed) read(text)).channel().places().pages())
        .isEqualTo(new Channel.Pages(BASE.toString(), null, null));
  }

  @Test
  void h_04_of_a_key_that_is_repeated_the_first_value_counts() {
    var item =
        feed("[{\"id\":\"a\",\"id\":\"b\",\"title\":\"x\",\"title\":\"y\"}]").items().getFirst();
    var title = read("{" + VERSION + ",\"title\":\"T\",\"title\":7,\"items\":[]}");

    assertThat(item.id()).isEqualTo("a");
    assertThat(item.words().title()).isEqualTo("x");
    assertThat(title)
        .isInstanceOfSatisfying(
            Reading.Feed.class, feed -> assertThat(feed.channel().names().title()).isEqualTo("T"));
  }

  @ParameterizedTest(name = "H-04 after {0}")
  @ValueSource(strings = {"}", "x", ",", "{}", "]", "{\"id\":", "\u0001"})
  void what_follows_the_document_costs_no_item(String rest) {
    var read = (Reading.Feed) read(document("[{\"id\":\"1\"}]") + rest);

    assertThat(read.items()).hasSize(1);
    assertThat(read.losses()).isEqualTo(new Losses(true, 0, 0, 0));
  }

  @Test
  void h_04_what_is_too_deep_long_or_large_ends_the_reading() {
    var cases =
        List.of(
            "\"x\":" + "[".repeat(100_000),
            "\"x\":" + "{\"a\":".repeat(100_000),
            "\"title\":\"" + "x".repeat(30 * 1_024 * 1_024) + "\"",
            "\"id\":" + "9".repeat(2_000),
            "\"" + "x".repeat(20_000) + "\":1");

    for (var hostile : cases) {
      var read = (Reading.Feed) read(document("[{\"id\":\"1\"},{" + hostile + "}]"));
      assertThat(read.items()).extracting(Item::id).containsExactly("1");
      assertThat(read.losses().recovered()).isTrue();
    }
  }

  @Test
  void h_04_a_number_beyond_all_numbers_is_only_words() {
    assertThat(feed("[{\"id\":1e1000000000},{\"date_published\":1e1000000000}]").items())
        .extracting(Item::id)
        .containsExactly("1e1000000000", null);
  }

  @Test
  void h_04_marks_and_wide_characters_are_understood() {
    var text = document("[{\"id\":\"ö\"}]");

    for (var bytes : List.of(("\uFEFF" + text).getBytes(UTF_8), text.getBytes(UTF_16))) {
      var feed = (Reading.Feed) FeedReader.read(bytes, null, BASE, Budget.UNLIMITED);
      assertThat(feed.items()).extracting(Item::id).containsExactly("ö");
    }
  }

  @Test
  void what_is_too_much_is_counted() {
    var many =
        IntStream.range(0, 300).mapToObj(i -> "\"t" + i + "\"").collect(Collectors.joining(","));
    var items =
        "[{\"id\":\"1\",\"tags\":["
            + many
            + "],\"content_text\":\""
            + "x".repeat(300_000)
            + "\"}"
            + ",{}".repeat(5_010)
            + "]";

    var feed = feed(items);

    assertThat(feed.items()).hasSize(5_000);
    assertThat(feed.items().getFirst().tags()).hasSize(50);
    assertThat(feed.losses()).isEqualTo(new Losses(false, 11, 1, 250));
  }

  @Test
  void a_spent_budget_is_no_feed() {
    assertThat(FeedReader.read(file("feed.json"), null, BASE, () -> true))
        .isEqualTo(new Reading.Unreadable(Cause.PARSE_BUDGET));
  }

  private static Reading.Feed feed(String items) {
    return (Reading.Feed) read(document(items));
  }

  private static String document(String items) {
    return "{" + VERSION + ",\"title\":\"T\",\"items\":" + items + "}";
  }

  private static Reading read(String text) {
    return Feeds.read(text);
  }
}
