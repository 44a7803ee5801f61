package dev.feedwarden.feed;

import static dev.feedwarden.feed.Feeds.entries;
import static dev.feedwarden.feed.Feeds.entry;
import static dev.feedwarden.feed.Feeds.rss;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Entry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TimeZone;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class IdentityTest {
  private static final List<String> ITEMS =
      List.of(
          "<item><guid>1</guid><title>A</title><link>https://x.example/a</link></item>",
          "<item><guid>same</guid><title>B</title><link>https://x.example/b</link></item>",
          "<item><guid>same</guid><title>C</title><link>https://x.example/c</link></item>",
          "<item><title>D</title><link>https://x.example/</link></item>",
          "<item><title>E</title><link>https://x.example/</link></item>",
          "<item><title>F</title></item>",
          "<item><title>F</title><pubDate>Tue, 03 Jun 2025 09:39:21 GMT</pubDate></item>",
          "<item><description>Only words</description></item>");

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void the_order_of_the_items_changes_no_entry(long seed) {
    var shuffled = new ArrayList<>(ITEMS);
    Collections.shuffle(shuffled, new Random(seed));

    assertThat(entries(String.join("", shuffled)))
        .containsExactlyInAnyOrderElementsOf(entries(String.join("", ITEMS)))
        .hasSize(ITEMS.size());
  }

  @Test
  void an_item_alone_has_the_key_it_has_among_others() {
    var among = entries(String.join("", ITEMS)).getFirst();

    assertThat(entries(ITEMS.getFirst())).containsExactly(among);
  }

  @Test
  void keys_and_hashes_are_the_same_on_any_day_host_and_version() {
    var zone = TimeZone.getDefault();
    try {
      TimeZone.setDefault(TimeZone.getTimeZone("Pacific/Kiritimati"));

      assertThat(entry("<title>Undated</title>"))
          .isEqualTo(
              new Entry(
                  new Entry.EntryKey("efb9d49bee5bdc4c", null),
                  null,
                  new Entry.Content("Undated", null, null, "", List.of(), null),
                  Entry.Body.NONE,
                  Entry.Dates.NONE,
                  new Entry.Marks("2:db72333d96142cae", null)));
    } finally {
      TimeZone.setDefault(zone);
    }
  }

  @Test
  void the_hash_of_a_body_is_what_is_stored_already() {
    var body =
        "<p>Caf\u00e9 \u2014 \u201Cso\u201D</p> two <b>x</b>&nbsp;\u6F22\u5B57 &amp; \uD83D\uDE00"
            + " e\u0301<br/>end\u3000.";
    var item =
        "<guid>1</guid><title>T</title><link>https://x.example/a?utm_source=b#c</link>"
            + "<description><![CDATA[<p>In short</p>]]></description>"
            + "<content:encoded xmlns:content='http://purl.org/rss/1.0/modules/content/'><![CDATA["
            + body
            + "]]></content:encoded>";

    assertThat(entry(item).marks())
        .isEqualTo(new Entry.Marks("2:3c3c0222163fc5ea", "8e21aefa74dbce1c"));
  }

  @Test
  void spellings_of_one_link_are_one_key() {
    assertThat(primary("<link>https://x.example/%7ea</link>"))
        .isEqualTo(primary("<link>HTTPS://X.example:443/b/../~a</link>"))
        .isNotEqualTo(primary("<link>https://x.example/~b</link>"));
  }

  @Test
  void a_guid_comes_before_the_link_and_the_link_before_the_title() {
    assertThat(primary("<guid>1</guid><link>https://x.example/a</link>"))
        .isEqualTo(primary("<guid>1</guid><link>https://x.example/b</link>"));
    assertThat(primary("<title>A</title><link>https://x.example/a</link>"))
        .isEqualTo(primary("<title>B</title><link>https://x.example/a</link>"));
    assertThat(primary("<title>A</title><pubDate>2025-06-03</pubDate>"))
        .isNotEqualTo(primary("<title>A</title><pubDate>2025-06-04</pubDate>"));
  }

  @Test
  void a_guid_in_doubt_leaves_the_link_and_an_alias_survives_a_new_guid() {
    var same = entries(String.join("", ITEMS.subList(1, 3)));
    var link = entry("<title>B</title><link>https://x.example/b</link>");
    var renamed = entry("<guid>9</guid><title>B</title><link>https://x.example/b</link>");

    assertThat(same.getFirst().key()).isEqualTo(link.key());
    assertThat(renamed.key().alias()).isNotNull().isEqualTo(link.key().alias());
  }

  @Test
  void an_alias_in_doubt_is_none() {
    var item = "<item><guid>%d</guid><title>A</title><link>https://x.example/a</link></item>";

    assertThat(entries(item.formatted(1) + item.formatted(2)))
        .hasSize(2)
        .allMatch(entry -> entry.key().alias() == null);
  }

  @Test
  void of_two_items_with_one_key_the_first_is_kept() {
    var read =
        Feeds.read(
            rss(
                "<item><title>A</title><link>https://x.example/</link><author>1</author></item>"
                    + "<item><title>A</title><link>https://x.example/</link></item>"));

    assertThat(read)
        .isInstanceOfSatisfying(
            Reading.Feed.class,
            feed -> {
              assertThat(entries(feed)).extracting(e -> e.content().author()).containsExactly("1");
            });
  }

  @Test
  void the_hash_knows_content_but_neither_dates_nor_the_order_of_tags() {
    var one = "<title>A</title><category>x</category><category>y</category>";
    var other = "<category>y</category><category>x</category><title> A </title><guid>1</guid>";

    assertThat(entry(one).marks().content())
        .isEqualTo(entry(other + "<pubDate>2025-06-03</pubDate>").marks().content())
        .isNotEqualTo(entry("<title>A</title>").marks().content())
        .isNotEqualTo(entry("<title>B</title><category>x</category>").marks().content())
        .matches("2:[0-9a-f]{16}");
  }

  private static String primary(String children) {
    return entry(children).key().primary();
  }
}
