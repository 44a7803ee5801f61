package dev.feedwarden.feed;

import static dev.feedwarden.feed.Feeds.BASE;
import static dev.feedwarden.feed.Feeds.file;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.time.DayOfWeek.SATURDAY;
import static java.time.DayOfWeek.SUNDAY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Budget;
import dev.feedwarden.model.Enclosure;
import dev.feedwarden.model.Entry;
import dev.feedwarden.model.Hints;
import dev.feedwarden.model.Person;
import dev.feedwarden.model.WebUrl;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The vocabularies beside RSS's own: iTunes, Media RSS, Dublin Core, Atom and the others. */
final class ModulesTest {
  @Test
  void reads_a_podcast_with_every_module() {
    assertThat(FeedReader.read(file("podcast.xml"), null, BASE, Budget.UNLIMITED))
        .isEqualTo(
            new Reading.Feed(
                Format.RSS_20, UTF_8, channel(), List.of(wind(), waves()), Losses.NONE));
  }

  private static Channel channel() {
    return new Channel(
        new Channel.Names(
            "917393e3-1b1e-5cef-ace4-edaa54e1f810",
            "Möwenfunk",
            new Markup("Talk <em>by</em> gulls", true, BASE),
            "de-DE",
            new Markup("© Gulls & Co", true, BASE),
            "Nest 2.1"),
        new Channel.Places(
            "https://gulls.example/",
            "https://gulls.example/feed",
            "https://base.example/dir/logo.png",
            List.of("https://hub.example/", "https://other-hub.example/"),
            new Channel.Pages(
                "https://base.example/dir/feed.xml?page=2",
                "https://base.example/2024.xml",
                "https://base.example/feed"),
            "https://new.gulls.example/feed"),
        List.of(new Person("Ed Gull", "ed@gulls.example", null)),
        List.of("Sea", "Science", "Nature", "gull", "shore"),
        new Entry.Dates(
            Instant.parse("2025-06-03T06:00:00Z"), Instant.parse("2025-06-03T05:00:00Z"), false),
        new Hints(
            Duration.ofMinutes(90),
            Set.of(0, 7),
            Set.of(SATURDAY, SUNDAY),
            WebUrl.of("https://new.gulls.example/feed")));
  }

  private static Item wind() {
    return new Item(
        "gull-1",
        new Item.Words(
            "Wind",
            new Markup("Short", true, BASE),
            new Markup("<p>Long &amp; windy</p>", true, BASE),
            "en"),
        new Item.Links(
            "https://base.example/1",
            "https://gulls.example/1#talk",
            List.of(
                new Enclosure("https://base.example/1.mp3", "audio/mpeg", 1234L),
                new Enclosure("https://base.example/1.opus", "audio/opus", 99L))),
        List.of(new Person("Ann", null, null), new Person("Bob", null, null)),
        List.of("weather"),
        new Entry.Dates(
            Instant.parse("2025-06-02T08:00:00Z"), Instant.parse("2025-06-02T12:00:00Z"), false));
  }

  private static Item waves() {
    return new Item(
        "urn:gull:2",
        new Item.Words("Vagues", new Markup("Des vagues", true, BASE), Markup.none(BASE), "fr"),
        new Item.Links(
            "https://gulls.example/2",
            "https://gulls.example/2/comments.xml",
            List.of(
                new Enclosure("https://cdn.example/2.mp4", "video/mp4", 77L),
                new Enclosure("https://cdn.example/2.webm", "video/webm", null))),
        List.of(new Person("Dee", null, null)),
        List.of("mer", "sel"),
        new Entry.Dates(Instant.parse("2025-05-30T00:00:00Z"), null, true));
  }

  @ParameterizedTest(name = "{0} before {1}")
  @CsvSource({
    "title, dc:title",
    "dc:title, itunes:title",
    "itunes:title, media:title",
    "description, dc:description",
    "dc:description, itunes:summary",
    "itunes:summary, itunes:subtitle",
    "itunes:subtitle, media:description",
    "content:encoded, content",
    "content, xhtml:body",
    "pubDate, dc:date",
    "dc:date, date",
    "date, dcterms:created",
    "updated, dcterms:modified",
    "author, dc:creator",
    "dc:creator, itunes:author",
    "itunes:author, podcast:person",
    "podcast:person, itunes:owner",
    "itunes:owner, dc:publisher",
    "dc:publisher, webMaster",
    "webMaster, media:credit",
    "id, podcast:guid",
    "podcast:guid, dc:identifier",
    "language, dc:language",
    "comments, wfw:commentRss"
  })
  void the_more_particular_element_speaks_wherever_it_stands(String better, String worse) {
    var first = element(better, true);
    var second = element(worse, false);

    assertThat(item(first + second)).isEqualTo(item(first)).isEqualTo(item(second + first));
    assertThat(item(second)).isNotEqualTo(item("")).isNotEqualTo(item(first));
  }

  private static String element(String name, boolean better) {
    var date = name.toLowerCase(Locale.ROOT).matches(".*(date|created|modified)d?");
    var word = better ? "https://a.example/" : "https://b.example/";
    var value = date ? (better ? "2025-06-03T00:00:00Z" : "2025-06-04T00:00:00Z") : word;
    return "<" + name + ">" + value + "</" + name + ">";
  }

  private static Item item(String children) {
    return ((Reading.Feed) Feeds.read(Feeds.rss("<item>" + children + "</item>")))
        .items()
        .getFirst();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      textBlock =
          """
          <ttl>60</ttl>                                                          | PT1H
          <ttl> 60 </ttl>                                                        | PT1H
          <ttl>0</ttl>                                                           | -
          <ttl>-5</ttl>                                                          | -
          <ttl>1000000000</ttl>                                                  | -
          <ttl>527041</ttl>                                                      | -
          <ttl>٦٠</ttl>                                                          | -
          <ttl>soon</ttl>                                                        | -
          <sy:updatePeriod>hourly</sy:updatePeriod>                              | PT1H
          <sy:updatePeriod> Weekly </sy:updatePeriod>                            | PT168H
          <sy:updatePeriod>never</sy:updatePeriod>                               | -
          <sy:updateFrequency>2</sy:updateFrequency>                             | -
          <sy:updatePeriod>daily</sy:updatePeriod><sy:updateFrequency>0</sy:updateFrequency>  | PT24H
          <sy:updatePeriod>daily</sy:updatePeriod><sy:updateFrequency>24</sy:updateFrequency> | PT1H
          <sy:updatePeriod>yearly</sy:updatePeriod><ttl>5</ttl>                  | PT5M
          """)
  void a_feed_may_say_how_often(String elements, @Nullable Duration between) {
    var feed = (Reading.Feed) Feeds.read(Feeds.rss(elements));

    assertThat(feed.channel().hints()).isEqualTo(new Hints(between, Set.of(), Set.of()));
  }

  @Test
  void a_foreign_vocabulary_means_nothing_whatever_its_prefix() {
    assertThat(item("<dc:creator xmlns:dc='urn:mine'>x</dc:creator><x:title>y</x:title>"))
        .isEqualTo(item(""));
  }
}
