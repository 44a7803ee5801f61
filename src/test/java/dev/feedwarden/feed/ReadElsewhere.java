package dev.feedwarden.feed;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.feedwarden.model.Budget;
import java.util.Locale;
import java.util.TimeZone;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A process of its own that reads every feed of the tests in another zone and language. */
final class ReadElsewhere {
  private ReadElsewhere() {}

  /** The zone, then the language; says what it read. */
  public static void main(String[] arguments) {
    TimeZone.setDefault(TimeZone.getTimeZone(arguments[0]));
    Locale.setDefault(Locale.forLanguageTag(arguments[1]));
    System.out.println(Digest.mark(all()));
  }

  /** Everything that is read of the seeds, in one text. */
  static String all() {
    var out = new StringBuilder();
    for (var seed : Seeds.of(Law.XML)) {
      out.append(read(seed)).append('\n');
    }
    for (var name : new String[] {"podcast.xml", "planet.atom", "feed.json"}) {
      out.append(read(Feeds.file(name))).append('\n');
    }
    for (var seed : Seeds.of(Law.DATES)) {
      out.append(DateText.parse(new String(seed, UTF_8)));
    }
    return out.toString();
  }

  private static String read(byte[] body) {
    var read = FeedReader.read(body, null, Feeds.BASE, Budget.UNLIMITED);
    return read instanceof Reading.Feed feed ? text(feed) : read.toString();
  }

  // Sets are put in order, because theirs differs from one JVM to the next.
  private static String text(Reading.Feed feed) {
    var channel = feed.channel();
    var hints = channel.hints();
    return Stream.of(
            feed.format(),
            feed.charset(),
            channel.names(),
            channel.places(),
            channel.authors(),
            channel.tags(),
            channel.dates(),
            String.valueOf(hints.between()),
            new TreeSet<>(hints.skipHours()),
            new TreeSet<>(hints.skipDays()),
            feed.items(),
            feed.losses(),
            Feeds.entries(feed))
        .map(Object::toString)
        .collect(Collectors.joining("\n"));
  }
}
