package dev.feedwarden.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.feed.Channel;
import dev.feedwarden.feed.Format;
import dev.feedwarden.feed.Item;
import dev.feedwarden.feed.Losses;
import dev.feedwarden.feed.Markup;
import dev.feedwarden.feed.Reading;
import dev.feedwarden.model.Cause;
import dev.feedwarden.model.Enclosure;
import dev.feedwarden.model.Entry;
import dev.feedwarden.model.Hints;
import dev.feedwarden.model.Person;
import dev.feedwarden.model.WebUrl;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class ParsedFeedTest {
  private static final WebUrl BASE = WebUrl.of("https://x.example/");
  private static final Whence WHENCE = new Whence(BASE);
  private static final Instant DAY = Instant.parse("2026-02-01T00:00:00Z");
  private static final Person ANN = new Person("Ann", "ann@x.example", "https://x.example/ann");
  private static final Person BOB = new Person("Bob", null, null);
  private static final Markup NONE = Markup.none(BASE);

  private static Markup text(String value) {
    return new Markup(value, false, BASE);
  }

  private static Channel channel(List<Person> authors) {
    return new Channel(
        new Channel.Names("id", "Title", text("a < b"), "de", text("rights"), "generator"),
        new Channel.Places(
            "https://x.example/",
            "https://x.example/f",
            "https://x.example/i.png",
            List.of("https://hub.example/"),
            Channel.Pages.NONE,
            null),
        authors,
        List.of("x", "y"),
        new Entry.Dates(DAY, DAY.plusSeconds(1), false),
        new Hints(Duration.ofHours(1), Set.of(), Set.of()));
  }

  private static Item item(Person... authors) {
    return new Item(
        "1",
        new Item.Words("One", text("S"), text("C"), "fr"),
        new Item.Links(
            "https://x.example/1",
            "https://x.example/1#c",
            List.of(
                new Enclosure("https://x.example/1.mp3", "audio/mpeg", 12L),
                new Enclosure("https://x.example/2.mp3", null, null))),
        List.of(authors),
        List.of("t"),
        new Entry.Dates(DAY, null, true));
  }

  private static Item bare() {
    return new Item(
        null,
        new Item.Words("", NONE, NONE, null),
        new Item.Links(null, null, List.of()),
        List.of(),
        List.of(),
        Entry.Dates.NONE);
  }

  private static String line(Reading reading) {
    return new String(ParsedFeed.line("f.xml", reading, WHENCE), UTF_8);
  }

  @Test
  void everything_that_is_known_is_told() {
    var feed =
        new Reading.Feed(
            Format.ATOM_10,
            ISO_8859_1,
            channel(List.of(ANN)),
            List.of(item(ANN, BOB)),
            new Losses(true, 1, 2, 3));

    assertThat(line(feed))
        .isEqualTo(
            """
            {"file":"f.xml","ok":true,"feed":{"id":"id","title":"Title",
            "link":"https://x.example/","self":"https://x.example/f",
            "description":"a &lt; b","language":"de",
            "published":"2026-02-01T00:00:00Z","updated":"2026-02-01T00:00:01Z",
            "author":{"name":"Ann","email":"ann@x.example","uri":"https://x.example/ann"},
            "rights":"rights","generator":"generator","image":"https://x.example/i.png",
            "ttl":"60","categories":["x","y"],"format":"atom10","encoding":"iso-8859-1"},
            "entries":[{"id":"1","title":"One","link":"https://x.example/1",
            "published":"2026-02-01T00:00:00Z","dates_guessed":true,
            "authors":[{"name":"Ann","email":"ann@x.example","uri":"https://x.example/ann"},
            {"name":"Bob"}],"summary":"S","content":"C","language":"fr",
            "comments":"https://x.example/1#c","categories":["t"],
            "enclosures":[{"url":"https://x.example/1.mp3","type":"audio/mpeg","length":12},
            {"url":"https://x.example/2.mp3"}]}],
            "recovered":true,"losses":{"items":1,"fields":2,"children":3}}
            """
                    .replace("\n", "")
                + "\n");
  }

  @Test
  void what_is_not_known_is_left_out_and_an_entry_of_nobody_is_by_the_feeds_author() {
    var feed =
        new Reading.Feed(Format.RSS_20, UTF_8, channel(List.of(BOB)), List.of(bare()), Losses.NONE);

    assertThat(line(feed)).endsWith("\"entries\":[{\"author\":{\"name\":\"Bob\"}}]}\n");
  }

  @Test
  void half_a_character_does_not_break_the_line() {
    assertThat(new String(ParsedFeed.failure("a\ud800b", "\udc00"), UTF_8))
        .isEqualTo("{\"file\":\"a?b\",\"ok\":false,\"error\":\"?\"}\n");
    assertThat(line(new Reading.Unreadable(Cause.NOT_A_FEED)))
        .isEqualTo("{\"file\":\"f.xml\",\"ok\":false,\"error\":\"not_a_feed\"}\n");
  }
}
