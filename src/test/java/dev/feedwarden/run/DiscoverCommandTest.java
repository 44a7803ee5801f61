package dev.feedwarden.run;

import static dev.feedwarden.run.Publisher.atom;
import static dev.feedwarden.run.Publisher.rss;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.lab.Answer;
import dev.feedwarden.lab.Answers;
import dev.feedwarden.lab.Seen;
import dev.feedwarden.lab.Trap;
import dev.feedwarden.lab.Upstream;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class DiscoverCommandTest {
  @TempDir Path folder;
  private Upstream site;
  private Program program;

  @BeforeEach
  void open() {
    site = Upstream.start("127.0.7.31");
    program = new Program(folder);
  }

  @AfterEach
  void close() {
    site.close();
  }

  private static Answer page(String html) {
    return Answers.ok("<!doctype html><title>A page</title>" + html, "text/html");
  }

  private static String link(String href) {
    return "<link rel=alternate type='application/rss+xml' href='" + href + "'>";
  }

  private List<String> found() {
    return program.run("discover", "--json", site.url("/")).succeeded().json().stream()
        .map(feed -> feed.path("found").asString() + " " + feed.path("url").asString())
        .toList();
  }

  @Test
  void the_feeds_of_a_page_are_shown_the_main_one_before_the_comments() {
    site.route("/", page(link("/comments/feed") + link("/gone") + link("/moved")));
    site.route("/comments/feed", rss("comments", 2));
    site.route("/moved", Answers.redirect(301, "/main.xml"));
    site.route("/main.xml", atom("main", 3));

    var result = program.run("discover", site.url("/")).succeeded();

    assertThat(result.out().lines().map(line -> line.replaceAll(" +", " ")))
        .containsExactly(
            "TITLE FORMAT ITEMS LATEST FOUND URL",
            "main " + format("main.xml") + " 3 2026-02-01 link " + site.url("/main.xml"),
            "comments "
                + format("comments/feed")
                + " 2 2026-02-01 link "
                + site.url("/comments/feed"),
            "",
            "Register one with: feedwarden sources add " + site.url("/main.xml"));
    assertThat(program.data()).doesNotExist();
  }

  private String format(String path) {
    return program
        .run("discover", "--json", site.url("/" + path))
        .json()
        .getFirst()
        .path("format")
        .asString();
  }

  @Test
  void an_address_that_is_a_feed_is_the_answer_after_one_request() {
    site.route("/", rss("a", 2));

    var feed = program.run("discover", "--json", site.url("/")).succeeded().json();

    assertThat(feed).hasSize(1);
    assertThat(List.copyOf(feed.getFirst().propertyNames()))
        .containsExactly("url", "title", "format", "items", "latest", "found");
    assertThat(feed.getFirst().path("found").asString()).isEqualTo("itself");
    assertThat(feed.getFirst().path("items").asInt()).isEqualTo(2);
    assertThat(site.seen()).hasSize(1);
  }

  @Test
  void a_header_names_a_feed_too() {
    site.route(
        "/",
        page("").with("Link", "</by-header>; rel=\"alternate\"; type=\"application/rss+xml\""));
    site.route("/by-header", rss("a", 1));

    assertThat(found()).containsExactly("header " + site.url("/by-header"));
  }

  @Test
  void a_link_and_the_usual_places_are_tried_when_nothing_is_named() {
    site.route("/", page("<a href='/subscribe'>RSS</a><a href='/about'>About</a>"));
    site.route("/subscribe", rss("a", 1));
    assertThat(found()).containsExactly("anchor " + site.url("/subscribe"));
    assertThat(site.count("/feed") + site.count("/about")).isZero();

    site.route("/", page("<p>Nothing"));
    site.route("/atom.xml", atom("a", 1));
    assertThat(found()).containsExactly("usual " + site.url("/atom.xml"));
  }

  @Test
  void one_feed_under_two_addresses_is_shown_once() {
    site.route("/", page(link("/one") + link("/two")));
    site.route("/one", rss("a", 1));
    site.route("/two", rss("a", 1));

    assertThat(found()).containsExactly("link " + site.url("/one"));
  }

  @Test
  void few_requests_are_made_one_after_another_and_a_sentence_says_that_nothing_was_found() {
    var links = new StringBuilder();
    for (int i = 0; i < 40; i++) {
      links.append(link("/missing" + i));
    }
    site.route("/", page(links.toString()));

    var result = program.run("discover", site.url("/")).succeeded();

    assertThat(result.out())
        .isEqualTo("No feed was found for " + site.url("/") + " (12 addresses asked).\n");
    assertThat(site.seen()).hasSize(12);
    assertThat(site.maxConcurrent()).isEqualTo(1);
    assertThat(program.run("discover", "--json", site.url("/")).succeeded().out()).isEmpty();
  }

  @Test
  void a_host_is_left_its_gap_between_two_requests() {
    program.with("HOST_MIN_GAP", "300ms");
    site.route("/", page(link("/one") + link("/two") + link("/three")));
    site.route("/three", rss("a", 1));

    assertThat(found()).containsExactly("link " + site.url("/three"));

    var starts = site.seen().stream().mapToLong(Seen::startedAt).toArray();
    assertThat(starts).hasSize(4);
    for (int i = 1; i < starts.length; i++) {
      assertThat(starts[i] - starts[i - 1]).isGreaterThanOrEqualTo(300_000_000L);
    }
  }

  @Test
  void a_page_that_cannot_be_read_is_told_with_its_reason() {
    site.otherwise(Answers.status(403));

    assertThat(program.run("discover", site.url("/")).succeeded().out())
        .contains("No feed was found for " + site.url("/"))
        .contains("the page itself: forbidden (HTTP 403)");
  }

  @Test
  void a_page_cannot_send_us_to_an_address_that_is_not_allowed() {
    try (var trap = Trap.set()) {
      program.with("ALLOWED_ADDRESSES", "127.0.7.31/32");
      site.route("/", page(link(trap.url("/feed")) + "<base href='" + trap.url("/") + "'>"));

      program.run("discover", site.url("/")).succeeded();
      var refused = program.run("discover", trap.url("/"));

      assertThat(refused.code()).isEqualTo(2);
      assertThat(refused.err()).contains("is private, local or reserved");
      assertThat(trap.connections()).isZero();
    }
  }

  @Test
  void what_is_no_URL_is_a_mistake() {
    assertThat(program.run("discover", "ftp://x.example/").code()).isEqualTo(2);
  }
}
