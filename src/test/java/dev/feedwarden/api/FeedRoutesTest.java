package dev.feedwarden.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.feed.FeedReader;
import dev.feedwarden.feed.Reading;
import dev.feedwarden.model.Budget;
import dev.feedwarden.model.Change;
import dev.feedwarden.model.Changes;
import dev.feedwarden.model.Claim;
import dev.feedwarden.model.Entry;
import dev.feedwarden.model.FeedState.Snapshot;
import dev.feedwarden.model.Health;
import dev.feedwarden.model.NextPoll;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.Poll;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.Standing;
import dev.feedwarden.model.Transition;
import dev.feedwarden.model.Validators;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.store.BatchQueue;
import dev.feedwarden.store.Commits;
import dev.feedwarden.store.Turns;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Feeds that we write, read again by our own reader. */
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class FeedRoutesTest {
  private static final Instant PUBLISHED = Instant.parse("2026-02-01T10:00:00Z");

  @TempDir Path folder;
  private Served served;
  private String one;

  @BeforeEach
  void open() {
    served = Served.in(folder);
    one = served.register("https://a.example/feed");
    var other = served.register("https://b.example/feed");
    served.ask("PATCH", "/api/v1/sources/" + one, "{\"tags\":[\"news\"]}", "If-Match", "*");
    store(one, "first", "One & <b>only</b> \u0007");
    store(other, "second", "Two");
  }

  @AfterEach
  void close() {
    served.close();
  }

  private void store(String id, String key, String title) {
    var queue = new BatchQueue(served.database());
    var selection = new BatchQueue.Selection(new SourceId(id), null, Duration.ZERO, true);
    var now = served.database().now();
    if (!(queue.take(queue.plan(selection, 1, now).getFirst(), selection, now)
        instanceof BatchQueue.Take.Taken(Claim claim))) {
      throw new AssertionError("not taken");
    }
    var entry =
        new Entry(
            new Entry.EntryKey(key, null),
            key,
            new Entry.Content(
                title, "https://a.example/" + key, "Eve", "A summary", List.of("x"), null),
            new Entry.Body("<p>Text of " + key + "</p>", List.of(), null),
            new Entry.Dates(PUBLISHED, null, false),
            new Entry.Marks("1:" + title, null));
    var poll =
        new Poll(
            claim,
            new Outcome.Fresh(
                new Changes(List.<Change>of(new Change.Added(entry)), 0),
                new Snapshot(Validators.NONE, null, 1)),
            new Transition(
                Health.FINE, Standing.ACTIVE, new NextPoll(now, NextPoll.Reason.INTERVAL)),
            new Poll.Visit(now, Duration.ZERO, 0, 200, 1));
    new Commits(served.database()).commit(List.of(poll));
    queue.release(new Turns.Return(claim.lease(), now));
  }

  private Reading.Feed read(String path) {
    var got = served.ask("GET", path, null);
    assertThat(got.status()).as(got.text()).isEqualTo(200);
    var reading =
        FeedReader.read(
            got.text().getBytes(UTF_8),
            got.header("Content-Type"),
            WebUrl.of("https://feeds.example/"),
            Budget.UNLIMITED);
    if (reading instanceof Reading.Feed feed) {
      return feed;
    }
    throw new AssertionError(reading + "\n" + got.text());
  }

  @ParameterizedTest
  @CsvSource({"atom, ATOM", "rss, RSS", "json, JSON"})
  void the_newest_articles_are_a_feed_that_can_be_read(String suffix, String format) {
    var feed = read("/feeds/articles." + suffix);

    assertThat(feed.format().name()).startsWith(format);
    assertThat(feed.losses().recovered()).isFalse();
    assertThat(feed.items()).hasSize(2);
    var older = feed.items().getLast();
    assertThat(older.links().page()).isEqualTo("https://a.example/first");
    assertThat(older.tags()).containsExactly("x");
    assertThat(older.dates().published()).isEqualTo(PUBLISHED);
    assertThat(older.words().content().toString()).contains("<p>Text of first</p>");
    assertThat(older.words().title()).startsWith("One & ").doesNotContain("\u0007");
    assertThat(feed.items().getFirst().words().title()).isEqualTo("Two");
  }

  @Test
  void a_selection_has_a_feed_of_its_own() {
    assertThat(read("/feeds/articles.atom?tag=news").items()).hasSize(1);
    assertThat(read("/feeds/articles.atom?source=" + one).items()).hasSize(1);
    assertThat(read("/feeds/articles.json?limit=1").items()).hasSize(1);
    assertThat(read("/feeds/articles.rss?tag=nothing").items()).isEmpty();
    assertThat(
            served
                .ask("GET", "/feeds/articles.rss?source=00000000-0000-7000-8000-000000000000", null)
                .status())
        .isEqualTo(404);
  }
}
