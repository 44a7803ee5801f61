package dev.feedwarden.feed;

import static dev.feedwarden.feed.Feeds.BASE;
import static dev.feedwarden.feed.Feeds.file;
import static dev.feedwarden.feed.Feeds.rss;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Budget;
import dev.feedwarden.model.Cause;
import dev.feedwarden.model.Entry;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FeedReaderTest {
  /** A feed without keys and hashes, which IdentityTest looks at. */
  private record Seen(
      @Nullable String title, @Nullable String siteLink, List<Item> items, boolean recovered) {}

  private record Item(@Nullable String guid, Entry.Content content, Entry.Dates dates) {}

  @Test
  void reads_rss_2() {
    assertThat(seen("rss20.xml"))
        .isEqualTo(
            new Seen(
                "Harbour & Tide",
                "https://harbour.example/",
                List.of(
                    new Item(
                        "tide-1",
                        new Entry.Content(
                            "Low water at noon for List<Boat>",
                            "https://base.example/tides/low",
                            "Ada Mate",
                            "Mind the step.",
                            List.of("Tides", "Harbour news"),
                            null),
                        new Entry.Dates(Instant.parse("2025-06-03T09:39:21Z"), null, false)),
                    new Item(
                        "https://harbour.example/cafe",
                        new Entry.Content(
                            "Café opens",
                            "https://harbour.example/cafe",
                            "Ben Cook, Cy Waiter",
                            "Only content.",
                            List.of(),
                            null),
                        new Entry.Dates(Instant.parse("2025-06-02T00:00:00Z"), null, true))),
                false));
  }

  @Test
  void reads_rss_1_whatever_its_prefixes() {
    assertThat(seen("rss10.rdf"))
        .isEqualTo(
            new Seen(
                "Triples",
                "https://rdf.example/",
                List.of(
                    new Item(
                        "https://rdf.example/1",
                        new Entry.Content(
                            "Subject",
                            "https://rdf.example/1",
                            "Eve",
                            "Predicate, object.",
                            List.of("logic"),
                            null),
                        new Entry.Dates(Instant.parse("2004-02-29T02:14:00Z"), null, false))),
                false));
  }

  @Test
  void reads_atom_1_with_nested_bases_and_all_kinds_of_text() {
    assertThat(seen("atom10.xml"))
        .isEqualTo(
            new Seen(
                "Less <than> more",
                "https://atom.example/blog/",
                List.of(
                    new Item(
                        "tag:atom.example,2025:1",
                        new Entry.Content(
                            "One & only",
                            "https://atom.example/blog/2025/one?x=1&y=2",
                            "Flo",
                            "1 < 2 and so on",
                            List.of("life"),
                            null),
                        new Entry.Dates(
                            Instant.parse("2025-06-01T08:00:00Z"),
                            Instant.parse("2025-06-01T12:30:00.500Z"),
                            false))),
                false));
  }

  @Test
  void reads_atom_03() {
    assertThat(seen("atom03.xml"))
        .isEqualTo(
            new Seen(
                "Old times",
                "http://old.example/",
                List.of(
                    new Item(
                        "urn:old:1",
                        new Entry.Content(
                            "First", "http://old.example/1", null, "for ever", List.of(), null),
                        new Entry.Dates(
                            Instant.parse("2003-12-13T12:29:29Z"),
                            Instant.parse("2003-12-13T18:30:02Z"),
                            false))),
                false));
  }

  @Test
  void keeps_the_items_before_a_cut_and_all_around_a_break() {
    assertThat(titles("cut.xml")).containsExactly("Whole", "Whole too");
    assertThat(titles("mismatched.xml")).containsExactly("Whole", "Bad", "After");
    assertThat(seen("cut.xml").recovered()).isTrue();
    assertThat(seen("mismatched.xml").recovered()).isTrue();
  }

  @Test
  void forgives_prefixes_that_nobody_declared() {
    var item = seen("undeclared.xml").items().getFirst();

    assertThat(item.content().author()).isEqualTo("Gil");
    assertThat(seen("undeclared.xml").recovered()).isFalse();
  }

  @Test
  void what_follows_the_root_costs_no_item() {
    var read = Feeds.read(rss("<item><guid>1</guid></item>") + "<script>injected()</script>");

    assertThat(read)
        .isInstanceOfSatisfying(
            Reading.Feed.class,
            feed -> {
              assertThat(feed.items()).hasSize(1);
              assertThat(feed.losses().recovered()).isTrue();
            });
  }

  @ParameterizedTest(name = "X-11 {0} is {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      textBlock =
          """
          ^^                                         | EMPTY
          ^ ^                                        | EMPTY
          <rss/>                                     | NOT_A_FEED
          <html><body>x</body></html>                | NOT_A_FEED
          <urlset><url/></urlset>                    | NOT_A_FEED
          just words                                 | NOT_A_FEED
          {"version":"1.0"}                          | NOT_A_FEED
          <rss><channel><title>T                     | MALFORMED
          <rss <channel>                             | MALFORMED
          """)
  void says_why_there_is_no_feed(String text, Cause cause) {
    assertThat(Feeds.read(text)).isEqualTo(new Reading.Unreadable(cause));
  }

  @Test
  void a_root_that_is_cut_behind_a_whole_channel_is_mended() {
    var read = Feeds.read("<rss version='2.0'><channel><title>T</title></channel></rss");

    assertThat(read)
        .isInstanceOfSatisfying(
            Reading.Feed.class,
            feed -> {
              assertThat(feed.channel().names().title()).isEqualTo("T");
              assertThat(feed.losses().recovered()).isTrue();
            });
  }

  @Test
  void an_html_page_is_not_a_feed_although_it_talks_of_one() {
    assertThat(FeedReader.read(file("page.html"), "text/html", BASE, Budget.UNLIMITED))
        .isEqualTo(new Reading.Unreadable(Cause.NOT_A_FEED));
  }

  @Test
  void a_feed_without_items_is_a_feed() {
    assertThat(Feeds.read(rss("")))
        .isInstanceOfSatisfying(Reading.Feed.class, feed -> assertThat(feed.items()).isEmpty());
  }

  @Test
  void a_body_over_32_mib_is_too_large() {
    assertThat(FeedReader.read(new byte[32 * 1_024 * 1_024 + 1], null, BASE, Budget.UNLIMITED))
        .isEqualTo(new Reading.Unreadable(Cause.TOO_LARGE));
  }

  private static Seen seen(String name) {
    var feed = (Reading.Feed) FeedReader.read(file(name), null, BASE, Budget.UNLIMITED);
    var items =
        Feeds.entries(feed).stream().map(e -> new Item(e.guid(), e.content(), e.dates())).toList();
    return new Seen(
        feed.channel().names().title(),
        feed.channel().places().site(),
        items,
        feed.losses().recovered());
  }

  private static List<String> titles(String name) {
    return seen(name).items().stream().map(item -> item.content().title()).toList();
  }
}
