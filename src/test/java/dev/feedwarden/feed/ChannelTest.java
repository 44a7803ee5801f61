package dev.feedwarden.feed;

import static dev.feedwarden.feed.Feeds.BASE;
import static dev.feedwarden.feed.Feeds.file;
import static dev.feedwarden.feed.Feeds.rss;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Budget;
import dev.feedwarden.model.Enclosure;
import dev.feedwarden.model.Entry;
import dev.feedwarden.model.Hints;
import dev.feedwarden.model.Person;
import dev.feedwarden.model.WebUrl;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a feed says about itself and hands down to its entries: bases, languages, origins. */
final class ChannelTest {
  private static final WebUrl PLANET = WebUrl.of("https://planet.example/");
  private static final WebUrl POSTS = WebUrl.of("https://planet.example/posts/");

  @Test
  void reads_an_atom_feed_with_all_its_parts() {
    var channel =
        new Channel(
            new Channel.Names(
                "tag:planet.example,2025:feed",
                "Planet",
                new Markup("All <b>of</b> us", true, PLANET),
                "en",
                new Markup("CC0", false, PLANET),
                "Gen"),
            new Channel.Places(
                "https://planet.example/",
                "https://planet.example/atom.xml",
                "https://planet.example/logo.png",
                List.of("https://hub.example/"),
                Channel.Pages.NONE,
                null),
            List.of(new Person("Pia", null, "https://planet.example/pia")),
            List.of(),
            new Entry.Dates(null, Instant.parse("2025-06-03T09:39:21Z"), false),
            Hints.NONE);

    assertThat(FeedReader.read(file("planet.atom"), null, BASE, Budget.UNLIMITED))
        .isEqualTo(
            new Reading.Feed(Format.ATOM_10, UTF_8, channel, List.of(taken(), own()), Losses.NONE));
  }

  private static Item taken() {
    var deep = WebUrl.of("https://planet.example/posts/deep/");
    return new Item(
        "urn:planet:1",
        new Item.Words(
            "Olá mundo",
            Markup.none(POSTS),
            new Markup(
                "<div><a href=\"https://planet.example/posts/deep/er/x\">x</a></div>", true, deep),
            "pt-BR"),
        new Item.Links(
            "https://planet.example/posts/1.html",
            "https://planet.example/posts/1.html#replies",
            List.of(new Enclosure("https://planet.example/posts/1.png", "image/png", 12L))),
        List.of(new Person("Oda", null, null)),
        List.of("a", "B"),
        new Entry.Dates(
            Instant.parse("2025-06-01T00:00:00Z"), Instant.parse("2025-06-02T00:00:00Z"), false));
  }

  private static Item own() {
    return new Item(
        "urn:planet:2",
        new Item.Words("1 < 2", Markup.none(PLANET), Markup.none(PLANET), null),
        new Item.Links("https://planet.example/2.png", null, List.of()),
        List.of(new Person("Quy", "q@planet.example", null), new Person("Rex", null, null)),
        List.of(),
        new Entry.Dates(null, Instant.parse("2025-06-02T22:00:00Z"), false));
  }

  @ParameterizedTest(name = "{0}: {1} {2} {3}")
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      textBlock =
          """
          ann@x.example (Ann B)        | Ann B | ann@x.example | -
          Ann B <ann@x.example>        | Ann B | ann@x.example | -
          Ann B, ann@x.example         | Ann B | ann@x.example | -
          ann@x.example                | -     | ann@x.example | -
          mailto:ann@x.example         | mailto | ann@x.example | -
          Ann  B                       | Ann B | -             | -
          <name>Ann B</name><uri>/a</uri> | Ann B | -          | https://base.example/a
          <email>ann@x.example</email> | -     | ann@x.example | -
          """)
  void an_author_is_taken_apart(
      String author, @Nullable String name, @Nullable String mail, @Nullable String uri) {
    var escaped = author.contains("<ann") ? author.replace("<", "&lt;") : author;
    var feed = (Reading.Feed) Feeds.read(rss("<author>" + escaped + "</author>"));

    assertThat(feed.channel().authors()).containsExactly(new Person(name, mail, uri));
  }

  @ParameterizedTest(name = "<{0}> is {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          rss version='0.91'                                                   | RSS_091
          rss version='0.92'                                                   | RSS_092
          rss version='0.93'                                                   | RSS_093
          rss version='0.94'                                                   | RSS_094
          rss version=' 2.0 '                                                  | RSS_20
          rss version='3000'                                                   | RSS
          rss                                                                  | RSS
          rdf:RDF xmlns='http://purl.org/rss/1.0/'                             | RSS_10
          rdf:RDF xmlns='http://my.netscape.com/rdf/simple/0.9/'               | RSS_090
          feed xmlns='http://www.w3.org/2005/Atom'                             | ATOM_10
          feed version='0.3' xmlns='http://purl.org/atom/ns#'                  | ATOM_03
          feed xmlns='http://purl.org/atom/ns#'                                | ATOM_03
          channel                                                              | CDF
          """)
  void the_root_says_the_format(String root, Format format) {
    var name = root.replaceAll(" .*", "");
    var read = Feeds.read("<" + root + "><title>T</title></" + name + ">");

    assertThat(((Reading.Feed) read).format()).isEqualTo(format);
  }

  @Test
  void a_base_that_leads_nowhere_changes_nothing() {
    for (var base : List.of("javascript:1", "file:///x/", "http://[", "", "http:///")) {
      var item = "<item xml:base='" + base + "'><link>x</link></item>";
      var feed = (Reading.Feed) Feeds.read(rss(item));
      assertThat(feed.items().getFirst().links().page())
          .as(base)
          .isEqualTo("https://base.example/dir/x");
    }
  }
}
