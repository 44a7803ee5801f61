package dev.feedwarden.feed;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.feedwarden.model.Budget;
import dev.feedwarden.model.Entry;
import dev.feedwarden.model.WebUrl;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Feeds for tests: the files in {@code feeds/}, and small ones written in place. */
final class Feeds {
  static final WebUrl BASE = WebUrl.of("https://base.example/dir/feed.xml?page=1");

  private Feeds() {}

  static byte[] file(String name) {
    try (var in = Feeds.class.getResourceAsStream("/feeds/" + name)) {
      return Objects.requireNonNull(in, name).readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Reading read(String text) {
    return FeedReader.read(text.getBytes(UTF_8), null, BASE, Budget.UNLIMITED);
  }

  static String rss(String items) {
    return "<rss version=\"2.0\"><channel><title>T</title>" + items + "</channel></rss>";
  }

  static List<Entry> entries(String items) {
    return entries((Reading.Feed) read(rss(items)));
  }

  static List<Entry> entries(Reading.Feed feed) {
    return Sifting.changes(feed.channel(), Identity.of(feed.items()), Map.of(), 0, Budget.UNLIMITED)
        .orElseThrow()
        .entries();
  }

  static Entry entry(String children) {
    return entries("<item>" + children + "</item>").getFirst();
  }
}
