package dev.feedwarden.deliver;

import static dev.feedwarden.deliver.Events.NOW;
import static dev.feedwarden.deliver.FakeSlack.OK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.fetch.Sender;
import dev.feedwarden.lab.Answers;
import dev.feedwarden.lab.Behaviour;
import dev.feedwarden.lab.Mischief;
import dev.feedwarden.lab.Upstream;
import dev.feedwarden.model.Incident.Kind;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.store.Access;
import dev.feedwarden.store.Backlogs;
import dev.feedwarden.store.Database;
import dev.feedwarden.store.Deliveries;
import dev.feedwarden.store.Incidents;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** Destinations that are broken, or mean us no good; time is set. */
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class HostileDestinationTest {
  private static final JsonMapper JSON = new JsonMapper();
  private static final String HOOK = "/hook";
  private static final Duration A_WHILE = Duration.ofMinutes(1);

  @TempDir Path folder;
  private Database database;
  private Incidents incidents;
  private Upstream server;
  private Sender sender;
  private Instant now = NOW;

  @BeforeEach
  void open() {
    database = Database.open(Access.to("jdbc:sqlite:" + folder.resolve("feedwarden.db")));
    incidents = new Incidents(database);
    server = Upstream.start("127.0.0.9");
    sender = FakeSlack.sender();
  }

  @AfterEach
  void close() {
    sender.close();
    server.close();
    database.close();
  }

  private WebUrl url() {
    return WebUrl.of(server.url(HOOK));
  }

  private Courier courier(Destination destination) {
    var courier =
        new Courier(
            destination,
            new Deliveries(database),
            new Backlogs(database),
            Courier.Bounds.STANDARD,
            () -> 0);
    courier.begin(now);
    return courier;
  }

  private Courier slack() {
    return courier(
        Destination.slack("slack", url(), Wants.ALL, new House(8, null), database, sender));
  }

  private void pass(Courier courier, Duration time) throws InterruptedException {
    for (var end = now.plus(time); now.isBefore(end); ) {
      now = now.plus(courier.step(now).plusMillis(1));
    }
  }

  private Backlogs.Backlog backlog() {
    return new Backlogs(database).all().getFirst();
  }

  static Stream<Arguments> troubles() {
    var head = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n";
    return Stream.of(
        Arguments.of("a dribbled head", Mischief.dribble(head + "ok", Duration.ofMillis(50))),
        Arguments.of("a dribbled word", dribbled(head)),
        Arguments.of("a head and no word", Mischief.silenceAfter(head)),
        Arguments.of("a reset", Mischief.reset()),
        Arguments.of("no word at all", Mischief.hangUp()),
        Arguments.of("half a word", Mischief.raw(head + "o")),
        Arguments.of("nonsense", Mischief.raw("220 mail.example.org ESMTP\r\n")));
  }

  private static Behaviour dribbled(String head) {
    return (request, wire) -> {
      wire.send(head);
      Mischief.dribble("ok", Duration.ofMillis(600)).answer(request, wire);
    };
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("troubles")
  void r_40_what_is_no_answer_is_trouble_that_is_waited_for(String name, Behaviour behaviour)
      throws InterruptedException {
    server.route(HOOK, behaviour);
    var slack = slack();
    incidents.open(Kind.HOST, "a.example", "3 of 3 feeds", now);
    incidents.open(Kind.HOST, "b.example", "3 of 3 feeds", now);

    pass(slack, Duration.ofSeconds(8));

    assertThat(backlog().trouble()).startsWith("no answer: ");
    assertThat(backlog().waiting()).isEqualTo(2);
    assertThat(backlog().totals().dead()).isZero();
    assertThat(server.count(HOOK)).as("after 0, 1, 3 and 7 s").isBetween(3, 4);

    server.route(HOOK, OK);
    pass(slack, A_WHILE);

    assertThat(backlog().waiting()).isZero();
    assertThat(backlog().trouble()).isNull();
  }

  @Test
  void a_redirect_is_not_followed_least_of_all_to_ourselves() throws InterruptedException {
    try (var inner = Upstream.start("127.0.0.10").otherwise(OK)) {
      server.route(HOOK, Answers.redirect(307, inner.url("/admin")));
      var slack = slack();
      incidents.open(Kind.HOST, "a.example", "3 of 3 feeds", now);

      pass(slack, Duration.ofSeconds(5));

      assertThat(inner.connections()).isZero();
      assertThat(backlog().trouble()).isEqualTo("status 307");
      assertThat(backlog().waiting()).isOne();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "315360000",
        "99999999999999999999999999",
        "Wed, 01 Jan 2036 00:00:00 GMT",
        "Fri, 31 Dec 9999 23:59:59 GMT"
      })
  void who_asks_for_ten_years_gets_an_hour(String wait) throws InterruptedException {
    server.route(HOOK, Answers.status(429).with("Retry-After", wait));
    var slack = slack();
    incidents.open(Kind.HOST, "a.example", "3 of 3 feeds", now);

    slack.step(now);

    assertThat(new Deliveries(database).look("slack").orElseThrow().progress().notBefore())
        .isEqualTo(now.plus(Duration.ofHours(1)));
  }

  static Stream<Behaviour> longAnswers() {
    return Stream.of(
        Mischief.endless("HTTP/1.1 200 OK\r\n\r\nok", " ok".repeat(5_000)),
        Mischief.endlessChunked(),
        Answers.ok(" ".repeat(9_000_000), "text/html"));
  }

  @ParameterizedTest
  @MethodSource("longAnswers")
  void an_answer_that_is_too_long_is_read_for_a_while_and_stands(Behaviour behaviour)
      throws InterruptedException {
    server.route(HOOK, behaviour);
    var hook = courier(Destination.webhook("hook", url(), null, Wants.ALL, database, sender));
    incidents.open(Kind.HOST, "a.example", "3 of 3 feeds", now);

    pass(hook, Duration.ofSeconds(5));

    assertThat(server.count(HOOK)).isOne();
    assertThat(backlog().waiting()).isZero();
  }

  @Test
  void ten_megabytes_that_begin_with_ok_are_not_slacks_word() throws InterruptedException {
    server.route(HOOK, Answers.ok("ok" + " ok".repeat(3_000_000), "text/html"));
    var slack = slack();
    incidents.open(Kind.HOST, "a.example", "3 of 3 feeds", now);

    pass(slack, A_WHILE);

    assertThat(server.count(HOOK)).isEqualTo(3);
    assertThat(backlog().totals().dead()).isOne();
    assertThat(backlog().trouble()).isEqualTo("status 200");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\\u0000", "17.1\\\",\\\"x\\\":\\\"", "<!channel>", "LONG"})
  void a_thread_that_slack_would_not_name_so_is_none(String ts) throws InterruptedException {
    var answer = "{\"ok\":true,\"ts\":\"" + ts.replace("LONG", "1".repeat(50_000)) + "\"}";
    server.route(HOOK, Answers.ok(answer, "application/json"));
    var bot = new Destination.Bot(url(), "xoxb-1", "#feeds");
    var slack =
        courier(Destination.slackBot("bot", bot, Wants.ALL, new House(8, null), database, sender));
    incidents.open(Kind.HOST, "a.example", "3 of 3 feeds", now);
    pass(slack, Duration.ofSeconds(5));
    incidents.close(Kind.HOST, "a.example", now);
    pass(slack, Duration.ofSeconds(5));

    assertThat(bodies()).hasSize(2).noneMatch(body -> body.contains("thread_ts"));
  }

  private List<String> bodies() {
    return server.seen(HOOK).stream()
        .map(seen -> JSON.readTree(seen.request().body()).toString())
        .toList();
  }
}
