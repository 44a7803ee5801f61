package dev.feedwarden.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.frontier.Ending;
import dev.feedwarden.lab.Answers;
import dev.feedwarden.lab.Behaviour;
import dev.feedwarden.lab.Feeds;
import dev.feedwarden.lab.Mischief;
import dev.feedwarden.lab.Upstream;
import dev.feedwarden.model.Intake;
import dev.feedwarden.model.Label;
import dev.feedwarden.model.Page.Reason;
import dev.feedwarden.model.Page.State;
import dev.feedwarden.model.Source.Settings;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.store.Turns;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pages behind feeds: what is asked of servers, counted there. */
@SuppressWarnings("NullAway.Init") // JUnit fills the folder before each test
final class FrontierTest {
  private static final String HTML = "text/html; charset=utf-8";

  @TempDir private Path folder;

  private final Upstream server = Upstream.start();
  private Station station;
  private SourceId source;
  private Pilgrim pilgrim;

  @BeforeEach
  void open() {
    station =
        new Station(
            folder,
            Map.of(
                "RETRY_MAX_ATTEMPTS",
                "3",
                "RETRY_BACKOFF_BASE_SEC",
                "0",
                "RETRY_BACKOFF_JITTER_SEC",
                "0",
                "REQUEST_TIMEOUT",
                "1s"));
    source = station.add(server.url("/feed"));
    station.sql("UPDATE feed_state SET next_poll_at = next_poll_at + 100000000000");
    pilgrim = new Pilgrim(station);
  }

  @AfterEach
  void close() {
    station.close();
    server.close();
  }

  static String page(String title) {
    return """
    <html><head><title>%s</title></head><body><article><h1>%s</h1>
    <p>What %s is about takes a sentence or two, and then some more, so that it is a text.</p>
    <p>And a second paragraph says, at some length, what the first one has left out.</p>
    </article></body></html>
    """
        .formatted(title, title, title);
  }

  private static Behaviour behaviour(String name) {
    return switch (name) {
      case "silence" -> Mischief.silence();
      case "reset" -> Mischief.reset();
      case "cut" ->
          Mischief.raw(
              "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 999\r\n\r\n<p>");
      case "429+1" -> Answers.status(429).with("Retry-After", "1");
      case "429+3600" -> Answers.status(429).with("Retry-After", "3600");
      case "pdf" -> Answers.ok("%PDF-1.7", "application/pdf");
      case "empty" -> Answers.ok("", HTML);
      case "undecodable" ->
          Answers.ok(new byte[] {31, (byte) 139, 8, 0, 0, 0, 0, 0, 0, 3, -1, -1, -1, -1}, HTML)
              .with("Content-Encoding", "gzip");
      case "binary" -> Answers.ok(new byte[] {'<', 'p', '>', 0, 1, 2, 3}, HTML);
      case "loop" -> Answers.redirect(302, "/page");
      case "wall" ->
          Answers.ok("<!doctype html><title>Just a moment...</title>", HTML)
              .with("cf-mitigated", "challenge");
      default -> Answers.status(Integer.parseInt(name));
    };
  }

  @ParameterizedTest(name = "{0}: {1} requests, {2} {3}")
  @CsvSource(
      textBlock =
          """
          silence,     3, RETRY,   NETWORK
          reset,       3, RETRY,   NETWORK
          cut,         3, RETRY,   NETWORK
          500,         3, RETRY,   UPSTREAM_FAILURE
          502,         3, RETRY,   UPSTREAM_FAILURE
          503,         3, RETRY,   UPSTREAM_FAILURE
          504,         3, RETRY,   UPSTREAM_FAILURE
          429+1,       3, RETRY,   RATE_LIMITED
          429+3600,    1, RETRY,   RATE_LIMITED
          429,         1, RETRY,   RATE_LIMITED
          400,         1, DEAD,    REFUSED
          401,         1, DEAD,    REFUSED
          403,         1, RETRY,   FORBIDDEN
          wall,        1, RETRY,   FORBIDDEN
          404,         1, RETRY,   NOT_FOUND
          410,         1, DEAD,    GONE
          304,         1, DEAD,    NOT_MODIFIED
          pdf,         1, SKIPPED, NOT_HTML
          empty,       1, DEAD,    EMPTY
          undecodable, 1, DEAD,    UNDECODABLE
          binary,      1, DEAD,    UNDECODABLE
          loop,        4, DEAD,    REDIRECT_LIMIT
          """)
  void the_fetcher_asks_again_only_for_what_flaked(
      String name, int requests, State state, Reason reason) throws InterruptedException {
    server.route("/page", behaviour(name));
    var id = pilgrim.submit(server.url("/page"), source);

    pilgrim.walk();

    assertThat(server.count("/page")).isEqualTo(requests);
    assertThat(server.count("/robots.txt")).isEqualTo(1);
    var progress = pilgrim.page(id).progress();
    assertThat(progress.state()).isEqualTo(state);
    assertThat(progress.reason()).isEqualTo(reason);
    assertThat(progress.tries().attempts()).isEqualTo(1);
  }

  @Test
  void what_flaked_is_visited_three_times_and_may_be_replayed_by_hand()
      throws InterruptedException {
    server.route("/page", Answers.status(404));
    var id = pilgrim.submit(server.url("/page"), source);

    pilgrim.walk();
    pilgrim.pass(Duration.ofSeconds(59));
    pilgrim.walk();
    var early = server.count("/page");
    pilgrim.pass(Duration.ofSeconds(2));
    pilgrim.walk();
    pilgrim.pass(Duration.ofMinutes(3));
    pilgrim.walk();
    pilgrim.pass(Duration.ofDays(9));
    pilgrim.walk();

    assertThat(early).isEqualTo(1);
    assertThat(server.count("/page")).isEqualTo(3);
    assertThat(pilgrim.page(id).progress().state()).isEqualTo(State.DEAD);

    server.route("/page", Answers.ok(page("Back"), HTML));
    assertThat(pilgrim.pages().retry(id, pilgrim.now())).isTrue();
    pilgrim.walk();

    assertThat(pilgrim.page(id).progress().state()).isEqualTo(State.FETCHED);
    assertThat(pilgrim.pages().content(id).orElseThrow().facts().title()).isEqualTo("Back");
  }

  @Test
  void new_entries_of_a_source_that_wants_pages_are_fetched_once() throws InterruptedException {
    var items =
        IntStream.range(0, 5)
            .mapToObj(
                i -> new Feeds.Item("g" + i, "Entry " + i, server.url("/e" + i), null, "<p>x</p>"))
            .toList();
    server.route("/rss", Answers.ok(Feeds.rss("t", server.url("/"), items), "application/rss+xml"));
    for (int i = 0; i < 5; i++) {
      server.route("/e" + i, Answers.ok(page("Entry " + i), HTML));
    }
    var feed =
        station.add(
            new Settings(
                new Label("n"),
                WebUrl.of(server.url("/rss")),
                true,
                new Intake(null, Intake.Mode.PAGES),
                null,
                null));

    station.poll(feed);
    station.poll(feed);
    pilgrim.pass(Duration.ofSeconds(5));
    pilgrim.walk();

    for (int i = 0; i < 5; i++) {
      assertThat(server.count("/e" + i)).isEqualTo(1);
    }
    assertThat(server.count("/robots.txt")).isEqualTo(1);
    assertThat(pilgrim.endings()).filteredOn(e -> e == Ending.FETCHED).hasSize(5);
  }

  @Test
  void robots_txt_is_obeyed_on_the_page_and_behind_redirects() throws InterruptedException {
    server.route(
        "/robots.txt",
        Answers.ok(
            "User-agent: *\nDisallow: /all\nUser-agent: feedwarden\nDisallow: /private\n",
            "text/plain"));
    server.route("/all/open", Answers.ok(page("Open"), HTML));
    server.route("/way", Answers.redirect(302, "/private/b"));

    var open = pilgrim.submit(server.url("/all/open"), source);
    var shut = pilgrim.submit(server.url("/private/a"), source);
    var behind = pilgrim.submit(server.url("/way"), source);
    pilgrim.walk();

    assertThat(List.of(state(open), state(shut), state(behind)))
        .containsExactly(State.FETCHED, State.SKIPPED, State.SKIPPED);
    assertThat(server.seen()).noneMatch(seen -> seen.path().startsWith("/private"));
    assertThat(server.count("/way")).isEqualTo(1);
  }

  private State state(long id) {
    return pilgrim.page(id).progress().state();
  }

  @Test
  void no_page_is_asked_for_while_robots_txt_cannot_be_had() throws InterruptedException {
    server.route(
        "/robots.txt",
        Behaviour.inTurn(
            Answers.status(503),
            Answers.status(503),
            Answers.status(503),
            Answers.ok("", "text/plain")));
    server.route("/page", Answers.ok(page("Late"), HTML));
    var id = pilgrim.submit(server.url("/page"), source);

    pilgrim.walk();
    var meanwhile = server.count("/page");
    pilgrim.pass(Duration.ofMinutes(2));
    pilgrim.walk();

    assertThat(meanwhile).isZero();
    assertThat(state(id)).isEqualTo(State.FETCHED);
    assertThat(pilgrim.page(id).progress().tries().attempts()).isEqualTo(1);
  }

  @Test
  void a_crawl_delay_becomes_the_pace_of_the_host() throws InterruptedException {
    server.route("/robots.txt", Answers.ok("User-agent: *\nCrawl-delay: 40\n", "text/plain"));
    server.route("/page", Answers.ok(page("Slow"), HTML));
    var id = pilgrim.submit(server.url("/page"), source);

    pilgrim.walk();
    pilgrim.pass(Duration.ofSeconds(39));
    pilgrim.walk();
    var early = server.count("/page");
    pilgrim.pass(Duration.ofSeconds(5));
    pilgrim.walk();

    assertThat(early).isZero();
    assertThat(state(id)).isEqualTo(State.FETCHED);
  }

  @Test
  void a_redirect_to_another_host_is_asked_there_in_its_turn_and_by_its_rules()
      throws InterruptedException {
    try (var other = Upstream.start("127.0.0.2")) {
      other.route("/robots.txt", Answers.ok("User-agent: *\nDisallow: /no\n", "text/plain"));
      other.route("/yes", Answers.ok(page("There"), HTML));
      server.route("/a", Answers.redirect(301, other.url("/yes")));
      server.route("/b", Answers.redirect(301, other.url("/no")));

      var a = pilgrim.submit(server.url("/a"), source);
      var b = pilgrim.submit(server.url("/b"), source);
      pilgrim.walk();

      assertThat(state(a)).isEqualTo(State.FETCHED);
      assertThat(state(b)).isEqualTo(State.SKIPPED);
      assertThat(other.seen()).extracting(seen -> seen.path()).containsOnly("/robots.txt", "/yes");
      assertThat(String.valueOf(pilgrim.page(a).answer())).contains("/yes");
    }
  }

  @Test
  void a_page_whose_redirect_lands_on_a_known_one_is_merged() throws InterruptedException {
    try (var other = Upstream.start("127.0.0.3")) {
      other.route("/x", Answers.ok(page("X"), HTML));
      server.route("/a", Answers.redirect(301, other.url("/x")));
      server.route("/b", Answers.redirect(301, other.url("/x?utm_source=feed")));

      var a = pilgrim.submit(server.url("/a"), source);
      pilgrim.walk();
      var b = pilgrim.submit(server.url("/b"), source);
      pilgrim.walk();
      var again = pilgrim.submit(other.url("/x"), source);

      assertThat(other.count("/x")).isEqualTo(1);
      assertThat(state(b)).isEqualTo(State.MERGED);
      assertThat(pilgrim.page(b).progress().mergedInto()).isEqualTo(a);
      assertThat(again).isEqualTo(a);
    }
  }

  @Test
  void a_page_whose_target_waits_is_fetched_for_both() throws InterruptedException {
    server.route("/a", Answers.redirect(302, "/b"));
    server.route("/b", Answers.ok(page("B"), HTML));
    var a = pilgrim.submit(server.url("/a"), source);
    var b = pilgrim.submit(server.url("/b"), source);

    pilgrim.walk();

    assertThat(server.count("/b")).isEqualTo(1);
    assertThat(List.of(state(a), state(b))).containsExactly(State.MERGED, State.FETCHED);
    assertThat(pilgrim.pages().content(b)).isPresent();
  }

  @ParameterizedTest
  @CsvSource({"meta, ", "header, noindex", "header, feedwarden: none"})
  void a_page_that_asks_not_to_be_kept_is_not(String where, @Nullable String tag)
      throws InterruptedException {
    var html = page("Hidden");
    server.route(
        "/page",
        where.equals("meta")
            ? Answers.ok(
                html.replace("</head>", "<meta name=ROBOTS content='noindex, nofollow'></head>"),
                HTML)
            : Answers.ok(html, HTML).with("X-Robots-Tag", String.valueOf(tag)));
    var id = pilgrim.submit(server.url("/page"), source);

    pilgrim.walk();

    assertThat(state(id)).isEqualTo(State.SKIPPED);
    assertThat(pilgrim.page(id).progress().reason()).isEqualTo(Reason.NOINDEX);
    assertThat(pilgrim.pages().content(id)).isEmpty();
  }

  @Test
  void a_page_that_somebody_left_in_fetching_recovers_when_the_lease_runs_out()
      throws InterruptedException {
    server.route("/page", Answers.ok(page("Lost"), HTML));
    var id = pilgrim.submit(server.url("/page"), source);

    pilgrim.loseOne();
    pilgrim.pass(Turns.LEASE.minusSeconds(1));
    pilgrim.walk();
    var meanwhile = state(id);
    pilgrim.pass(Duration.ofSeconds(6)); // what was lost is looked for every five seconds
    pilgrim.walk();

    assertThat(meanwhile).isEqualTo(State.FETCHING);
    assertThat(state(id)).isEqualTo(State.FETCHED);
    assertThat(server.count("/page")).isEqualTo(1);
  }

  @Test
  void a_page_that_takes_three_along_is_given_up() throws InterruptedException {
    var id = pilgrim.submit(server.url("/page"), source);

    for (int i = 0; i < 3; i++) {
      pilgrim.loseOne();
      pilgrim.pass(Turns.LEASE.plusSeconds(1));
    }
    pilgrim.walk();

    assertThat(pilgrim.page(id).progress().reason()).isEqualTo(Reason.LOST);
    assertThat(server.count("/page")).isZero();
  }
}
