package dev.feedwarden.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.api.auth.Scope;
import dev.feedwarden.model.Blame;
import dev.feedwarden.model.Cause;
import dev.feedwarden.model.Change;
import dev.feedwarden.model.Changes;
import dev.feedwarden.model.Claim;
import dev.feedwarden.model.Entry;
import dev.feedwarden.model.ErrorType;
import dev.feedwarden.model.FeedState.Snapshot;
import dev.feedwarden.model.Health;
import dev.feedwarden.model.NextPoll;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.Poll;
import dev.feedwarden.model.PollError;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.Standing;
import dev.feedwarden.model.Transition;
import dev.feedwarden.model.Validators;
import dev.feedwarden.store.ArticleIndex;
import dev.feedwarden.store.BatchQueue;
import dev.feedwarden.store.Commits;
import dev.feedwarden.store.Turns;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Articles, history and the fleet over HTTP. */
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class ArticleRoutesTest extends WithServer {
  private static final String ARTICLES = "/api/v1/articles";

  private String source;

  @BeforeEach
  void open() {
    source = served.register("https://a.example/feed");
  }

  /** Polls a source that has these articles, each by its title. */
  private void polled(String id, Change... changes) {
    polled(
        id,
        new Outcome.Fresh(
            new Changes(List.of(changes), 0),
            new Snapshot(Validators.NONE, "hash", changes.length)));
  }

  private void polled(String id, Outcome outcome) {
    var queue = new BatchQueue(served.database());
    var selection = new BatchQueue.Selection(new SourceId(id), null, Duration.ZERO, true);
    var now = served.database().now();
    if (!(queue.take(queue.plan(selection, 1, now).getFirst(), selection, now)
        instanceof BatchQueue.Take.Taken(Claim claim))) {
      throw new AssertionError("not taken");
    }
    var next = new NextPoll(now.plusSeconds(3_600), NextPoll.Reason.INTERVAL);
    new Commits(served.database())
        .commit(
            List.of(
                new Poll(
                    claim,
                    outcome,
                    new Transition(Health.FINE, Standing.ACTIVE, next),
                    new Poll.Visit(now, Duration.ofMillis(20), 1, 200, 1_000))));
    queue.release(new Turns.Return(claim.lease(), now));
  }

  private void stored(String id, String... titles) {
    Stream.of(titles).forEach(title -> polled(id, new Change.Added(entry(title, title))));
  }

  private static Entry entry(String key, String title) {
    return new Entry(
        new Entry.EntryKey(key, null),
        key,
        new Entry.Content(title, null, null, "", List.of(), null),
        Entry.Body.NONE,
        Entry.Dates.NONE,
        new Entry.Marks("1:" + title, null));
  }

  private List<String> titles(String query) {
    return served
        .ask("GET", ARTICLES + query, null)
        .json()
        .path("articles")
        .valueStream()
        .map(article -> article.path("title").asString())
        .toList();
  }

  private static void hasShape(Shape shape, Served.Got got) {
    var faults = new ArrayList<String>();
    shape.check(got.json(), "", (field, message) -> faults.add(field + " " + message));
    assertThat(faults).isEmpty();
  }

  @Test
  void a_client_follows_the_cursor_and_misses_nothing() {
    stored(source, "1", "2", "3");

    var first = served.ask("GET", ARTICLES + "?limit=2", null);
    var next = first.json().path("next").asString();
    var second = served.ask("GET", ARTICLES + "?limit=2&after=" + next, null);
    stored(source, "4");

    assertThat(first.json().path("more").asBoolean()).isTrue();
    assertThat(first.header("Link"))
        .isEqualTo("<" + ARTICLES + "?limit=2&after=" + next + ">; rel=\"next\"");
    assertThat(second.json().path("more").asBoolean()).isFalse();
    assertThat(titles("?after=" + second.json().path("next").asString())).containsExactly("4");
    assertThat(titles("?after=" + next)).containsExactly("3", "4");
  }

  @ParameterizedTest
  @CsvSource({
    "after=1, after",
    "after=a1-1', after",
    "after=aff-1, after",
    "limit=0, limit",
    "limit=501, limit",
    "limit=abc, limit",
    "since=yesterday, since",
    "since=-9999-01-01T00:00:00Z, since",
    "source=1, source",
    "tag=%2C, tag",
    "q=-, q",
    "page=1, page"
  })
  void p_22_what_is_not_a_cursor_or_a_filter_is_400_naming_it(String query, String field) {
    var got = served.ask("GET", ARTICLES + "?" + query.replace("'", "%27"), null);

    assertThat(got.status()).isEqualTo(400);
    assertThat(got.faults()).containsExactly(field);
  }

  @Test
  void articles_are_filtered_by_source_tag_time_and_words() {
    var other = served.register("https://b.example/feed");
    served.ask("PATCH", SOURCES + "/" + other, "{\"tags\":[\"x\"]}");
    stored(source, "red fish");
    stored(other, "blue fish");
    while (new ArticleIndex(served.database()).turn()) {}

    assertThat(titles("?source=" + other)).containsExactly("blue fish");
    assertThat(titles("?tag=X")).containsExactly("blue fish");
    assertThat(titles("?q=FISH%20-blue")).containsExactly("red fish");
    assertThat(titles("?q=%22blue%20fish%22%20AND%20(")).isEmpty();
    assertThat(titles("?since=2020-01-01T00:00:00Z")).hasSize(2);
    assertThat(titles("?since=2090-01-01T00:00:00Z")).isEmpty();
    var ofOne = served.ask("GET", SOURCES + "/" + source + "/articles", null);
    assertThat(ofOne.json().path("articles").size()).isEqualTo(1);
  }

  @Test
  void an_article_is_shown_with_what_it_was() {
    stored(source, "before");
    var id = served.ask("GET", ARTICLES, null).json().path("articles").path(0).path("id").asLong();
    polled(source, new Change.Revised(id, entry("before", "after")));

    var got = served.ask("GET", ARTICLES + "/" + id, null);

    hasShape(ArticleFields.WHOLE, got);
    assertThat(got.json().path("title").asString()).isEqualTo("after");
    assertThat(got.json().path("revisions").path(0).path("title").asString()).isEqualTo("before");
  }

  @ParameterizedTest
  @CsvSource({
    "999, 404",
    "01, 400",
    "+1, 404",
    "1.0, 400",
    "1e0, 400",
    "9223372036854775808, 400",
    "x, 400"
  })
  void p_23_an_article_has_one_number(String id, int status) {
    assertThat(served.ask("GET", ARTICLES + "/" + id, null).status()).isEqualTo(status);
  }

  @Test
  void a_source_has_its_polls_the_latest_first() {
    stored(source, "1", "2", "3");

    var first = served.ask("GET", SOURCES + "/" + source + "/polls?limit=2", null);
    var next = first.json().path("next_before").asString();
    var second = served.ask("GET", SOURCES + "/" + source + "/polls?limit=2&before=" + next, null);

    var ids = new ArrayList<Long>();
    first.json().path("polls").forEach(poll -> ids.add(poll.path("id").asLong()));
    second.json().path("polls").forEach(poll -> ids.add(poll.path("id").asLong()));
    assertThat(ids).containsExactly(3L, 2L, 1L);
    assertThat(second.json().has("next_before")).isFalse();
    assertThat(first.json().path("polls").path(0).path("outcome").asString()).isEqualTo("fresh");
    assertThat(served.ask("GET", SOURCES + "/" + source + "/polls?before=x", null).status())
        .isEqualTo(400);
    var nobody = "00000000-0000-7000-8000-000000000000";
    assertThat(served.ask("GET", SOURCES + "/" + nobody + "/polls", null).status()).isEqualTo(404);
    assertThat(served.ask("GET", SOURCES + "/" + nobody + "/articles", null).status())
        .isEqualTo(404);
  }

  @Test
  void a_poll_that_failed_says_whose_failure_it_is() {
    var error = new PollError(ErrorType.NETWORK, Cause.STATUS, 503, "https://a.example/feed");
    polled(source, new Outcome.Failed(error, null).of(Blame.HOST));

    var polls = served.ask("GET", SOURCES + "/" + source + "/polls", null).json().path("polls");

    assertThat(polls.path(0).path("error_type").asString()).isEqualTo("network");
    assertThat(polls.path(0).path("blame").asString()).isEqualTo("host");
  }

  @Test
  void hosts_and_numbers_show_the_fleet() {
    served.register("https://b.example/feed");
    stored(source, "1");

    var hosts = served.ask("GET", "/api/v1/hosts?limit=1", null);
    var stats = served.ask("GET", "/api/v1/stats", null);

    assertThat(hosts.json().path("hosts").path(0).path("host").asString()).isEqualTo("a.example");
    assertThat(hosts.json().path("hosts").path(0).path("sources").asLong()).isEqualTo(1);
    assertThat(hosts.text()).doesNotContain("1970");
    assertThat(hosts.json().path("next_after").asString()).isEqualTo("a.example");
    assertThat(stats.text())
        .isEqualTo(
            "{\"sources\":2,\"by_status\":{\"active\":2,\"cooling\":0,\"disabled\":0,\"held\":0,"
                + "\"merged\":0,\"stopped\":0},\"by_error_type\":{},\"hosts\":2,\"articles\":1}");
  }

  /** Somebody who reads lines as they come. */
  private BufferedReader reading(Socket socket, String path, String... headers) throws IOException {
    var head =
        "GET "
            + path
            + " HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer "
            + Served.token(Scope.READ)
            + "\r\n"
            + String.join("", headers)
            + "\r\n";
    socket.setSoTimeout(30_000);
    socket.getOutputStream().write(head.getBytes(UTF_8));
    return new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
  }

  private Socket connected() throws IOException {
    return new Socket(InetAddress.getLoopbackAddress(), served.api().port());
  }

  private static String until(BufferedReader in, String wanted) throws IOException {
    for (var line = in.readLine(); line != null; line = in.readLine()) {
      if (line.contains(wanted)) {
        return line;
      }
    }
    throw new AssertionError("the stream ended");
  }

  @Test
  void a_stream_goes_on_where_a_client_was_cut_off() throws Exception {
    stored(source, "1");
    String last;
    try (var socket = connected()) {
      var in = reading(socket, ARTICLES + "/stream?after=");
      last = until(in, "id: ").substring(4);
      assertThat(until(in, "data: ")).contains("\"title\":\"1\"");
      stored(source, "2");
      assertThat(until(in, "data: ")).contains("\"title\":\"2\"");
    }
    try (var socket = connected()) {
      var in = reading(socket, ARTICLES + "/stream", "Last-Event-ID: " + last + "\r\n");
      assertThat(until(in, "data: ")).contains("\"title\":\"2\"");
    }
    try (var socket = connected()) {
      var in = reading(socket, ARTICLES + "/stream?after=now");
      assertThat(until(in, "HTTP/1.1")).contains("200");
      until(in, "retry: ");
      stored(source, "3");
      assertThat(until(in, "data: ")).contains("\"title\":\"3\"");
    }
  }

  @Test
  void p_38_streams_are_few_for_one_and_need_a_place_to_begin() throws Exception {
    var sockets = new ArrayList<Socket>();
    try {
      for (int i = 0; i < 8; i++) {
        var socket = connected();
        sockets.add(socket);
        until(reading(socket, ARTICLES + "/stream?after=now"), "retry: ");
      }

      var refused =
          served.askAs(Served.token(Scope.READ), "GET", ARTICLES + "/stream?after=", null);

      assertThat(refused.status()).isEqualTo(429);
      assertThat(refused.header("Retry-After")).isEqualTo("30");
    } finally {
      for (var socket : sockets) {
        socket.close();
      }
    }
    assertThat(served.ask("GET", ARTICLES + "/stream", null).faults()).containsExactly("after");
    assertThat(served.askAs(null, "GET", ARTICLES + "/stream?after=", null).status())
        .isEqualTo(401);
  }
}
