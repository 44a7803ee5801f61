package dev.feedwarden.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.lab.Answers;
import dev.feedwarden.lab.ArticleDigest;
import dev.feedwarden.lab.Feeds;
import dev.feedwarden.lab.Upstream;
import dev.feedwarden.model.SourceId;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever makes polling fast, the same articles come out. */
final class DigestTest {
  private static final int FEEDS = 8;
  private static final Instant NOON = Instant.parse("2026-11-01T12:00:00Z");

  @TempDir Path folder;

  @Test
  void the_same_articles_come_out_together_and_one_by_one() throws Exception {
    var settings = Map.of("MIN_FETCH_INTERVAL_SEC", "0");
    try (var upstream = Upstream.start();
        var together = new Station(folder.resolve("together"), settings);
        var plain = new Station(folder.resolve("plain"), settings)) {
      var alone = new ArrayList<SourceId>();
      for (int feed = 0; feed < FEEDS; feed++) {
        together.add(upstream.url("/" + feed));
        alone.add(plain.add(upstream.url("/" + feed)));
      }

      for (int edition = 0; edition < 4; edition++) {
        publish(upstream, edition);
        together.pollAll(FEEDS);
        together.pollAll(FEEDS); // not modified
        for (var source : alone) {
          // Nothing is known of the last body: it is sent, read and compared in full.
          plain.sql(
              "UPDATE feed_state SET last_etag = NULL, last_modified = NULL, body_hash = NULL");
          plain.poll(source);
        }
      }

      var digest = ArticleDigest.of(plain.database());
      assertThat(digest).startsWith(FEEDS * 12 + " articles, ");
      assertThat(ArticleDigest.of(together.database())).isEqualTo(digest);
      together.sql("UPDATE articles SET title = title || '.' WHERE id = 7");
      assertThat(ArticleDigest.of(together.database())).isNotEqualTo(digest);
    }
  }

  // The second edition is the first with another ETag; then two items are new, and one has changed.
  private static void publish(Upstream upstream, int edition) {
    var news = Math.max(0, edition - 1);
    for (int feed = 0; feed < FEEDS; feed++) {
      var items =
          IntStream.rangeClosed(1 - 2 * Math.min(1, news), 10)
              .mapToObj(number -> item(number, number == 5 ? news : 0))
              .toList();
      upstream.route(
          "/" + feed,
          Answers.ok(document(feed, items), "application/xml").etag("\"" + edition + "\""));
    }
  }

  private static String document(int feed, List<Feeds.Item> items) {
    return feed % 2 == 0
        ? Feeds.rss("Feed " + feed, "http://site.example/", items)
        : Feeds.atom("Feed " + feed, "http://site.example/", items);
  }

  private static Feeds.Item item(int number, int changes) {
    return new Feeds.Item(
        "guid-" + number,
        "Title " + number + " ".repeat(changes) + "!".repeat(changes),
        "http://site.example/" + number,
        NOON.minusSeconds(3_600L * number),
        "<p onclick='x()'>No. %d&nbsp;of &lt;many&gt; <script>alert(1)</script><a href='/ref/%d?utm_source=rss'>é</a></p>"
            .formatted(number, number));
  }
}
