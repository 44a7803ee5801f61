package dev.feedwarden.run;

import static dev.feedwarden.run.Publisher.guids;
import static dev.feedwarden.run.Publisher.rss;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.app.Wiring;
import dev.feedwarden.lab.Answers;
import dev.feedwarden.lab.Feeds;
import dev.feedwarden.lab.Seen;
import dev.feedwarden.lab.Upstream;
import dev.feedwarden.model.Credentials;
import dev.feedwarden.model.Intake;
import dev.feedwarden.model.Label;
import dev.feedwarden.model.MoveCandidate.How;
import dev.feedwarden.model.NextPoll;
import dev.feedwarden.model.Overlap;
import dev.feedwarden.model.Source.Settings;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.poll.Relocation;
import dev.feedwarden.store.Audit;
import dev.feedwarden.store.Interventions;
import dev.feedwarden.store.Interventions.Done;
import dev.feedwarden.store.MoveLog;
import dev.feedwarden.store.Moving.Moved;
import dev.feedwarden.store.Moving.Undone;
import dev.feedwarden.store.Registry;
import dev.feedwarden.store.Registry.Added;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Feeds that move, with and without a redirect, to the right place and to a wrong one. */
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class MovedFeedTest {
  private static final Duration DAY = Duration.ofHours(24);

  @TempDir Path folder;
  private Upstream before;
  private Upstream after;
  private Station station;
  private SourceId source;

  @BeforeEach
  void open() {
    before = Upstream.start("127.0.21.1").route("/feed", rss("f", 10).etag("\"1\""));
    after = Upstream.start("127.0.21.2").route("/new", rss("f", 12).etag("\"2\""));
    station = new Station(folder, Map.of());
    source = station.add(before.url("/feed"));
  }

  @AfterEach
  void close() {
    station.close();
    before.close();
    after.close();
  }

  private void pollThreeTimesOverADay() throws InterruptedException {
    station.poll(source);
    station.poll(source);
    station.age(source, DAY);
    station.poll(source);
  }

  private List<String> moves() {
    return new MoveLog(station.database())
        .latest(source, 9).stream()
            .map(move -> move.state() + " " + move.ground().how() + " " + move.ground().by())
            .toList();
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 308})
  void a_redirect_is_adopted_at_the_third_sighting_of_a_day_and_no_item_is_lost(int status)
      throws InterruptedException {
    station.poll(source);
    before.route("/feed", Answers.redirect(status, after.url("/new")));

    station.poll(source);
    station.poll(source);
    var early = station.url(source);
    station.age(source, DAY);
    station.poll(source);

    assertThat(early).isEqualTo(before.url("/feed"));
    assertThat(station.url(source)).isEqualTo(after.url("/new"));
    assertThat(station.source(source).state().move()).isNull();
    assertThat(station.source(source).state().next().reason()).isEqualTo(NextPoll.Reason.LEARNED);
    assertThat(station.guids()).containsExactlyInAnyOrderElementsOf(guids("f", 12));
    assertThat(moves()).containsExactly("done redirect policy");
    assertThat(new Audit(station.database()).latest(source, 1).getFirst().kind())
        .isEqualTo("adopted");
  }

  @Test
  void what_was_adopted_is_asked_with_the_validators_that_it_had_and_the_old_host_is_left_alone()
      throws InterruptedException {
    station.poll(source);
    before.route("/feed", Answers.redirect(301, after.url("/new")));
    pollThreeTimesOverADay();
    var asked = before.seen().size();

    station.poll(source);

    assertThat(before.seen()).hasSize(asked);
    assertThat(after.seen("/new").stream().map(MovedFeedTest::condition))
        .containsExactly("-", "\"2\"", "\"2\"", "\"2\"");
  }

  private static String condition(Seen seen) {
    return Optional.ofNullable(seen.headers().get("if-none-match")).orElse("-");
  }

  @Test
  void a_chain_is_followed_to_its_end_and_a_temporary_part_of_it_is_not()
      throws InterruptedException {
    station.poll(source);
    before.route("/feed", Answers.redirect(301, after.url("/a")));
    after.route("/a", Answers.redirect(308, after.url("/b")));
    after.route("/b", Answers.redirect(302, after.url("/new")));

    pollThreeTimesOverADay();

    assertThat(station.url(source)).isEqualTo(after.url("/b"));
  }

  @Test
  void a_temporary_redirect_is_never_adopted() throws InterruptedException {
    station.poll(source);
    before.route("/feed", Answers.redirect(302, after.url("/new")));

    pollThreeTimesOverADay();

    assertThat(station.url(source)).isEqualTo(before.url("/feed"));
    assertThat(station.source(source).state().move()).isNull();
  }

  @Test
  void another_feed_is_never_adopted_however_often_it_is_seen_again() throws InterruptedException {
    station.poll(source);
    after.route("/wrong", rss("hijack", 10));
    before.route("/feed", Answers.redirect(301, after.url("/wrong")));
    pollThreeTimesOverADay();
    // What it brought is known by now: that must not speak for it.
    before.route("/feed", rss("f", 10));
    station.poll(source);
    before.route("/feed", Answers.redirect(301, after.url("/wrong")));
    pollThreeTimesOverADay();

    assertThat(station.url(source)).isEqualTo(before.url("/feed"));
    assertThat(moves()).containsExactly("doubted redirect policy");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<html><body><form action='/login'><input type='password'></form></body></html>",
        "<html><head><link rel='alternate' type='application/rss+xml' href='/new'></head></html>",
        "<!doctype html><title>Sign in to the hotel's network</title>",
        ""
      })
  void a_page_is_never_adopted(String page) throws InterruptedException {
    station.poll(source);
    after.route("/page", Answers.ok(page, "text/html"));
    before.route("/feed", Answers.redirect(301, after.url("/page")));

    pollThreeTimesOverADay();

    assertThat(station.url(source)).isEqualTo(before.url("/feed"));
    assertThat(station.source(source).state().move()).isNull();
  }

  @Test
  void an_empty_feed_is_never_adopted() throws InterruptedException {
    station.poll(source);
    after.route("/empty", rss("f", 0));
    before.route("/feed", Answers.redirect(301, after.url("/empty")));

    pollThreeTimesOverADay();

    assertThat(station.url(source)).isEqualTo(before.url("/feed"));
  }

  @Test
  void a_feed_that_was_never_seen_elsewhere_is_adopted_too() throws InterruptedException {
    before.route("/feed", Answers.redirect(301, after.url("/new")));

    pollThreeTimesOverADay();

    assertThat(station.url(source)).isEqualTo(after.url("/new"));
  }

  @Test
  void entries_are_known_again_whose_links_and_guids_moved_with_their_site()
      throws InterruptedException {
    station.poll(source);
    var there = Feeds.rss("f", "http://example.org/", Publisher.items("f", 10));
    after.route(
        "/moved",
        Answers.ok(
            there.replace("http://example.org/", "https://new.example/").replace(">f-", ">new-"),
            "application/rss+xml"));
    before.route("/feed", Answers.redirect(301, after.url("/moved")));

    station.poll(source);

    var move = Objects.requireNonNull(station.source(source).state().move());
    assertThat(move.overlap()).isEqualTo(Overlap.whole(10));
  }

  @Test
  void r_51_two_addresses_of_one_feed_are_merged_and_nothing_is_stored_twice()
      throws InterruptedException {
    var other = station.add(after.url("/new"));
    station.poll(source);
    before.route("/feed", Answers.redirect(301, after.url("/new")));
    pollThreeTimesOverADay();

    var merged = station.source(source);
    station.poll(other);
    station.poll(source);

    assertThat(merged.mergedInto()).isEqualTo(other);
    assertThat(merged.status()).isEqualTo("merged");
    assertThat(merged.state().next().at()).isNull();
    assertThat(merged.source().feed().text()).isEqualTo(before.url("/feed"));
    assertThat(station.guids()).containsExactlyInAnyOrderElementsOf(guids("f", 12));
    assertThat(before.count("/feed")).isEqualTo(4);
    var interventions = new Interventions(station.database());
    var now = station.database().now();
    assertThat(interventions.enable(source, "ann", now)).isEqualTo(new Done.Taken(other));
    assertThat(interventions.pollNow(source, now)).isEqualTo(new Done.Stopped());
    assertThat(
            new Registry(station.database())
                .add(new Settings("again", WebUrl.of(before.url("/feed")), true, null), now))
        .isEqualTo(new Added.Known(source));
  }

  @Test
  void r_51_a_merge_is_taken_back_and_not_made_again() throws InterruptedException {
    var other = station.add(after.url("/new"));
    station.poll(source);
    before.route("/feed", Answers.redirect(301, after.url("/new")));
    pollThreeTimesOverADay();

    var undone = new Relocation(station.database(), "ann").undo(source);
    pollThreeTimesOverADay();

    assertThat(undone).isEqualTo(new Undone.Back(WebUrl.of(before.url("/feed"))));
    assertThat(station.source(source).mergedInto()).isNull();
    assertThat(station.source(source).status()).isEqualTo("active");
    assertThat(before.count("/feed")).isEqualTo(7);
    assertThat(station.source(other).status()).isEqualTo("active");
  }

  @Test
  void r_51_two_sources_that_redirect_to_each_other_in_turn_never_both_stop()
      throws InterruptedException {
    var other = station.add(after.url("/new"));
    station.poll(source);
    station.poll(other);
    before.route("/feed", Answers.redirect(301, after.url("/new")));
    pollThreeTimesOverADay();
    before.route("/feed", rss("f", 12));
    after.route("/new", Answers.redirect(301, before.url("/feed")));

    for (int i = 0; i < 3; i++) {
      station.poll(other);
      station.age(other, DAY);
    }
    station.poll(other);

    assertThat(Stream.of(source, other).map(id -> station.source(id).status()))
        .containsExactly("merged", "active");
    assertThat(station.url(other)).isEqualTo(after.url("/new"));
  }

  @Test
  void a_source_that_nobody_polls_takes_over_nothing() throws InterruptedException {
    var other = station.add(new Settings("off", WebUrl.of(after.url("/new")), false, null));
    station.poll(source);
    before.route("/feed", Answers.redirect(301, after.url("/new")));

    pollThreeTimesOverADay();

    assertThat(station.source(source).status()).isEqualTo("active");
    assertThat(station.source(other).status()).isEqualTo("disabled");
  }

  @Test
  void a_move_is_taken_back_and_that_target_not_adopted_again() throws InterruptedException {
    station.poll(source);
    before.route("/feed", Answers.redirect(301, after.url("/new")));
    pollThreeTimesOverADay();

    var undone = new Relocation(station.database(), "ann").undo(source);
    var back = station.url(source);
    pollThreeTimesOverADay();

    assertThat(undone).isEqualTo(new Undone.Back(WebUrl.of(before.url("/feed"))));
    assertThat(back).isEqualTo(before.url("/feed"));
    assertThat(station.url(source)).isEqualTo(back);
    assertThat(moves()).containsExactly("undone redirect policy");
    assertThat(new Relocation(station.database(), "ann").undo(source))
        .isEqualTo(new Undone.Nothing());
    assertThat(new Relocation(station.database(), "ann").follow(source))
        .contains(new Moved.To(WebUrl.of(after.url("/new"))));
    assertThat(station.guids()).containsExactlyInAnyOrderElementsOf(guids("f", 12));
  }

  @Test
  void r_51_a_server_that_sends_back_and_forth_is_followed_once() throws InterruptedException {
    station.poll(source);
    before.route("/feed", Answers.redirect(301, after.url("/new")));
    pollThreeTimesOverADay();
    before.route("/feed", rss("f", 12));
    after.route("/new", Answers.redirect(301, before.url("/feed")));

    pollThreeTimesOverADay();

    assertThat(station.url(source)).isEqualTo(after.url("/new"));
    assertThat(moves()).containsExactly("done redirect policy");
  }

  @Test
  void a_private_feed_is_not_taken_to_another_host() throws InterruptedException {
    var locked = Wiring.vault(station.config()).lock(new Credentials.Basic("ann", "s3cret"));
    var feed = WebUrl.of(before.url("/mine"));
    source = station.add(new Settings(new Label("mine"), feed, true, Intake.USUAL, locked, null));
    before.route("/mine", rss("f", 10));
    station.poll(source);
    before.route("/mine", Answers.redirect(301, after.url("/new")));

    pollThreeTimesOverADay();

    assertThat(station.url(source)).isEqualTo(before.url("/mine"));
    assertThat(after.seen())
        .allSatisfy(s -> assertThat(s.headers()).doesNotContainKey("authorization"));
  }

  @Test
  void a_feeds_own_word_is_shown_and_never_followed_by_itself() throws InterruptedException {
    var feed = Feeds.rss("f", "http://example.org/", Publisher.items("f", 10));
    before.route(
        "/feed",
        Answers.ok(
            feed.replace(
                "<channel>",
                "<channel><itunes:new-feed-url"
                    + " xmlns:itunes=\"http://www.itunes.com/dtds/podcast-1.0.dtd\">"
                    + after.url("/new")
                    + "</itunes:new-feed-url>"),
            "application/rss+xml"));

    station.poll(source);
    pollThreeTimesOverADay();

    var move = Objects.requireNonNull(station.source(source).state().move());
    assertThat(move.how() + " " + move.sightings()).isEqualTo(How.NEW_FEED_URL + " 4");
    assertThat(station.url(source)).isEqualTo(before.url("/feed"));
    assertThat(after.seen()).isEmpty();
  }
}
