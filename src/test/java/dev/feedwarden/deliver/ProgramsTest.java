package dev.feedwarden.deliver;

import static dev.feedwarden.deliver.Events.NOW;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.fetch.Sender;
import dev.feedwarden.lab.Answers;
import dev.feedwarden.lab.Seen;
import dev.feedwarden.lab.Upstream;
import dev.feedwarden.model.Incident.Kind;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.store.Access;
import dev.feedwarden.store.Backlogs;
import dev.feedwarden.store.Database;
import dev.feedwarden.store.DeadLetters;
import dev.feedwarden.store.Deliveries;
import dev.feedwarden.store.Incidents;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Webhooks, files and a bot of Slack's, over real sockets and a real outbox. */
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class ProgramsTest {
  private static final JsonMapper JSON = new JsonMapper();
  private static final String HOOK = "/hook";
  private static final byte[] KEY = "0123456789abcdef0123456789abcdef".getBytes(UTF_8);
  private static final String SECRET = "whsec_" + Base64.getEncoder().encodeToString(KEY);

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
    server = Upstream.start("127.0.0.9").route(HOOK, Answers.status(204));
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

  private void pass(Courier courier, Duration time) throws InterruptedException {
    for (var end = now.plus(time); now.isBefore(end); ) {
      now = now.plus(courier.step(now).plusMillis(1));
    }
  }

  private List<JsonNode> bodies() {
    return server.seen(HOOK).stream().map(seen -> JSON.readTree(seen.request().body())).toList();
  }

  private static String signature(Seen seen) throws GeneralSecurityException {
    var mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(KEY, "HmacSHA256"));
    var text =
        seen.headers().get("webhook-id")
            + "."
            + seen.headers().get("webhook-timestamp")
            + "."
            + seen.request().body();
    return "v1," + Base64.getEncoder().encodeToString(mac.doFinal(text.getBytes(UTF_8)));
  }

  @Test
  void a_webhook_gets_every_event_in_order_signed_and_as_a_cloud_event()
      throws InterruptedException, GeneralSecurityException {
    var courier = courier(Destination.webhook("hook", url(), SECRET, Wants.ALL, database, sender));
    for (int i = 0; i < 30; i++) {
      incidents.open(Kind.HOST, i + ".example", "3 of 3 feeds", now);
    }
    incidents.close(Kind.HOST, "0.example", now);

    pass(courier, Duration.ofSeconds(5));

    assertThat(bodies()).hasSize(31);
    assertThat(bodies().getFirst())
        .isEqualTo(
            JSON.readTree(
                """
                {"specversion":"1.0","id":"event-1","source":"/feedwarden",
                 "type":"dev.feedwarden.incident_opened","time":"2026-03-01T12:00:00Z",
                 "datacontenttype":"application/json",
                 "data":{"kind":"host","scope":"0.example","evidence":"3 of 3 feeds"}}
                """));
    assertThat(bodies().getLast().path("type").asString())
        .isEqualTo("dev.feedwarden.incident_closed");
    for (var seen : server.seen(HOOK)) {
      assertThat(seen.headers().get("webhook-signature")).isEqualTo(signature(seen));
      assertThat(seen.headers().get("content-type")).startsWith("application/cloudevents+json");
    }
  }

  @Test
  void a_webhook_hears_only_of_the_kinds_it_asked_for() throws InterruptedException {
    var ends = new Wants(Set.of(), Set.of("incident_closed"), Set.of(), Set.of());
    var courier = courier(Destination.webhook("hook", url(), null, ends, database, sender));
    incidents.open(Kind.HOST, "a.example", "why", now);
    incidents.close(Kind.HOST, "a.example", now);

    pass(courier, Duration.ofSeconds(5));

    assertThat(bodies())
        .extracting(body -> body.path("type").asString())
        .containsExactly("dev.feedwarden.incident_closed");
    assertThat(server.seen(HOOK).getFirst().headers()).doesNotContainKey("webhook-signature");
  }

  @Test
  void a_refusal_stops_one_event_and_trouble_all_of_them() throws InterruptedException {
    var courier = courier(Destination.webhook("hook", url(), null, Wants.ALL, database, sender));
    server.route(HOOK, Answers.status(422));
    incidents.open(Kind.HOST, "a.example", "why", now);
    pass(courier, Duration.ofSeconds(20));
    server.route(HOOK, Answers.status(503));
    incidents.open(Kind.HOST, "b.example", "why", now);
    pass(courier, Duration.ofMinutes(10));

    assertThat(new DeadLetters(database).list("hook", Long.MAX_VALUE, 9))
        .extracting(dead -> dead.letter().reason())
        .containsExactly("status 422");
    assertThat(new Backlogs(database).all().getFirst().waiting()).isEqualTo(1);
  }

  @Test
  void a_file_grows_by_a_line_for_each_event_and_a_cut_line_stays_alone()
      throws InterruptedException, IOException {
    var file = folder.resolve("events.jsonl");
    Files.writeString(file, "{\"cut\":");
    var courier = courier(Destination.file("lines", file, Wants.ALL, database));
    incidents.open(Kind.HOST, "a.example", "why", now);
    incidents.close(Kind.HOST, "a.example", now);

    pass(courier, Duration.ofSeconds(5));

    var lines = Files.readAllLines(file);
    assertThat(lines).hasSize(3);
    assertThat(lines.getFirst()).isEqualTo("{\"cut\":");
    assertThat(JSON.readTree(lines.getLast()).path("id").asString()).isEqualTo("event-2");
  }

  @Test
  void a_file_that_cannot_be_written_is_waited_for() throws InterruptedException {
    var file = folder.resolve("missing").resolve("events.jsonl");
    var courier = courier(Destination.file("lines", file, Wants.ALL, database));
    incidents.open(Kind.HOST, "a.example", "why", now);

    pass(courier, Duration.ofSeconds(5));

    assertThat(new Backlogs(database).all().getFirst().trouble())
        .isEqualTo("the file cannot be written");
  }

  private Destination bot() {
    return Destination.slackBot(
        "bot",
        new Destination.Bot(url(), "xoxb-1", "#feeds"),
        Wants.ALL,
        new House(8, null),
        database,
        sender);
  }

  @Test
  void a_bot_says_in_the_thread_of_an_incident_that_it_is_over() throws InterruptedException {
    server.route(
        HOOK, Answers.ok("{\"ok\":true,\"ts\":\"1772366400.000100\"}", "application/json"));
    var courier = courier(bot());
    incidents.open(Kind.HOST, "a.example", "why", now);
    pass(courier, Duration.ofSeconds(5));
    incidents.close(Kind.HOST, "a.example", now);
    pass(courier, Duration.ofSeconds(5));

    assertThat(bodies())
        .extracting(
            body -> body.path("channel").asString() + " " + body.path("thread_ts").asString(""))
        .containsExactly("#feeds ", "#feeds 1772366400.000100");
    assertThat(server.seen(HOOK).getFirst().headers().get("authorization"))
        .isEqualTo("Bearer xoxb-1");
  }

  @Test
  void a_bot_reads_what_slack_says_in_a_good_answer() throws InterruptedException {
    server.route(HOOK, Answers.ok("{\"ok\":false,\"error\":\"channel_not_found\"}", "a/b"));
    assertThat(bot().test(now))
        .isEqualTo(new Verdict.EventRefused(200, "status 200: channel_not_found"));
    server.route(HOOK, Answers.ok("{\"ok\":false,\"error\":\"ratelimited\"}", "a/b"));
    assertThat(bot().test(now))
        .isEqualTo(new Verdict.DestinationTrouble("status 200: ratelimited", null));
    server.route(HOOK, Answers.ok("ok", "a/b"));
    assertThat(bot().test(now)).isEqualTo(new Verdict.EventRefused(200, "status 200"));
    server.route(HOOK, Answers.status(429).with("Retry-After", "7"));
    assertThat(bot().test(now))
        .isEqualTo(new Verdict.DestinationTrouble("status 429", Duration.ofSeconds(7)));
  }
}
