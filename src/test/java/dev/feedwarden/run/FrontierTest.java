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
      case "hang up" -> Mischief.hangUp();
      case "cut" ->
          Mischief.raw(
              "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 999\r\n\r\n<p>");
      case "429+1" -> Answers.status(429).with("Retry-After", "1");
      case "429+3600" -> Answers.status(429).with("Retry-After", "3600");
      case "pdf" -> Answers.ok("%PDF-1.7", "application/pdf");
      case "empty" -> Answers.ok("", HTML);
      case "blank" -> Answers.ok(" \r\n\t", HTML);
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
          hang up,     3, RETRY,   NETWORK
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
          blank,       1, DEAD,    EMPTY
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
  void a_redirect_whose_target_flakes_is_followed_again() throws InterruptedException {
    server.route("/page", Answers.redirect(302, "/target"));
    server.route("/target", Behaviour.inTurn(Mischief.reset(), Answers.ok(page("Target"), HTML)));
    var id = pilgrim.submit(server.url("/page"), source);

    pilgrim.walk();

    assertThat(state(id)).isEqualTo(State.FETCHED);
    assertThat(server.count("/page")).isEqualTo(2);
    assertThat(server.count("/target")).isEqualTo(2);
  }

  @Test
  void a_server_is_asked_for_pages_as_pages_and_for_rules_as_rules() throws InterruptedException {
    server.route("/page", Answers.ok(page("Asked"), HTML));
    pilgrim.submit(server.url("/page"), source);

    pilgrim.walk();

    assertThat(server.seen("/page").getFirst().headers().get("accept")).startsWith("text/html,");
    assertThat(server.seen("/robots.txt").getFirst().headers().get("accept"))
        .startsWith("text/plain,");
  }

  @Test
  void a_server_that_names_a_time_for_one_page_is_asked_for_none_before()
      throws InterruptedException {
    for (int i = 0; i < 5; i++) {
      server.route(
          "/" + i,
          Behaviour.inTurn(
              Answers.status(429).with("Retry-After", "3600"), Answers.ok(page("P"), HTML)));
      pilgrim.submit(server.url("/" + i), source);
    }

    pilgrim.walk();
    pilgrim.pass(Duration.ofMinutes(59));
    pilgrim.walk();

    assertThat(server.count("/robots.txt")).isEqualTo(1);
    assertThat(server.seen()).hasSize(2);
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
  void robots_txt_is_found_behind_five_redirects() throws InterruptedException {
    server.route("/robots.txt", Answers.redirect(301, "/r1"));
    for (int i = 1; i < 5; i++) {
      server.route("/r" + i, Answers.redirect(302, "/r" + (i + 1)));
    }
    server.route("/r5", Answers.ok("User-agent: *\nDisallow: /private\n", "text/plain"));
    var id = pilgrim.submit(server.url("/private"), source);

    pilgrim.walk();

    assertThat(state(id)).isEqualTo(State.SKIPPED);
    assertThat(server.count("/private")).isZero();
  }

  @Test
  void a_robots_txt_without_end_holds_as_far_as_it_is_read() throws InterruptedException {
    server.route(
        "/robots.txt",
        Mischief.endless(
            "HTTP/1.1 200 OK\r\n\r\nUser-agent: *\nDisallow: /private\n",
            "# more\n".repeat(1_000)));
    server.route("/open", Answers.ok(page("Open"), HTML));
    var shut = pilgrim.submit(server.url("/private"), source);
    var open = pilgrim.submit(server.url("/open"), source);

    pilgrim.walk();

    assertThat(List.of(state(shut), state(open))).containsExactly(State.SKIPPED, State.FETCHED);
    assertThat(server.count("/robots.txt")).isEqualTo(1);
    assertThat(server.count("/private")).isZero();
  }

  @Test
  void many_pages_wait_for_one_robots_txt_and_it_is_asked_for_once() throws InterruptedException {
    server.route("/robots.txt", Answers.status(500));
    for (int i = 0; i < 20; i++) {
      pilgrim.submit(server.url("/" + i), source);
    }

    pilgrim.walk();

    assertThat(server.seen()).hasSize(3).allMatch(seen -> seen.path().equals("/robots.txt"));
    assertThat(pilgrim.endings()).containsExactly(Ending.DEFERRED);
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
  void two_pages_that_lead_to_one_elsewhere_have_it_fetched_once() throws InterruptedException {
    try (var other = Upstream.start("127.0.0.4")) {
      other.route("/x", Answers.ok(page("X"), HTML));
      server.route("/a", Answers.redirect(301, other.url("/x")));
      server.route("/b", Answers.redirect(301, other.url("/x#again")));
      other.route("/robots.txt", Behaviour.inTurn(Answers.status(503), Answers.status(404)));

      var a = pilgrim.submit(server.url("/a"), source);
      var b = pilgrim.submit(server.url("/b"), source);
      pilgrim.walk();

      assertThat(other.count("/x")).isEqualTo(1);
      assertThat(List.of(state(a), state(b))).containsExactly(State.FETCHED, State.MERGED);
      assertThat(pilgrim.page(b).progress().mergedInto()).isEqualTo(a);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "http://169.254.169.254/latest/meta-data/, DEAD, BLOCKED_ADDRESS",
    "http://10.0.0.1/, DEAD, BLOCKED_ADDRESS",
    "http://[::1]/, DEAD, BLOCKED_ADDRESS",
    "http://[::ffff:10.0.0.1]/, DEAD, BLOCKED_ADDRESS",
    "file:///etc/passwd, DEAD, BAD_URL",
    "http://0x7f.1/, DEAD, BAD_URL"
  })
  void a_redirect_to_where_nobody_may_go_ends_there(String to, State state, Reason reason)
      throws InterruptedException {
    server.route("/page", Answers.redirect(302, to));
    var id = pilgrim.submit(server.url("/page"), source);

    pilgrim.walk();
    pilgrim.pass(Duration.ofSeconds(5)); // the gap is left where nothing leaves for, too
    pilgrim.walk();

    assertThat(state(id)).isEqualTo(state);
    assertThat(pilgrim.page(id).progress().reason()).isEqualTo(reason);
    assertThat(server.count("/page")).isEqualTo(1);
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

  @Test
  void each_of_several_headers_may_ask_for_it() throws InterruptedException {
    server.route(
        "/page",
        Answers.ok(page("Hidden"), HTML)
            .with("X-Robots-Tag", "otherbot: nofollow")
            .with("X-Robots-Tag", "noindex"));
    var id = pilgrim.submit(server.url("/page"), source);

    pilgrim.walk();

    assertThat(pilgrim.page(id).progress().reason()).isEqualTo(Reason.NOINDEX);
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
