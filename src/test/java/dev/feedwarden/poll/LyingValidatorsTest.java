package dev.feedwarden.poll;

import static dev.feedwarden.poll.OneFeed.PATH;
import static dev.feedwarden.poll.OneFeed.START;
import static dev.feedwarden.poll.OneFeed.rss;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.lab.Answer;
import dev.feedwarden.lab.Answers;
import dev.feedwarden.lab.Behaviour;
import dev.feedwarden.model.Lie;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers whose ETag lies one way or the other: found out, and asked with what works. */
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class LyingValidatorsTest {
  private static final Duration HOUR = Duration.ofHours(1);
  private static final int BEFORE = 720; // the item of START: one comes every hour
  private static final int WINDOW = 50;

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

  /** The document of an hour after the start. */
  private static Answer at(int hour) {
    return rss("a.example", BEFORE + hour, WINDOW);
  }

  /** Polls every hour a feed that has something new every so many hours. */
  private void hours(int from, int to, int every, IntFunction<Behaviour> answer) {
    for (int hour = from; hour <= to; hour++) {
      feed.serving(answer.apply(hour / every * every)).after(hour == 0 ? Duration.ZERO : HOUR);
    }
  }

  private List<Boolean> conditional() {
    return feed.server.seen(PATH).stream()
        .map(
            seen ->
                seen.headers().containsKey("if-none-match")
                    || seen.headers().containsKey("if-modified-since"))
        .toList();
  }

  private List<String> offered(int lastHour) {
    return IntStream.rangeClosed(BEFORE - WINDOW + 1, BEFORE + lastHour)
        .mapToObj(i -> "a.example-" + i)
        .toList();
  }

  @Test
  void A_08_the_same_etag_for_changed_content_is_found_out_and_no_longer_asked_with() {
    hours(0, 60, 1, hour -> at(hour).etag("\"always\""));

    assertThat(feed.stored()).isEqualTo(offered(60));
    assertThat(feed.snapshot().reliability().lie())
        .isEqualTo(new Lie(Lie.Kind.BOTH, START.plus(Duration.ofHours(60))));
    assertThat(feed.history().stream().filter(line -> line.equals("fresh [ETAG_LIES]"))).hasSize(1);
    // 24 times "not modified" were looked into; since then nothing is asked conditionally.
    assertThat(conditional().indexOf(true)).isEqualTo(1);
    assertThat(conditional().lastIndexOf(true)).isEqualTo(24);
  }

  @Test
  void A_08_where_the_date_tells_the_truth_it_is_asked_by_the_date() {
    hours(0, 40, 1, hour -> at(hour).etag("\"always\"").lastModified("hour " + hour));

    assertThat(feed.snapshot().reliability().lie())
        .isEqualTo(new Lie(Lie.Kind.ETAG, START.plus(Duration.ofHours(40))));
    var last = feed.server.seen(PATH).getLast().headers();
    assertThat(last).containsKey("if-modified-since").doesNotContainKey("if-none-match");
    assertThat(feed.stored()).isEqualTo(offered(40));
  }

  @Test
  void A_08_a_304_for_ever_is_found_out() {
    Behaviour unmodified = Answers.status(304);
    hours(
        0,
        60,
        1,
        hour ->
            (request, wire) -> {
              var asked = request.header("If-None-Match") != null;
              (asked ? unmodified : at(hour).with("ETag", "\"" + hour + "\""))
                  .answer(request, wire);
            });

    assertThat(feed.stored()).isEqualTo(offered(60));
    assertThat(feed.snapshot().reliability().lie())
        .isEqualTo(new Lie(Lie.Kind.ANSWER, START.plus(Duration.ofHours(25))));
    assertThat(conditional().lastIndexOf(true)).isEqualTo(24);
  }

  @Test
  void A_08_a_new_etag_for_the_same_content_is_left_alone_and_nothing_is_told_twice() {
    var number = new AtomicInteger();
    hours(
        0,
        9,
        100,
        _ ->
            (request, wire) ->
                at(0)
                    .etag("\"" + number.incrementAndGet() + "\"")
                    .lastModified("Mon, 02 Mar 2026 08:00:00 GMT")
                    .answer(request, wire));

    assertThat(feed.stored()).isEqualTo(offered(0));
    // Four documents, then the date alone.
    assertThat(
            feed.server.seen(PATH).stream()
                .map(seen -> seen.headers().containsKey("if-none-match")))
        .containsExactly(false, true, true, true, false, false, false, false, false, false);
    assertThat(feed.history().stream().filter(line -> line.startsWith("fresh"))).hasSize(4);
  }

  @Test
  void an_honest_server_is_hardly_ever_asked_for_more_than_it_takes() {
    hours(0, 240, 30, hour -> at(hour).etag("\"" + hour + "\""));

    var wasted =
        IntStream.range(0, conditional().size())
            .filter(i -> !conditional().get(i) && i % 30 != 0)
            .count();
    System.out.println(
        "whole documents of an honest feed without need: "
            + wasted
            + " of "
            + conditional().size()
            + " polls");
    assertThat(wasted).isLessThanOrEqualTo(conditional().size() / 25);
    assertThat(feed.snapshot().reliability().lie()).isNull();
    assertThat(feed.stored()).hasSize(WINDOW + 240);
  }
}
