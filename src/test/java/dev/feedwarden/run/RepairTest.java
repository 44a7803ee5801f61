package dev.feedwarden.run;

import static dev.feedwarden.run.Publisher.guids;
import static dev.feedwarden.run.Publisher.rss;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.app.Wiring;
import dev.feedwarden.lab.Answers;
import dev.feedwarden.lab.Feeds;
import dev.feedwarden.lab.Upstream;
import dev.feedwarden.model.Credentials;
import dev.feedwarden.model.Intake;
import dev.feedwarden.model.Label;
import dev.feedwarden.model.Overlap;
import dev.feedwarden.model.Repair;
import dev.feedwarden.model.Repair.Proof;
import dev.feedwarden.model.Repair.State;
import dev.feedwarden.model.Source.Settings;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.poll.Relocation;
import dev.feedwarden.poll.Relocation.Decided;
import dev.feedwarden.store.Repairs;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Feeds that are gone and were only moved: found by what they have in common with what we stored.
 */
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class RepairTest {
  private static final String PAGE =
      "<html><head><link rel=\"alternate\" type=\"application/rss+xml\" href=\"%s\"></head></html>";

  @TempDir Path folder;
  private Upstream site;
  private Upstream elsewhere;
  private Station station;
  private SourceId source;

  @BeforeEach
  void open() {
    site = Upstream.start("127.0.22.1").otherwise(Answers.status(404));
    elsewhere = Upstream.start("127.0.22.2").otherwise(Answers.status(404));
    begin(Map.of());
  }

  private void begin(Map<String, String> settings) {
    if (station != null) {
      station.close();
    }
    station = new Station(folder, settings);
    site.route("/blog/feed.xml", feed("f", 10));
    source = station.add(site.url("/blog/feed.xml"));
  }

  @AfterEach
  void close() {
    station.close();
    site.close();
    elsewhere.close();
  }

  /** A feed whose articles are on the site. */
  private dev.feedwarden.lab.Answer feed(String name, int entries) {
    var text = Feeds.rss(name, site.url("/"), Publisher.items(name, entries));
    return Answers.ok(text.replace("http://example.org/", site.url("/")), "application/rss+xml");
  }

  private void goneFor(int status) throws InterruptedException {
    station.poll(source);
    site.route("/blog/feed.xml", Answers.status(status));
    for (int i = 0; i < 3; i++) {
      station.poll(source);
    }
    assertThat(station.source(source).status()).isEqualTo("cooling");
  }

  private boolean search() throws InterruptedException {
    return Wiring.repairing(station::config, station.database(), station.fetcher()).turn();
  }

  private List<Repair> repairs() {
    return new Repairs(station.database()).list(null, null, Long.MAX_VALUE, 9);
  }

  private Relocation ann() {
    return new Relocation(station.database(), "ann");
  }

  @ParameterizedTest
  @CsvSource({"404", "410"})
  void a_feed_that_its_site_names_is_proposed_with_its_evidence_and_accepted_once(int status)
      throws InterruptedException {
    goneFor(status);
    site.route("/", Answers.ok(PAGE.formatted("/posts/atom"), "text/html"));
    site.route("/posts/atom", feed("f", 12));
    var before = site.seen().size();

    assertThat(search()).isTrue();

    assertThat(site.seen().size() - before).isEqualTo(2);
    var repair = repairs().getFirst();
    assertThat(repair.proof())
        .isEqualTo(
            new Proof(
                "link",
                new Overlap(10, 10),
                IntStream.range(0, 5).mapToObj(i -> "Item " + i + " of f").toList(),
                List.of("on the same host", "named by its site or by the feed"),
                95));
    assertThat(station.url(source)).isEqualTo(site.url("/blog/feed.xml"));
    assertThat(ann().accept(repair.id())).isEqualTo(new Decided.Done());
    assertThat(ann().accept(repair.id())).isEqualTo(new Decided.Before(State.ACCEPTED));
    assertThat(station.source(source).status()).isEqualTo("active");
    station.poll(source);
    assertThat(station.guids()).containsExactlyInAnyOrderElementsOf(guids("f", 12));
  }

  @Test
  void a_page_in_place_of_the_feed_is_a_loss_too() throws InterruptedException {
    station.poll(source);
    site.route("/blog/feed.xml", Answers.ok("<html>We have moved!</html>", "text/html"));
    station.sql(
        "UPDATE sources SET feed_disabled_at = 1, feed_disabled_until = 9000000000000,"
            + " feed_disable_reason = 'parse_error', feed_disabled_by = 'policy'");
    site.route("/blog/feed", feed("f", 10));

    search();

    assertThat(repairs())
        .extracting(repair -> repair.to().text() + " " + repair.proof().how())
        .containsExactly(site.url("/blog/feed") + " usual");
  }

  @Test
  void another_feed_of_the_site_is_not_proposed() throws InterruptedException {
    goneFor(404);
    site.route("/", Answers.ok(PAGE.formatted("/wrong"), "text/html"));
    site.route("/wrong", feed("other", 10));
    site.route("/comments", feed("comments", 10));

    search();

    assertThat(repairs()).isEmpty();
    assertThat(station.url(source)).isEqualTo(site.url("/blog/feed.xml"));
  }

  @Test
  void a_search_is_short_and_is_not_made_again_within_a_week() throws InterruptedException {
    goneFor(404);
    var before = site.seen().size();

    assertThat(search()).isTrue();
    assertThat(search()).isFalse();
    var first = site.seen().size() - before;
    station.sql("UPDATE repair_searches SET next_at = next_at - 7 * 86400000");
    assertThat(search()).isTrue();
    station.sql("UPDATE repair_searches SET next_at = next_at - 7 * 86400000");
    assertThat(search()).isFalse();

    assertThat(first).isEqualTo(12);
    assertThat(site.seen().size() - before).isEqualTo(24);
    assertThat(site.maxConcurrent()).isOne();
  }

  @Test
  void a_host_that_is_busy_is_left_alone() throws InterruptedException {
    goneFor(404);
    station.sql("UPDATE host_queue SET ready_at = 9000000000000");
    var before = site.seen().size();

    assertThat(search()).isTrue();
    assertThat(search()).isFalse();
    assertThat(site.seen()).hasSize(before);
    station.sql("UPDATE host_queue SET ready_at = 0");
    station.sql("UPDATE repair_searches SET next_at = next_at - 3600000");
    assertThat(search()).isTrue();
    assertThat(site.seen()).hasSizeGreaterThan(before);
  }

  @Test
  void who_says_no_is_asked_nothing_more() throws InterruptedException {
    goneFor(404);
    site.otherwise(Answers.status(429));
    var before = site.seen().size();

    search();

    assertThat(site.seen()).hasSize(before + 1);
  }

  @Test
  void what_is_sure_enough_is_done_unasked_and_can_be_taken_back() throws InterruptedException {
    begin(Map.of("REPAIR_AUTO", "95", "DATA_DIR", folder.resolve("auto").toString()));
    goneFor(404);
    site.route("/", Answers.ok(PAGE.formatted("/new"), "text/html"));
    site.route("/new", feed("f", 10));

    search();

    assertThat(station.url(source)).isEqualTo(site.url("/new"));
    assertThat(repairs().getFirst().state()).isEqualTo(State.ACCEPTED);
    ann().undo(source);
    assertThat(station.url(source)).isEqualTo(site.url("/blog/feed.xml"));
    assertThat(repairs().getFirst().state()).isEqualTo(State.UNDONE);
  }

  @Test
  void what_is_less_sure_than_that_waits_for_a_person_and_is_not_proposed_twice()
      throws InterruptedException {
    begin(Map.of("REPAIR_AUTO", "96", "DATA_DIR", folder.resolve("auto").toString()));
    goneFor(404);
    site.route("/", Answers.ok(PAGE.formatted("/new"), "text/html"));
    site.route("/new", feed("f", 10));
    search();

    assertThat(ann().reject(repairs().getFirst().id())).isEqualTo(new Decided.Done());
    station.sql("UPDATE repair_searches SET next_at = 0");
    search();

    assertThat(repairs()).extracting(Repair::state).containsExactly(State.REJECTED);
    assertThat(station.url(source)).isEqualTo(site.url("/blog/feed.xml"));
  }

  @Test
  void a_private_feed_is_not_looked_for_at_other_hosts() throws InterruptedException {
    var locked = Wiring.vault(station.config()).lock(new Credentials.Basic("ann", "s3cret"));
    var url = WebUrl.of(elsewhere.url("/mine"));
    elsewhere.route("/mine", feed("f", 10));
    source = station.add(new Settings(new Label("mine"), url, true, Intake.USUAL, locked, null));
    station.poll(source);
    elsewhere.route("/mine", Answers.status(410));
    station.poll(source);
    site.route("/", Answers.ok(PAGE.formatted("/new"), "text/html"));
    site.route("/new", feed("f", 10));

    search();

    assertThat(site.seen()).isEmpty();
    assertThat(elsewhere.seen().stream().filter(seen -> !seen.path().equals("/mine")))
        .isNotEmpty()
        .allSatisfy(seen -> assertThat(seen.headers()).doesNotContainKey("authorization"));
    assertThat(repairs()).isEmpty();
  }

  @Test
  void where_a_feed_said_it_would_go_is_looked_at_first() throws InterruptedException {
    var text = Feeds.rss("f", site.url("/"), Publisher.items("f", 10));
    site.route(
        "/blog/feed.xml",
        Answers.ok(
            text.replace(
                "<channel>",
                "<channel><itunes:new-feed-url"
                    + " xmlns:itunes=\"http://www.itunes.com/dtds/podcast-1.0.dtd\">"
                    + elsewhere.url("/pod")
                    + "</itunes:new-feed-url>"),
            "application/rss+xml"));
    elsewhere.route("/pod", rss("f", 10));
    for (int i = 0; i < 3; i++) {
      station.poll(source);
    }
    assertThat(search()).isFalse();
    station.sql("UPDATE feed_state SET moved_since = moved_since - 86400000");

    assertThat(search()).isTrue();

    assertThat(elsewhere.seen()).hasSize(1);
    assertThat(repairs())
        .extracting(repair -> repair.to().text() + " " + repair.proof().how())
        .containsExactly(elsewhere.url("/pod") + " new_feed_url");
    assertThat(station.url(source)).isEqualTo(site.url("/blog/feed.xml"));
  }
}
