package dev.feedwarden.poll;

import static dev.feedwarden.poll.OneFeed.PATH;
import static dev.feedwarden.poll.OneFeed.START;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.lab.Answer;
import dev.feedwarden.lab.Answers;
import dev.feedwarden.lab.Feeds;
import dev.feedwarden.model.Watch.Silence;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A feed that goes on answering and has nothing to say any more. */
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class StaleTest {
  private static final Duration HALF_A_DAY = Duration.ofHours(12);

  @TempDir Path folder;
  private OneFeed feed;

  @BeforeEach
  void open() {
    feed = new OneFeed(folder);
  }

  @AfterEach
  void close() {
    feed.close();
  }

  /** One item a day, the newest of this day. */
  private static Answer daily(Instant newest, int count) {
    return of(IntStream.range(0, count).mapToObj(i -> newest.minus(Duration.ofDays(i))).toList());
  }

  private static Answer of(List<Instant> days) {
    var items =
        days.stream()
            .map(
                day ->
                    new Feeds.Item(
                        day.toString(), "Day " + day, "https://a.example/" + day, day, "<p>x</p>"))
            .toList();
    return Answers.ok(Feeds.rss("Days", "https://a.example/", items), "application/rss+xml")
        .etag("\"" + days.getFirst() + "\"");
  }

  /** Polls twice a day for some days. */
  private void days(int days) {
    for (int i = 0; i < 2 * days; i++) {
      feed.after(HALF_A_DAY);
    }
  }

  @Test
  void a_silence_that_is_not_usual_is_told_once_and_ends_with_the_next_item() {
    feed.serving(daily(START, 30)).after(Duration.ZERO);
    var usual = Objects.requireNonNull(feed.snapshot().watch().silence().usualUntil());
    assertThat(usual).isBetween(START.plus(Duration.ofDays(7)), START.plus(Duration.ofDays(15)));

    days(40);

    var stale = feed.snapshot().watch().silence();
    assertThat(stale.usualUntil()).isEqualTo(usual);
    assertThat(stale.staleSince()).isBetween(usual, usual.plus(HALF_A_DAY));
    assertThat(feed.told()).containsExactly("feed_stale");
    assertThat(feed.history().stream().filter(line -> line.contains("STALE")))
        .containsExactly("fresh [STALE]");
    // Once a week, and once before anybody says so: nobody's 304 is taken for it.
    assertThat(
            feed.server.seen(PATH).stream()
                .filter(seen -> !seen.headers().containsKey("if-none-match")))
        .hasSizeBetween(6, 8);

    feed.serving(
            of(
                List.of(
                    feed.now(),
                    START,
                    START.minus(Duration.ofDays(1)),
                    START.minus(Duration.ofDays(2)))))
        .after(HALF_A_DAY);

    assertThat(feed.snapshot().watch().silence().staleSince()).isNull();
    assertThat(feed.told()).containsExactly("feed_stale", "feed_stale_over");
  }

  @Test
  void a_feed_that_goes_on_is_never_stale() {
    feed.serving(daily(START, 30)).after(Duration.ZERO);
    for (int day = 1; day <= 20; day++) {
      feed.serving(daily(START.plus(Duration.ofDays(day)), 30));
      days(1);
    }

    assertThat(feed.told()).isEmpty();
  }

  @Test
  void a_feed_of_nine_items_is_never_stale() {
    feed.serving(daily(START, 9)).after(Duration.ZERO);
    days(60);

    assertThat(feed.snapshot().watch().silence()).isEqualTo(Silence.UNKNOWN);
    assertThat(feed.told()).isEmpty();
  }

  @Test
  void what_was_silent_before_we_came_is_stale_without_a_word() {
    feed.serving(daily(START.minus(Duration.ofDays(400)), 30)).after(Duration.ZERO);

    days(10);

    assertThat(feed.snapshot().watch().silence().staleSince()).isEqualTo(START);
    assertThat(feed.told()).isEmpty();
  }
}
