package dev.feedwarden.poll;

import static dev.feedwarden.poll.OneFeed.PATH;
import static dev.feedwarden.poll.OneFeed.rss;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.lab.Answers;
import dev.feedwarden.lab.Feeds;
import dev.feedwarden.model.Remark;
import dev.feedwarden.model.Suspicion;
import dev.feedwarden.model.Validators;
import dev.feedwarden.model.Watch.Doubt;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A feed that answers, but not as itself: nothing is lost, nothing wrong is believed. */
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class SuspicionTest {
  private static final Duration HOUR = Duration.ofHours(1);
  private static final String PARKED =
      "<!doctype html><html><title>ours.example</title><p>This domain is for sale!</p></html>";

  @TempDir Path folder;
  private OneFeed feed;

  @BeforeEach
  void a_feed_of_twenty_items() {
    feed = new OneFeed(folder);
    feed.serving(rss("ours.example", 20, 20).etag("\"good\"")).after(Duration.ZERO);
  }

  @AfterEach
  void close() {
    feed.close();
  }

  private static List<String> guids(String site, int first, int last) {
    return IntStream.rangeClosed(first, last).mapToObj(i -> site + "-" + i).toList();
  }

  private static List<String> both(List<String> one, List<String> other) {
    var all = new ArrayList<>(one);
    all.addAll(other);
    return all;
  }

  @Test
  void a_hijacked_feed_is_stored_but_not_believed_until_it_stays() {
    var good = feed.snapshot();
    feed.serving(rss("theirs.example", 10, 10).etag("\"bad\""));

    var poll = feed.after(HOUR);

    assertThat(poll.remarks()).containsExactly(Remark.FOREIGN);
    assertThat(feed.snapshot())
        .isEqualTo(good.doubting(new Doubt(Suspicion.FOREIGN, "theirs.example", 1, feed.now())));
    assertThat(feed.stored())
        .isEqualTo(both(guids("ours.example", 1, 20), guids("theirs.example", 1, 10)));

    feed.after(HOUR);
    assertThat(feed.snapshot().validators()).isEqualTo(good.validators());
    feed.after(HOUR);

    assertThat(feed.history())
        .containsExactly(
            "fresh [FOREIGN, ACCEPTED]", "fresh [FOREIGN]", "fresh [FOREIGN]", "fresh []");
    assertThat(feed.snapshot().validators().etag()).isEqualTo("\"bad\"");
    assertThat(feed.snapshot().watch().baseline().site()).isEqualTo("theirs.example");
    assertThat(feed.told()).containsExactly("feed_suspect", "feed_suspect_over");
    assertThat(feed.after(HOUR).remarks()).isEmpty();
  }

  @Test
  void a_feed_that_is_empty_for_an_hour_loses_nothing_and_tells_no_item_twice() {
    var good = feed.snapshot();
    feed.serving(rss("ours.example", 0, 0).etag("\"none\""));
    feed.after(Duration.ofMinutes(30));
    feed.after(Duration.ofMinutes(30));
    assertThat(feed.snapshot().watch().doubt())
        .isEqualTo(
            new Doubt(
                Suspicion.EMPTY, "ours.example", 2, feed.now().minus(Duration.ofMinutes(30))));

    feed.serving(rss("ours.example", 20, 20).etag("\"good\""));
    feed.after(Duration.ofMinutes(30));

    assertThat(feed.history())
        .containsExactly("not_modified []", "fresh [EMPTY]", "fresh [EMPTY]", "fresh []");
    assertThat(feed.snapshot())
        .isEqualTo(good.confirmed(good.validators(), good.rhythm(), feed.now()));
    assertThat(feed.stored()).isEqualTo(guids("ours.example", 1, 20));
    assertThat(feed.server.seen(PATH).getLast().request().header("If-None-Match"))
        .isEqualTo("\"good\"");
    assertThat(feed.told()).containsExactly("feed_suspect", "feed_suspect_over");
  }

  @Test
  void one_item_left_of_twenty_is_suspicious_even_if_it_is_new() {
    feed.serving(rss("ours.example", 21, 1));

    assertThat(feed.after(HOUR).remarks()).containsExactly(Remark.SMALLER);

    assertThat(feed.stored()).isEqualTo(guids("ours.example", 1, 21));
    assertThat(feed.snapshot().itemCount()).isEqualTo(20);
  }

  @Test
  void another_shape_begins_to_be_counted_anew() {
    feed.serving(rss("theirs.example", 10, 10));
    feed.after(HOUR);
    feed.after(HOUR);
    feed.serving(rss("others.example", 10, 10));

    feed.after(HOUR);

    assertThat(feed.snapshot().watch().doubt())
        .isEqualTo(new Doubt(Suspicion.FOREIGN, "others.example", 1, feed.now()));
  }

  @Test
  void R_26_a_maintenance_page_and_a_parked_domain_are_failures_that_say_what_they_are() {
    var good = feed.snapshot();
    feed.serving(Answers.ok("<!doctype html><html><p>Back soon</p></html>", "text/html"));
    feed.after(HOUR);
    feed.serving(Answers.ok(PARKED, "text/html"));
    feed.after(HOUR);

    assertThat(feed.history()).startsWith("failed [PARKED]", "failed [WEB_PAGE]");
    assertThat(feed.snapshot()).isEqualTo(good);
  }

  @Test
  void a_document_that_had_to_be_mended_changes_no_baseline_and_leaves_no_validators() {
    var text = Feeds.rss("News", "https://ours.example/", OneFeed.items("ours.example", 21, 3));
    var good = feed.snapshot().watch();
    feed.serving(
        Answers.ok(text.substring(0, text.lastIndexOf("<item>") + 20), "application/rss+xml")
            .etag("\"cut\""));

    assertThat(feed.after(HOUR).remarks()).isEmpty();

    assertThat(feed.snapshot().watch()).isEqualTo(good);
    assertThat(feed.snapshot().validators()).isEqualTo(Validators.NONE);
    assertThat(feed.stored()).isEqualTo(guids("ours.example", 1, 21));
  }

  @Test
  void a_feed_that_moves_on_is_not_suspicious() {
    feed.serving(rss("ours.example", 40, 20));

    assertThat(feed.after(HOUR).remarks()).doesNotContain(Remark.FOREIGN, Remark.SMALLER);
  }
}
