package dev.feedwarden.poll;

import static dev.feedwarden.poll.OneFeed.PATH;
import static dev.feedwarden.poll.OneFeed.START;
import static dev.feedwarden.poll.OneFeed.items;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.lab.Answer;
import dev.feedwarden.lab.Answers;
import dev.feedwarden.lab.Feeds;
import dev.feedwarden.lab.Upstream;
import dev.feedwarden.model.Gap;
import dev.feedwarden.model.NextPoll;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A feed into which more comes between two polls than it holds. */
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class GapTest {
  private static final int WINDOW = 10;

  @TempDir Path folder;
  private OneFeed feed;

  @BeforeEach
  void a_feed_with_a_full_window() {
    feed = new OneFeed(folder);
    feed.serving(page(10, null)).after(Duration.ZERO);
    feed.serving(page(12, null)).after(Duration.ofHours(2));
  }

  @AfterEach
  void close() {
    feed.close();
  }

  /** Ten items with a link to the older ones. */
  private static Answer page(int newest, @Nullable String older) {
    var text = Feeds.atom("News", "https://a.example/", items("a.example", newest, WINDOW));
    return Answers.ok(
        older == null
            ? text
            : text.replaceFirst("<id>", "<link rel='prev-archive' href='" + older + "'/><id>"),
        "application/atom+xml");
  }

  private static List<String> guids(int first, int last) {
    return IntStream.rangeClosed(first, last).mapToObj(i -> "a.example-" + i).toList();
  }

  private static Instant published(int item) {
    return START.minus(Duration.ofDays(30)).plus(Duration.ofHours(item));
  }

  @Test
  void what_was_lost_is_recorded_told_and_asked_for_sooner() {
    feed.serving(page(40, null));

    var poll = feed.after(Duration.ofHours(28));

    assertThat(feed.history().getFirst()).isEqualTo("fresh [GAP]");
    assertThat(feed.gaps())
        .containsExactly(new Gap(published(12), published(31), null, Gap.Filling.NONE));
    assertThat(feed.told()).containsExactly("feed_gap");
    // Nine hours of items: half of that, whatever the feed's age would allow.
    assertThat(feed.snapshot().rhythm().atMost()).isEqualTo(Duration.ofMinutes(270));
    var next = poll.transition().next();
    assertThat(next.reason()).isEqualTo(NextPoll.Reason.LEARNED);
    assertThat(next.at())
        .isBetween(
            feed.now().plus(Duration.ofMinutes(240)), feed.now().plus(Duration.ofMinutes(270)));
  }

  @Test
  void the_archive_of_a_feed_fills_its_gap() {
    feed.server.route("/2", page(30, "/1"));
    feed.server.route("/1", page(20, "/0"));
    feed.server.route("/0", page(10, null));
    feed.serving(page(40, "/2"));

    feed.after(Duration.ofHours(28));

    assertThat(feed.history().getFirst()).isEqualTo("fresh [GAP, GAP_FILLED]");
    assertThat(feed.stored()).isEqualTo(guids(1, 40));
    assertThat(feed.gaps())
        .containsExactly(new Gap(published(12), published(31), null, new Gap.Filling(2, 18, true)));
    // The page behind the one that joins is nobody's business, and nobody needs to know.
    assertThat(feed.server.count("/0")).isZero();
    assertThat(feed.told()).isEmpty();
  }

  @Test
  void an_archive_without_an_end_is_followed_for_a_while() {
    feed.server.otherwise(
        (request, wire) -> {
          var number = Integer.parseInt(request.path().substring(2));
          page(100_000 - 10 * number, "/p" + (number + 1)).answer(request, wire);
        });
    feed.serving(page(100_000, "/p1"));

    feed.after(Duration.ofHours(28));

    assertThat(feed.server.seen().stream().filter(seen -> !seen.path().equals(PATH)))
        .hasSize(Backfill.MOST_PAGES);
    assertThat(feed.gaps().getFirst().filling())
        .isEqualTo(new Gap.Filling(Backfill.MOST_PAGES, 10 * Backfill.MOST_PAGES, false));
    assertThat(feed.told()).containsExactly("feed_gap");
  }

  @Test
  void an_archive_that_goes_round_in_circles_or_fails_is_left() {
    feed.server.route("/2", page(30, "/2"));
    feed.serving(page(40, "/2")).after(Duration.ofHours(28));
    assertThat(feed.gaps().getFirst().filling()).isEqualTo(new Gap.Filling(1, 10, false));

    feed.server.route("/3", Answers.status(500));
    feed.serving(page(80, "/3")).after(Duration.ofHours(28));
    assertThat(feed.gaps().getFirst().filling()).isEqualTo(new Gap.Filling(1, 0, false));
    assertThat(feed.server.count("/2") + feed.server.count("/3")).isEqualTo(2);
  }

  @Test
  void an_archive_at_another_host_is_not_ours_to_ask() {
    try (var other = Upstream.start("127.0.0.9").route("/2", page(30, null))) {
      feed.serving(page(40, other.url("/2"))).after(Duration.ofHours(28));

      assertThat(other.seen()).isEmpty();
    }
    assertThat(feed.gaps().getFirst().filling()).isEqualTo(Gap.Filling.NONE);
  }

  @Test
  void at_ten_times_the_usual_rate_nothing_more_is_lost_once_a_gap_was_seen() {
    var offered = 12;
    var minutes = 0L;
    feed.serving(fast(offered += 60)).after(Duration.ofHours(6)); // ten an hour, unseen
    for (int i = 0; i < 20; i++) {
      var next = feed.registered().state().next().at();
      var wait = Duration.between(feed.now(), next);
      minutes += wait.toMinutes();
      offered += (int) (wait.toMinutes() / 6);
      feed.serving(fast(offered)).after(wait);
    }

    System.out.println(
        "window of 10 at ten items an hour: "
            + feed.gaps().size()
            + " gap, then a poll every "
            + minutes / 20
            + " minutes, "
            + (offered - 12)
            + " items offered");
    assertThat(feed.gaps()).hasSize(1);
    assertThat(feed.stored()).hasSize(12 + (offered - 12) - 50);
  }

  /** Ten items, six minutes between two; the newest is of now. */
  private Answer fast(int newest) {
    var list =
        IntStream.range(0, WINDOW)
            .mapToObj(
                i ->
                    new Feeds.Item(
                        "a.example-" + (newest - i),
                        "Item " + (newest - i),
                        "https://a.example/" + (newest - i),
                        START.plus(Duration.ofMinutes(6L * (newest - i))),
                        "<p>Text</p>"))
            .toList();
    return Answers.ok(Feeds.atom("News", "https://a.example/", list), "application/atom+xml");
  }

  @Test
  void entries_with_other_names_are_no_gap() {
    feed.serving(
        Answers.ok(
            Feeds.atom("News", "https://a.example/", items("www.a.example", 12, WINDOW)),
            "application/atom+xml"));

    feed.after(Duration.ofHours(1));

    assertThat(feed.gaps()).isEmpty();
  }
}
